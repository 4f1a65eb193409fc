"""Tables of astropy, with Debian's astropy: values, units, times and masks."""

import types
import unittest
import unittest.mock

import common
import numpy
import pandas
import test_answers
from astropy import units
from astropy.coordinates import SkyCoord
from astropy.table import MaskedColumn, QTable, Table
from astropy.time import Time, TimeDelta
from astropy.utils.masked import Masked

from astropy.utils import iers

import flyby
from flyby import _tables

iers.conf.auto_download, iers.conf.auto_max_age = False, None  # the age of the list of leap seconds does not matter here


def street(x=None, y=None, t=None, kind=Table):
    """Return the cars of the README, with units."""
    cars = test_answers.street()
    table = kind({"id": cars["id"].to_numpy(str), "t": cars["t"].to_numpy(float), "x": cars["x"].to_numpy(float), "y": cars["y"].to_numpy(float)})
    for name, unit in (("x", x), ("y", y), ("t", t)):
        if unit is not None:
            table[name].unit = unit
    return table


class Values(unittest.TestCase):
    def assertSame(self, got, want):
        pandas.testing.assert_frame_equal(got, want)
        self.assertGreater(len(got), 0)

    def test_table_gives_the_answer_of_its_values(self):
        self.assertSame(flyby.join(street(), 8), flyby.join(test_answers.street(), 8))
        self.assertSame(flyby.search(street(), test_answers.street(), 8, exclude_same_id=True), flyby.search(test_answers.street(), street(), 8, exclude_same_id=True))

    def test_bytes_and_bits_of_fits_are_read(self):
        cars = street()
        for name in "txy":
            cars[name] = cars[name].astype(">f8")
        cars["id"] = numpy.char.encode(cars["id"], "utf-8")
        self.assertSame(flyby.join(cars, 8), flyby.join(test_answers.street(), 8))

    def test_masked_values_are_missing(self):
        mask = [False] * 4 + [True, False]
        for x in (MaskedColumn([0.0, 100, 50, 50, 100, 88], mask=mask), MaskedColumn([0, 100, 50, 50, 100, 88], mask=mask)):
            with self.assertRaisesRegex(flyby.FlybyError, "^table: row 4: column x: "):
                flyby.join(Table({"id": [1, 1, 2, 2, 3, 3], "t": [0, 1] * 3, "x": x, "y": [0] * 6}), 8)
        with self.assertRaisesRegex(flyby.FlybyError, "^table: row 4: column x: "):
            flyby.join(QTable({"id": [1, 1, 2, 2, 3, 3], "t": [0, 1] * 3, "x": Masked(numpy.zeros(6) * units.m, mask=mask), "y": [0] * 6 * units.m}), 8)

    def test_masked_columns_of_with_come_back_missing(self):
        cars = street()
        cars["note"] = MaskedColumn(["a", "a", "b", "b", "c", "c"], mask=[False, False, True, True, False, False])
        cars["lane"] = MaskedColumn([1, 1, 2, 2, 3, 3], mask=[False, False, True, True, False, False])
        got = flyby.join(cars, 8, with_="note,lane")
        self.assertEqual(got[["query_note", "entry_note"]].values.tolist(), [[None, "a"], ["a", "c"]])
        self.assertEqual(got["entry_lane"].tolist(), [1, 3])

    def test_columns_with_several_values_a_row_are_left_out(self):
        cars = street()
        cars["pair"] = numpy.zeros((6, 2))
        self.assertSame(flyby.join(cars, 8), flyby.join(test_answers.street(), 8))

    def test_without_pandas_a_table_of_pyarrow_or_polars_is_made(self):
        seen = []
        arrow = types.SimpleNamespace(table=lambda columns: seen.append(columns) or columns)
        polars = types.SimpleNamespace(DataFrame=arrow.table)
        cars = street(t="s")
        cars["x"] = MaskedColumn([1, 2, 3, 4, 5, 6], mask=[True] + [False] * 5)
        cars["at"] = Time(numpy.arange(6.0), format="unix")
        for there in ({"pyarrow": arrow, "pyarrow.ipc": arrow}, {"polars": polars}):
            with unittest.mock.patch.object(_tables, "module", there.get):
                _, said, _ = flyby._astropy.plain(cars, "table", {})
            self.assertEqual(said, {"time": "s"})
            self.assertEqual(seen[-1]["x"], [None, 2, 3, 4, 5, 6])
            self.assertEqual(seen[-1]["id"][0], "red")
            self.assertEqual(seen[-1]["at"][1], "1970-01-01T00:00:01.000000000Z")
        with unittest.mock.patch.object(_tables, "module", {}.get), self.assertRaisesRegex(TypeError, "pandas, pyarrow or polars"):
            flyby.join(cars, 8)


