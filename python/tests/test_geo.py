"""GeoDataFrames in, by their CRS, and answers as GeoDataFrames, with Debian's geopandas."""

import unittest
import warnings

import common
import test_answers

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the warnings of shapely 1.8 within geopandas 0.12
    import geopandas
import pandas
from shapely.geometry import LineString, Point

import flyby


def street(crs=None, scale=1.0, at=(0.0, 0.0), **more):
    """Return the cars of the README as points of a CRS."""
    cars = test_answers.street()
    points = geopandas.points_from_xy(cars.pop("x") * scale + at[0], cars.pop("y") * scale + at[1], **more)
    return geopandas.GeoDataFrame(cars, geometry=points, crs=crs)


class In(unittest.TestCase):
    def assertSame(self, got, want):
        pandas.testing.assert_frame_equal(got, want)
        self.assertGreater(len(got), 0)

    def test_degrees_are_lon_and_lat(self):
        for crs in ("EPSG:4326", "OGC:CRS84"):
            cars = street(crs, 1e-5, (11.5, 48.1))
            plain = pandas.DataFrame(cars.drop(columns="geometry")).assign(lon=cars.geometry.x, lat=cars.geometry.y)
            got = flyby.join(cars, 8, with_="positions")
            self.assertSame(got, flyby.join(plain, 8, lonlat=True, with_="positions"))
            self.assertIn("query_lon", got.columns)

    def test_projected_points_are_x_and_y_with_their_unit(self):
        for crs, unit in (("EPSG:25832", "m"), ("+proj=utm +zone=32 +units=km", "km"), ("+proj=utm +zone=32 +units=ft", "ft")):
            got = flyby.join(street(crs), f"8{unit}")
            self.assertEqual(got.attrs["flyby"]["units"]["length"], unit)
            self.assertSame(got, flyby.join(test_answers.street(), 8))

    def test_points_with_z_have_heights(self):
        heights = [0.0, 0.0, 3.0, 3.0, 0.0, 0.0]
        want = flyby.join(test_answers.street().assign(z=heights), 8)
        self.assertSame(flyby.join(street("EPSG:25832", z=heights), 8), want)
        got = flyby.read(street("EPSG:4326", 1e-5, z=heights))
        self.assertEqual(got["height"].tolist(), [3, 3, 0, 0, 0, 0])

    def test_columns_of_heights_are_taken_or_told(self):
        for crs, scale in (("EPSG:25832", 1), ("EPSG:4326", 1e-5)):
            cars = street(crs, scale).assign(z=[0.0, 0, 300, 300, 600, 600])
            self.assertEqual(len(flyby.join(cars, 8)), 0)
            with self.assertWarnsRegex(UserWarning, r'^table: z not taken: Altitude \(columns="z=Altitude"\)$'):
                flat = flyby.join(cars.rename(columns={"z": "Altitude"}), 8)
            self.assertGreater(len(flat), 0)
            with warnings.catch_warnings():
                warnings.simplefilter("error", UserWarning)
                self.assertSame(flyby.join(cars.rename(columns={"z": "Altitude"}), 8, height="none"), flat)

    def test_heights_of_another_unit_are_converted(self):
        got = flyby.read(street("EPSG:32632+8228", z=[100.0] * 6))  # metres, and heights in feet
        self.assertEqual(got["z"].tolist(), [30.48] * 6)

    def test_vertical_axis_takes_the_unit(self):
        self.assertEqual(flyby.join(street("EPSG:32632+5773"), "8m", units=",s").attrs["flyby"]["units"], {"length": "m", "time": "s"})

    def test_no_crs_has_to_be_told(self):
        with self.assertRaisesRegex(flyby.FlybyError, r"^table: the geometry has no CRS: say lonlat=True of degrees, or units="):
            flyby.join(street(), 8)
        self.assertSame(flyby.join(street(), 8, units="m,s"), flyby.join(test_answers.street(), 8))
        self.assertIn("lon", flyby.read(street(scale=1e-5), lonlat=True).columns)

    def test_other_crs_are_refused_by_name(self):
        for crs, says in (("EPSG:4258", r"ETRS89 \(EPSG:4258\).*to_crs\('EPSG:4326'\)"), ("EPSG:4979", r"WGS 84 \(EPSG:4979\)"),
                          ("EPSG:4978", r"\(EPSG:4978\)"), ("EPSG:2263", r"\(EPSG:2263\) counts in US survey foot")):
            with self.assertRaisesRegex(flyby.FlybyError, "^table: the CRS (is )?.*" + says):
                flyby.join(street(crs), 8)

    def test_two_crs_do_not_go_together(self):
        with self.assertRaisesRegex(flyby.FlybyError, "^entries: in EPSG:25833, where another table is in EPSG:25832: to_crs"):
            flyby.search(street("EPSG:25833"), street("EPSG:25832"), 8)
        self.assertEqual(len(flyby.search(street("EPSG:25832"), test_answers.street(), 8, exclude_same_id=True)), 4)

    def test_words_that_say_otherwise_are_refused(self):
        with self.assertRaisesRegex(flyby.FlybyError, "^table: length: the unit is m, where units says km"):
            flyby.join(street("EPSG:25832"), 8, units="km,s")
        with self.assertRaisesRegex(flyby.FlybyError, "^lonlat: geometry in EPSG:4326 is in degrees"):
            flyby.join(street("EPSG:4326", 1e-5), 8, lonlat=False)

    def test_other_shapes_are_errors_with_their_row(self):
        cars = street("EPSG:25832").rename_geometry("shape")
        cars.loc[3, "shape"] = LineString([(0, 0), (1, 1)])
        with self.assertRaisesRegex(flyby.FlybyError, "^table: row 3: column shape: a LineString, where flyby reads points") as caught:
            flyby.join(cars, 8)
        self.assertEqual((caught.exception.file, caught.exception.row, caught.exception.column), ("table", 3, "shape"))

    def test_missing_and_empty_points_are_missing_places(self):
        for place in (None, Point()):
            cars = street("EPSG:25832")
            cars.geometry = [*cars.geometry[:4], place, cars.geometry[5]]
            with self.assertRaisesRegex(flyby.FlybyError, "^table: row 4: column x: ") as caught:
                flyby.join(cars.set_crs("EPSG:25832"), 8)
            self.assertEqual(caught.exception.row, 4)

    def test_index_and_names_do_not_matter_and_the_frame_stays(self):
        cars = street("EPSG:25832").rename_geometry("shape").set_index(pandas.Index([7, 7, 8, 8, 9, 9])).assign(lane=[1, 1, 2, 2, 3, 3], x=0)
        before = cars.copy()
        got = flyby.join(cars, 8, with_="lane")
        self.assertEqual((got["query_lane"].tolist(), got["query_lane"].dtype), ([2, 1], "int64"))
        self.assertTrue(cars.equals(before))


