"""Answers: the command's rows to the bit, in the kinds and types of the tables that were passed."""

import io
import os
import pathlib
import pickle
import tempfile
import unittest
import unittest.mock
import warnings

import common
import pandas
from common import STREET

import flyby


def street():
    return pandas.read_csv(io.StringIO(STREET))


class Rows(unittest.TestCase):
    """Rows equal the command's, compared as text."""

    def assertSameText(self, answer, want):
        self.assertEqual(answer.to_csv(index=False), pandas.read_csv(io.StringIO(want), float_precision="round_trip", keep_default_na=False,
                         na_values={"v_closest": [""]}).to_csv(index=False))
        self.assertGreater(len(answer), 20)

    def test_join_gives_the_rows_of_the_command(self):
        stars = common.galaxy(1)
        for level in ("hits", "encounters", "pairs", "objects"):
            want = common.flyby("join", "-", "--distance", "0.3", "--level", level, text=stars.to_csv(index=False))
            self.assertSameText(flyby.join(stars, 0.3, level=level), want)

    def test_search_gives_the_rows_of_the_command(self):
        stars, novae = common.galaxy(1), common.galaxy(2)
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            novae.to_csv(file, index=False)
            file.flush()
            want = common.flyby("search", "--entries", "-", "--queries", file.name, "--distance", "0.3", "--exclude-same-id",
                                text=stars.to_csv(index=False))
            self.assertSameText(flyby.search(stars, novae, 0.3, exclude_same_id=True), want)
            self.assertSameText(flyby.search(stars, file.name, 0.3, exclude_same_id=True), want)

    def test_nearest_gives_the_rows_of_the_command(self):
        stars, novae = common.galaxy(1), common.galaxy(2)
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            novae.to_csv(file, index=False)
            file.flush()
            for queries, words in ((None, []), (novae, ["--queries", file.name])):
                want = common.flyby("nearest", "--entries", "-", *words, "-k", 2, text=stars.to_csv(index=False))
                self.assertSameText(flyby.nearest(stars, 2, queries), want)

    def test_element_sets_give_the_rows_of_the_command(self):
        """A table of element sets is asked as their file is, whether its epochs are text or times."""
        path = pathlib.Path(__file__).parents[2] / "docs" / "fields" / "data" / "gp.csv"
        span = {"distance": "500km", "from_": "2008-09-20T12:00:00Z", "to": "2008-09-20T18:00:00Z"}
        want = common.flyby("join", path, "--distance", "500km", "--from", span["from_"], "--to", span["to"])
        sets = pandas.read_csv(path)
        timed = sets.assign(EPOCH=pandas.to_datetime(sets.EPOCH))
        for table in (sets, timed, timed.assign(EPOCH=timed.EPOCH.dt.tz_localize("UTC"))):
            self.assertEqual(flyby.join(table, **span).d_min.tolist(), pandas.read_csv(io.StringIO(want), float_precision="round_trip").d_min.tolist())
        self.assertEqual(len(flyby.search(sets, "25544", **span)), len(pandas.read_csv(io.StringIO(want)).query("query_traj == 25544 or entry_traj == 25544")))

    def test_visits_give_the_rows_of_the_command(self):
        stars = common.galaxy(1)
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write('zone_id,wkt,x\n7,"POLYGON ((0 0, 5 0, 5 5, 0 5, 0 0))",far\n')
            file.flush()
            for level in ("visits", "hits", "pairs", "events"):
                want = common.flyby("visits", "-", "--zones", file.name, "--distance", "0.3", "--level", level, "--with", "x", text=stars.to_csv(index=False))
                got = flyby.visits(stars, file.name, 0.3, level=level, with_="x")
                self.assertSameText(got, want)
                self.assertEqual((set(got["zone_id"]), set(got["zone_x"])), ({"7"}, {"far"}))
                self.assertEqual(got["traj_id"].dtype, stars["id"].dtype)

    def test_parts_of_a_stream_are_the_answer(self):
        stars = common.galaxy(1, objects=700)
        whole = flyby.join(stars, 2, level="hits")
        parts = list(flyby.join(stars, 2, level="hits", stream=True))
        self.assertGreater(len(parts), 1)
        pandas.testing.assert_frame_equal(pandas.concat(parts, ignore_index=True), whole)

    def test_file_gives_a_frame(self):
        with tempfile.TemporaryDirectory() as folder:
            street().to_csv(f"{folder}/street.csv", index=False)
            pandas.testing.assert_frame_equal(flyby.join(f"{folder}/street.csv", "8m", units="m,s"), flyby.join(street(), 8))
            pandas.testing.assert_frame_equal(flyby.join([f"{folder}/street.csv"], 8), flyby.join(street(), 8))

    def test_read_is_convert(self):
        got = flyby.read(street())
        self.assertEqual(list(got.columns), ["traj_id", "t", "x", "y"])
        self.assertEqual(got["x"].tolist(), [50, 50, 0, 100, 100, 88])

    def test_no_row_has_the_columns(self):
        got = flyby.join(street(), 0)
        self.assertEqual((len(got), list(got.columns)), (0, list(flyby.join(street(), 8).columns)))

    def test_summary_is_in_attrs(self):
        self.assertEqual(flyby.join(street(), 8).attrs["flyby"]["encounters"], 2)

    def test_out_count_and_explain(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(flyby.join(street(), 8, out=f"{folder}/near.parquet")["rows"], 2)
            self.assertEqual(os.listdir(folder), ["near.parquet"])
        self.assertEqual(flyby.join(street(), 8, count=True), 2)
        self.assertEqual(flyby.join(street(), 8, explain=True)["command"], "join")


class Types(unittest.TestCase):
    def test_names_and_ids_keep_their_type(self):
        names = street()["id"]
        for ids in (names, names.astype("category"), names.map({"red": "NA", "blue": "007", "walker": "a,\n\"b\""}), names.astype("string"),
                    names.map({"red": 7, "blue": 8, "walker": 9}).astype("int32"), names.map({"red": 7, "blue": 8, "walker": 9}).astype("category")):
            got = flyby.join(street().assign(id=ids), 8)
            for column in ("query_traj", "entry_traj"):
                self.assertEqual(got[column].dtype, ids.dtype)
                self.assertLessEqual(set(got[column]), set(ids))
            self.assertEqual(set(map(frozenset, zip(got["query_traj"], got["entry_traj"]))), {frozenset(ids[[0, 2]]), frozenset(ids[[0, 4]])})

    def test_ids_under_another_name(self):
        got = flyby.join(street().rename(columns={"id": "car"}).assign(car=[2, 2, 1, 1, 3, 3]), 8, columns={"id": "car"})
        self.assertEqual(got["query_traj"].tolist(), [1, 2])

    def test_ids_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for names, want in ((("007", "8", "9"), ["007", "8"]), (("7", "8", "9"), [7, 8])):
                frame = street()
                frame["id"] = frame["id"].map(dict(zip(("red", "blue", "walker"), names)))
                frame.to_csv(f"{folder}/cars.csv", index=False)
                got = flyby.join(f"{folder}/cars.csv", 8)
                self.assertEqual(sorted({*got["query_traj"], *got["entry_traj"]} - {"9", 9}, key=str), want)

    def test_times_keep_their_type(self):
        seconds = street()["t"]
        instants = pandas.to_datetime(seconds, unit="s", origin="2024-05-01")
        for times, flags in ((seconds, {}), (instants.dt.tz_localize("UTC"), {}), (instants.dt.tz_localize("Europe/Paris"), {}),
                             (instants, {"tz": "Europe/Paris"}), (instants.dt.tz_localize("UTC").dt.strftime("%Y-%m-%dT%H:%M:%SZ"), {})):
            got = flyby.join(street().assign(t=times), 8, **flags)
            for column in ("t_enter", "t_exit", "t_closest"):
                self.assertEqual(got[column].dtype, float if times is seconds else times.dtype)
            closest = got["t_closest"][0]
            self.assertEqual(pandas.Timestamp(closest).strftime("%H:%M:%S.%f") if times is not seconds else closest,
                             "00:00:04.500000" if times is not seconds else 4.5)

    def test_fractions_of_seconds_are_kept(self):
        times = pandas.to_datetime(["2024-05-01T00:00:00.5Z", "2024-05-01T00:00:10.1234567Z"] * 3)
        got = flyby.read(street().assign(t=times))
        self.assertEqual(set(got["t"]), set(times))

    def test_times_without_a_zone_are_the_commands_error(self):
        with self.assertRaisesRegex(flyby.FlybyError, "as tz=UTC does"):
            flyby.join(street().assign(t=pandas.to_datetime(street()["t"], unit="s")), 8)

    def test_further_columns_keep_their_type(self):
        lanes = street().assign(note=["a", "a", None, None, "NA", "NA"], lane=[1, 1, 2, 2, 3, 3], wide=[True, True, False, False, True, True])
        got = flyby.join(lanes, 8, with_="note,lane,wide")
        self.assertEqual(got[["query_note", "entry_note"]].values.tolist(), [[None, "a"], ["a", "NA"]])
        self.assertEqual((got["entry_lane"].tolist(), got["query_lane"].dtype), ([1, 3], "int64"))
        self.assertEqual((got["query_wide"].tolist(), got["query_wide"].dtype), ([False, True], bool))

    def test_texts_come_back_as_they_were(self):
        for one, other in (("a\r", "a"), ("a\n", "a"), ("a\r\n", "a\n"), ("\r", "a"), (" a", "a"), ("a ", "a"), ('"a"', "a"), ("#a", "a"), ("\ufeffa", "a"), ("a,b", "a;b"), ("NA", "nan"),
                           ("\u00e9", "e\u0301"), ("1e3", "1000"), ("007", "7"), ("+1", "1"), (1, 1.0), (2.0, 3.0), ("1.50", "2"), ("2.0", "x"), (2.0, "x"), (1e30, 1.0)):
            ids = pandas.Series([one, one, other, other, "c", "c"], dtype=object)
            last = street().drop(columns="id").assign(id=ids)  # the last cell of a line
            got = flyby.join(last, 8)
            self.assertEqual({(type(each), each) for each in (*got["query_traj"], *got["entry_traj"])}, {(type(each), each) for each in (one, other, "c")})
            if (one, other) in (("1e3", "1000"), (1, 1.0)):
                continue
            of = pandas.Series([one, one, other, other, one, one], dtype=object)
            got = flyby.join(street().assign(note=of), 8, with_="note")
            self.assertEqual(set(zip(got["query_note"], got["entry_note"])), {(other, one), (one, one)})

    def test_values_that_cannot_be_given_back_are_refused_with_their_row(self):
        for one, other, row in (("a", "b\0c", 2), ("\0", "b", 0), ("1", 1, 2), (1, "1", 2), (True, "True", 2), (b"a", "b'a'", 2), ("a", "\ud800", 2), ("a", "a\udfff", 2)):
            values = pandas.Series([one, one, other, other, "c", "c"], dtype=object)
            for table, flags, column in ((street().assign(id=values), {}, "id"), (street().assign(car=values).drop(columns="id"), {"columns": {"id": "car"}}, "car"),
                                         (street().assign(note=values), {"with_": "speeds,note"}, "note"), (street().assign(note=values), {"with_": ["note"]}, "note"),
                                         (street().assign(id=values.astype("category")), {"count": True}, "id")):
                for run in (flyby.join, lambda table, distance, **flags: flyby.search(street(), table, distance, **flags)):
                    with self.assertRaises(flyby.FlybyError) as caught:
                        run(table, 8, **flags)
                    self.assertEqual((caught.exception.row, caught.exception.column, caught.exception.status), (row, column, None))
                    caught.exception.message.encode()
        with self.assertRaisesRegex(flyby.FlybyError, "^table: row 2: column note: '1000': str, and written as the str '1e3' of row 0 is") as caught:
            flyby.join(street().assign(note=["1e3", "1e3", "1000", "1000", "1", "1"]), 8, with_="note")

    def test_values_of_other_columns_do_not_matter(self):
        self.assertEqual(len(flyby.join(street().assign(other=pandas.Series(["1", 1, True, "True", b"a", "b'a'"], dtype=object)), 8)), 2)

    def test_half_of_a_pair_has_its_place(self):
        with self.assertRaisesRegex(flyby.FlybyError, r"^table: row 3: column other: 'x.ud800': has half of a surrogate pair") as caught:
            flyby.join(street().assign(other=["a", "b", "c", "x\ud800", "d", "e"]), 8)
        self.assertEqual((caught.exception.row, caught.exception.column), (3, "other"))
        with self.assertRaisesRegex(flyby.FlybyError, r"^table: column 'x.ud800': its name has half of a surrogate pair"):
            flyby.join(street().assign(**{"x\ud800": 1}), 8)

    def test_answers_with_nul_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            street().replace({"id": {"red": "r\0d"}}).to_csv(f"{folder}/cars.csv", index=False)
            for stream in (False, True):
                with self.assertRaisesRegex(flyby.FlybyError, "NUL"):
                    list(flyby.join(f"{folder}/cars.csv", 8, stream=stream))

    def test_computed_columns_are_float(self):
        got = flyby.join(street(), 8, with_="positions,speeds")
        self.assertEqual({str(dtype) for name, dtype in got.dtypes.items() if name[:6] in ("query_", "entry_") and name[6:] != "traj"}, {"float64"})

    def test_single_precision_is_sent_exactly(self):
        narrow = street().assign(x=(street()["x"] * 0.1).astype("float32"))
        got = flyby.read(narrow)
        self.assertEqual(set(got["x"]), set(narrow["x"].astype("float64")))


class Keywords(unittest.TestCase):
    def test_unknown_keyword_is_an_unknown_flag(self):
        with self.assertRaisesRegex(flyby.FlybyError, r"^unknown keyword: no_such_thing") as caught:
            flyby.join(street(), 8, no_such_thing=1)
        self.assertEqual(caught.exception.status, 2)

    def test_keywords_are_flags(self):
        from datetime import datetime, timedelta
        self.assertEqual(flyby._words.of({"exclude_same_id": True, "quiet": False, "bins": None, "from_": datetime(2024, 5, 1), "max_gap": timedelta(hours=1),
                                       "columns": {"id": "car", "t": "time"}, "where": ["a<=1", "b=2"], "with_": "speeds", "distance": 1e-7, "limit": 3}),
                         ["--exclude-same-id", "--from=2024-05-01T00:00:00", "--max-gap=3600.0s", "--columns=id=car,t=time", "--where=a<=1", "--where=b=2",
                          "--with=speeds", "--distance=1e-07", "--limit=3"])

    def test_flags_of_the_module_are_refused(self):
        for name in ("out_format", "json", "help", "in_format"):
            with self.assertRaisesRegex(TypeError, name):
                flyby.join(street(), 8, **{name: "csv"})

    def test_other_objects_are_refused(self):
        with self.assertRaisesRegex(TypeError, "a dict is no DataFrame"):
            flyby.join({"id": [1]}, 8)

    def test_progress_is_called(self):
        said = []
        flyby.join(street(), 8, progress=said.append)
        self.assertEqual({line["type"] for line in said}, {"progress", "summary"})


class Errors(unittest.TestCase):
    def error(self, call, *arguments, **flags):
        with self.assertRaises(flyby.FlybyError) as caught:
            call(*arguments, **flags)
        return caught.exception

    def test_place_in_a_table(self):
        wrong = self.error(flyby.join, street().assign(x=[0, 1, 2, None, 4, 5]), 8)
        self.assertEqual((wrong.status, wrong.file, wrong.row, wrong.column), (1, "table", 3, "x"))
        self.assertTrue(wrong.message.startswith("table: row 3: column x: "), wrong.message)

    def test_place_in_a_table_whose_cells_have_lines(self):
        wrong = self.error(flyby.join, street().assign(id=["a\nb"] * 2 + ["c\n\nd"] * 2 + ["e"] * 2, x=[0, 1, 2, 3, None, 5]), 8)
        self.assertEqual(wrong.row, 4)

    def test_place_in_the_second_table(self):
        wrong = self.error(flyby.search, street(), street().assign(y=["0", "1", "2", "3", "4", "far"]), 8)
        self.assertEqual((wrong.file, wrong.row, wrong.column), ("queries", 5, "y"))

    def test_place_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/bad.csv"
            street().assign(y=["0", "1", "2", "3", "4", "far"]).to_csv(path, index=False)
            wrong = self.error(flyby.join, path, 8)
            self.assertEqual((wrong.status, wrong.file, wrong.row, wrong.column), (1, path, 7, "y"))
            wrong = self.error(flyby.join, f"{folder}/none.csv", 8)
            self.assertEqual((wrong.status, wrong.file, wrong.row), (1, f"{folder}/none.csv", None))

    def test_column_that_is_not_there(self):
        wrong = self.error(flyby.join, street(), 8, columns={"t": "when"})
        self.assertRegex(wrong.message, "^table: no column when")

    def test_errors_go_from_process_to_process(self):
        wrong = self.error(flyby.join, street().assign(x=[0, 1, 2, None, 4, 5]), 8)
        again = pickle.loads(pickle.dumps(wrong))
        self.assertEqual((str(again), vars(again)), (str(wrong), vars(wrong)))

    def test_error_leaves_no_output(self):
        with tempfile.TemporaryDirectory() as folder:
            self.error(flyby.join, street().assign(x=[0, 1, 2, 3, None, 5]), 8, out=f"{folder}/near.csv")
            self.assertEqual(os.listdir(folder), [])

    def test_warning_of_the_command_is_a_warning(self):
        with self.assertWarnsRegex(UserWarning, "extent|apart|distance"):
            flyby.join(street(), 1e9)

    def test_warnings_are_of_the_line_that_calls(self):
        """A program shows its own line, and its second call of the same words is told of, too: by pandas, by a generator, and from an index."""
        by_name = street().set_index(["id", "t"])
        for asked in (lambda: flyby.join(street(), 1e9), lambda: list(flyby.join(street(), 1e9, stream=True)), lambda: flyby.info(by_name), lambda: flyby.join(street(), 1e9, count=True)):
            with self.assertWarns(UserWarning) as told:
                asked()
            self.assertEqual((told.filename, told.lineno), (__file__, asked.__code__.co_firstlineno))

    def test_tables_need_pandas(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch("flyby._tables.module", lambda name: None):
            with open(f"{folder}/street.csv", "w") as file:
                file.write(STREET)
            with self.assertRaisesRegex(ModuleNotFoundError, "^an answer in a table needs pandas"):
                flyby.join(file.name, 8)
            self.assertEqual((flyby.join(file.name, 8, count=True), flyby.info(file.name)["samples"]), (2, 6))

    def test_progress_names_the_table(self):
        phases = []
        flyby.join(street(), 8, progress=lambda line: phases.append(line.get("phase")))
        self.assertIn("read table", phases)

    def test_heights_that_are_not_taken_are_a_warning(self):
        cars = street().assign(ALT=[0, 0, 300, 300, 600, 600])
        told = r'^table: z not taken: ALT \(columns="z=ALT"\)$'
        with self.assertWarnsRegex(UserWarning, told):
            flat = flyby.join(cars, 8)
        with self.assertWarnsRegex(UserWarning, told.replace("table", "queries")):
            flyby.search(street(), cars, 8)
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            pandas.testing.assert_frame_equal(flyby.join(cars, 8, height="none"), flat)
            self.assertEqual((len(flat), len(flyby.join(cars, 8, columns={"z": "ALT"}))), (2, 0))
        places = cars[["x", "y", "ALT"]]
        with self.assertWarnsRegex(UserWarning, r'^points: z not taken: ALT \(columns="x1=x,x2=y,x3=ALT"\)$'):
            labels = flyby.dbscan(places, 8, 1, columns={"x1": "x", "x2": "y"})
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            pandas.testing.assert_frame_equal(flyby.dbscan(places, 8, 1, columns={"x1": "x", "x2": "y"}, height="none"), labels)


if __name__ == "__main__":
    unittest.main()