class Units(unittest.TestCase):
    def units(self, table, **flags):
        return flyby.join(table, flags.pop("distance", 8), **flags).attrs["flyby"]["units"]

    def test_units_of_columns_are_told(self):
        self.assertEqual(self.units(street("m", "m", "s")), {"length": "m", "time": "s"})
        self.assertEqual(self.units(street("kpc", "kpc", "Myr", QTable)), {"length": "kpc", "time": "Myr"})
        self.assertEqual(self.units(street("lyr", "lyr")), {"length": "ly"})
        self.assertEqual(self.units(street(t="d")), {"time": "d"})
        self.assertEqual(self.units(street(units.imperial.nmi, units.imperial.nmi, "h"), distance="8nmi"), {"length": "nmi", "time": "h"})

    def test_units_are_completed_by_the_keyword(self):
        self.assertEqual(self.units(street("m", "m"), units=",s"), {"length": "m", "time": "s"})
        with self.assertRaisesRegex(flyby.FlybyError, "^table: length: the unit is m, where units says km"):
            self.units(street("m", "m"), units="km")

    def test_columns_of_another_unit_are_converted(self):
        cars = street("km", "m", kind=QTable)
        got = flyby.read(cars)
        self.assertEqual(got["y"].tolist(), [-0.04, 0.06, 0, 0, 0.005, 0.005])
        cars["z"] = numpy.full(6, 2.0) * units.imperial.ft
        cars["y"] = cars["y"].to(units.km)
        self.assertEqual(flyby.read(cars)["z"].tolist(), [0.0006096] * 6)

    def test_degrees(self):
        cars = street("deg", "deg")
        cars["x"], cars["y"] = cars["x"] * 1e-5, cars["y"] * 1e-5
        with self.assertRaisesRegex(flyby.FlybyError, "^table: column x: the unit is deg: say lonlat=True"):
            flyby.join(cars, 8)
        want = flyby.join(cars, 8, lonlat=True)
        self.assertGreater(len(want), 0)
        cars.rename_columns(["x", "y"], ["lon", "lat"])
        pandas.testing.assert_frame_equal(flyby.join(cars, 8), want)
        cars["height"] = numpy.full(6, 0.5) * units.km
        self.assertEqual(flyby.read(cars)["height"].tolist(), [500] * 6)

    def test_other_units_are_refused_by_name(self):
        for table, says in ((street("cm", "cm"), "column x: the unit is cm: flyby knows m, km"), (street("m", "deg"), "column y: the unit is deg"),
                            (street(t="m"), "column t: the unit is m: flyby knows ns"), (street("rad", "rad"), "column x: the unit is rad")):
            with self.assertRaisesRegex(flyby.FlybyError, "^table: " + says) as caught:
                flyby.join(table, 8)
            self.assertIn(caught.exception.column, ("t", "x", "y"))

    def test_names_of_columns_are_followed(self):
        cars = street("pc", "pc", "yr")
        cars.rename_columns(["t", "x"], ["when", "east"])
        self.assertEqual(self.units(cars, columns={"t": "when", "x": "east"}), {"length": "pc", "time": "yr"})
        self.assertEqual(self.units(cars, columns="t=when,x=east"), {"length": "pc", "time": "yr"})

    def test_queries_in_other_units_are_converted(self):
        far, near = street("km", "km", "min"), street("m", "m", "s")
        for name, by in (("x", 1000), ("y", 1000), ("t", 60)):
            near[name] *= by
        near["id"] = [f"{id}'" for id in near["id"]]
        want = flyby.search(far, street("km", "km", "min"), "8km", with_="positions")
        with self.assertWarnsRegex(UserWarning, "^queries: converted lengths in m to km, times in s to min$"):
            got = flyby.search(far, near, "8km", with_="positions")
        self.assertEqual(got.attrs["flyby"]["units"], {"length": "km", "time": "min"})
        pandas.testing.assert_frame_equal(got.assign(query_traj=[id[:-1] for id in got["query_traj"]]), want)

    def test_units_of_one_table_may_be_said(self):
        with self.assertRaisesRegex(flyby.FlybyError, "^queries: length: the unit is m, where units says km"):
            flyby.search(street("km", "km"), street("m", "m"), 8, query_units="km")
        with self.assertRaisesRegex(flyby.FlybyError, "^entries: length: the unit is km, where units says m"):
            flyby.search(street("km", "km"), street("m", "m"), 8, units="m,s")
        cars = test_answers.street().rename(columns={"id": "car"}).assign(car=[7, 7, 8, 8, 9, 9])
        with self.assertWarnsRegex(UserWarning, "^queries: converted lengths in km to m$"):
            got = flyby.search(street("m", "m", "s"), cars.assign(x=cars.x / 1000, y=cars.y / 1000), "8m", query_columns={"id": "car"}, query_units="km,s")
        self.assertEqual((got["query_traj"].dtype, {*got["query_traj"]}), ("int64", {7, 8, 9}))