class Out(unittest.TestCase):
    def test_positions_are_points(self):
        near = flyby.join(street("EPSG:25832"), 8, with_="positions")
        for of in ("query", "entry"):
            shown = flyby.geo(near, of)
            self.assertIsInstance(shown, geopandas.GeoDataFrame)
            self.assertEqual([(p.x, p.y) for p in shown.geometry], list(zip(near[f"{of}_x"], near[f"{of}_y"])))
            self.assertEqual(shown.crs, "EPSG:25832")
        self.assertNotIn("geometry", near.columns)
        self.assertEqual(flyby.geo(near, crs="EPSG:25833").crs, "EPSG:25833")

    def test_degrees_are_wgs_84(self):
        cars = street("EPSG:4326", 1e-5, (11.5, 48.1))
        plain = pandas.DataFrame(cars.drop(columns="geometry")).assign(lon=cars.geometry.x, lat=cars.geometry.y)
        for table in (cars, plain):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the warning that lon and lat are taken for degrees
                answer = flyby.join(table, 8, with_="positions")
            shown = flyby.geo(answer)
            self.assertEqual(shown.crs, "EPSG:4326")
            self.assertTrue(((shown.geometry.x > 11.4) & (shown.geometry.y > 48)).all())

    def test_plain_positions_have_no_crs(self):
        self.assertIsNone(flyby.geo(flyby.join(test_answers.street(), 8, with_="positions")).crs)

    def test_what_is_read_is_points(self):
        cars = street("EPSG:4326", 1e-5, z=[1.0, 2, 3, 4, 5, 6])
        shown = flyby.geo(flyby.read(cars))
        self.assertEqual(sorted(shown.geometry.z), [1, 2, 3, 4, 5, 6])

    def test_wkb_is_taken_as_it_is(self):
        line = LineString([(0, 1), (2, 3)])
        answer = pandas.DataFrame({"query_traj": [1, 2], "geometry": [line.wkb, None]})
        shown = flyby.geo(answer)
        self.assertEqual((shown.geometry[0].wkt, shown.geometry[1], shown.crs), (line.wkt, None, None))
        answer.attrs["flyby_crs"] = "EPSG:4326"
        self.assertEqual(flyby.geo(answer).crs, "EPSG:4326")

    def test_tables_of_arrow_are_made_frames(self):
        class Table:
            def to_pandas(self):
                return pandas.DataFrame({"query_x": [1.0], "query_y": [2.0]})
        self.assertEqual(flyby.geo(Table()).geometry[0].wkt, "POINT (1 2)")

    def test_answer_without_places_is_an_error(self):
        with self.assertRaisesRegex(flyby.FlybyError, 'with_="positions"'):
            flyby.geo(flyby.join(test_answers.street(), 8))

    def test_answer_without_rows_has_no_points(self):
        self.assertEqual(len(flyby.geo(flyby.join(street("EPSG:25832"), 0, with_="positions"))), 0)


if __name__ == "__main__":
    unittest.main()