class Times(unittest.TestCase):
    def test_times_are_utc_to_the_nanosecond(self):
        cars = street()
        cars["t"] = Time("2024-05-01T00:00:00", scale="utc") + TimeDelta(test_answers.street()["t"].to_numpy() + 1.23456789, format="sec")
        got = flyby.read(cars)
        self.assertEqual(str(got["t"].dtype), "datetime64[ns, UTC]")
        frame, _, _ = flyby._astropy.plain(cars, "table", {})
        self.assertEqual(frame["t"][0], pandas.Timestamp("2024-05-01T00:00:01.234567890Z"))
        self.assertLess(abs(got["t"].min() - frame["t"][0]), pandas.Timedelta(1, "us"))
        self.assertEqual(len(flyby.join(cars, 8)), 2)

    def test_scales_are_converted(self):
        for scale, off in (("tai", -37), ("tt", -69.184), ("utc", 0)):
            cars = street()
            cars["t"] = Time(["2024-05-01T00:00:00", "2024-05-01T00:00:10"] * 3, scale=scale)
            self.assertEqual(min(flyby.read(cars)["t"]), pandas.Timestamp("2024-05-01T00:00:00Z") + pandas.Timedelta(seconds=off))

    def test_scale_without_utc_is_an_error(self):
        cars = street()
        cars["t"] = Time(["2024-05-01T00:00:00", "2024-05-01T00:00:10"] * 3, scale="local")
        with self.assertRaisesRegex(flyby.FlybyError, "^table: column t: Cannot convert Time with scale 'local'"):
            flyby.join(cars, 8)

    def test_masked_times_are_missing(self):
        cars = street()
        times = Time(["2024-05-01T00:00:00", "2024-05-01T00:00:10"] * 3)
        times[3] = numpy.ma.masked
        cars["t"] = times
        with self.assertRaisesRegex(flyby.FlybyError, "^table: row 3: column t: "):
            flyby.join(cars, 8)

    def test_leap_second_is_an_error(self):
        cars = street()
        cars["t"] = Time(["2016-12-31T23:59:50", "2016-12-31T23:59:60.5"] * 3)
        with self.assertRaisesRegex(flyby.FlybyError, "^table: column t: 2016-12-31T23:59:60.5.* a leap second has no Unix time"):
            flyby.join(cars, 8)

    def test_differences_are_seconds(self):
        cars = street("m", "m")
        cars["t"] = TimeDelta(test_answers.street()["t"].to_numpy() / 86400, format="jd")
        got = flyby.join(cars, 8)
        self.assertEqual(got.attrs["flyby"]["units"], {"length": "m", "time": "s"})
        self.assertAlmostEqual(got["t_closest"][0], 4.5)


class Stars(unittest.TestCase):
    def stars(self):
        dice = numpy.random.default_rng(147)
        table = Table({"source_id": numpy.arange(30), "ra": dice.uniform(0, 360, 30), "dec": dice.uniform(-90, 90, 30), "parallax": dice.uniform(1, 100, 30),
                       "pmra": dice.normal(0, 99, 30), "pmdec": dice.normal(0, 99, 30), "radial_velocity": dice.normal(0, 50, 30), "ref_epoch": numpy.full(30, 2016.0)})
        for name, unit in (("ra", "deg"), ("dec", "deg"), ("parallax", "mas"), ("pmra", "mas/yr"), ("pmdec", "mas/yr"), ("radial_velocity", "km/s"), ("ref_epoch", "yr")):
            table[name].unit = unit
        return table

    def test_stars_are_where_SkyCoord_has_them(self):
        stars = self.stars()
        for table in (stars, QTable(stars)):
            found = flyby.search(table, "origin", "1kpc", ahead=0, with_="positions").sort_values("entry_traj")
            at = SkyCoord(stars["ra"], stars["dec"], distance=1000 / stars["parallax"].data * units.pc).cartesian
            for axis in "xyz":
                numpy.testing.assert_allclose(found[f"entry_{axis}"], getattr(at, axis).to_value(units.pc), rtol=0, atol=1e-12 * 1000)
            self.assertEqual(set(found["query_traj"]), {"origin"})

    def test_other_units_of_stars_are_refused(self):
        stars = self.stars()
        stars["parallax"] = stars["parallax"].to("arcsec")
        with self.assertRaisesRegex(flyby.FlybyError, "^entries: column parallax: the unit is arcsec: the preset gaia reads mas$"):
            flyby.search(stars, "origin", "1pc", ahead="1Myr")


if __name__ == "__main__":
    unittest.main()
