"""Pages of answers, and what else is asked of tables without files of one's own: checks, summaries, positions."""

import copy
import html
import json
import os
import pathlib
import pickle
import re
import tempfile
import unittest
import warnings
from unittest import mock

import numpy
import pandas

import common

import flyby

CARS = pandas.DataFrame({"id": ["red", "red", "blue", "blue", "walker", "walker"], "t": [0, 10, 0, 10, 0, 10],
                         "x": [0, 100, 50, 50, 100, 88], "y": [0, 0, -40, 60, 5, 5]})
PLACES = pandas.DataFrame({"id": ["a", "b", "c", "d"], "x": [0, 1, 1, 90], "y": [0, 0, 1, 9]})


class Spooled(common.Leaves):
    """Tests that files of tables are in a folder of their own, which is empty behind each test."""

    def setUp(self):
        super().setUp()
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name, "work")
        self.spool = pathlib.Path(self.temporary.name, "spool")
        self.folder.mkdir()
        self.spool.mkdir()
        patch = mock.patch.object(tempfile, "tempdir", str(self.spool))
        patch.start()
        self.addCleanup(patch.stop)

    def tearDown(self):
        self.assertEqual(os.listdir(self.spool), [])
        super().tearDown()


class AtOnce(Spooled):
    def test_page_is_the_page_of_the_command(self):
        """A DataFrame gives the page, byte for byte, that the command writes of a file of it with the name of the table."""
        for call, words, tables in (
            (lambda out: flyby.join(CARS, "8m", units="m,s", out=out), "join table --distance 8m --units m,s", {"table": CARS}),
            (lambda out: flyby.search(CARS, CARS[:2], 8, exclude_same_id=True, out=out), "search --entries entries --queries queries --distance 8 --exclude-same-id", {"entries": CARS, "queries": CARS[:2]}),
            (lambda out: flyby.nearest(CARS, 1, out=out), "nearest table -k 1", {"table": CARS}),
            (lambda out: flyby.convoys(CARS, 60, 2, out=out), "convoys table --distance 60 --min-size 2", {"table": CARS}),
            (lambda out: flyby.dbscan(PLACES, 2, 2, out=out), "dbscan points --eps 2 --minpts 2", {"points": PLACES}),
        ):
            summary = call(str(self.folder / "ours.html"))
            for name, table in tables.items():
                table.to_csv(self.folder / name, index=False)
            before = os.getcwd()
            os.chdir(self.folder)
            self.addCleanup(os.chdir, before)
            common.flyby(*words.split(), "--in-format", "csv", "--out", "theirs.html")
            ours, theirs = ((self.folder / name).read_bytes() for name in ("ours.html", "theirs.html"))
            self.assertEqual(ours, theirs, words)
            self.assertEqual(summary["command"], words.split()[0])
            self.assertIn(f"{words.split()[0]} of {next(iter(tables))}", re.search("<title>(.*)</title>", ours.decode())[1])

    def test_page_of_an_array(self):
        X = PLACES[["x", "y"]].to_numpy()
        self.assertEqual(flyby.dbscan(X, 2, 2, out=self.folder / "a.html")["clusters"], 1)
        self.assertIn(b"dbscan of points", (self.folder / "a.html").read_bytes())

    def test_nothing_is_left_of_a_run_that_fails(self):
        for call, fault in ((lambda: flyby.join(CARS, "x", out="x.html"), flyby.FlybyError), (lambda: flyby.join(CARS, 8, out="x.html", progress=lambda _: 1 / 0), ZeroDivisionError),
                            (lambda: flyby.visits(CARS, "none.geojson", out="x.html"), flyby.FlybyError)):
            with self.assertRaises(fault):
                call()
            self.assertEqual(os.listdir(self.spool), [])

    def test_row_of_a_wrong_cell_is_named(self):
        with self.assertRaisesRegex(flyby.FlybyError, '^table: row 5: column y: "far": not a number') as caught:
            flyby.join(CARS.assign(y=["0", "0", "-40", "60", "5", "far"]), 8, out="x.html")
        self.assertEqual((caught.exception.file, caught.exception.row, caught.exception.column), ("table", 5, "y"))


class Shown(Spooled):
    def near(self, **flags):
        return flyby.join(CARS, "8m", units="m,s", **flags)

    def test_answer_knows_its_tables(self):
        page = flyby.show(self.near())
        self.assertIn(b"2 encounters", page.html)
        self.assertIn(b"Within 8 m", page.html)
        self.assertIn(b"<title>join of entries: 2 encounters</title>", page.html)
        for answer in (flyby.search(CARS, CARS[:2], 8, exclude_same_id=True), flyby.nearest(CARS, 1), flyby.nearest(CARS, 1, CARS[:2], exclude_same_id=True),
                       flyby.convoys(CARS, 60, 2), flyby.convoys(CARS, 60, 2, max_break=1), flyby.convoys(CARS, 60, 2, method="cmc", min_ticks=2, clock=1), flyby.dbscan(PLACES, 2, min_samples=2),
                       self.near(units_out="km"), self.near(from_=1, top=1), flyby.join(CARS.assign(t=pandas.to_datetime(CARS.t * 1e9).dt.tz_localize("Europe/Oslo")), 8),
                       flyby.join(CARS.assign(t=pandas.to_datetime(CARS.t * 1e9)), 8, tz="Europe/Oslo"), flyby.join(CARS.assign(id=CARS.id.astype("category")), 8),
                       flyby.join(CARS.rename(columns={"id": "car"}), 8, columns={"id": "car"}), flyby.search(CARS.rename(columns={"id": "who"}), CARS[:2], 8, entry_columns={"id": "who"})):
            self.assertIn(b"<table", flyby.show(answer).html)

    def test_rows_that_are_left_are_shown(self):
        near = self.near()
        self.assertEqual([flyby.show(near[near["d_min"] < d]).html.count(b"data-d-min=") for d in (6, 8)], [1, 2])

    def test_answer_stays_a_plain_table(self):
        """What an answer knows of its run is in no copy that leaves this Python, and hinders none."""
        near = self.near()
        self.assertEqual(json.loads(json.dumps(near.attrs))["flyby"]["encounters"], 2)
        back = pickle.loads(pickle.dumps(near))
        self.assertEqual((type(back.attrs["flyby"]), back.attrs["flyby"]), (dict, near.attrs["flyby"]))
        self.assertEqual(len(pandas.concat([near, near])), 4)
        self.assertIs(copy.deepcopy(near.attrs)["flyby"].run[1]["table"], CARS)
        self.assertIn("<td>", near._repr_html_())

    def test_frame_is_sandboxed_and_has_the_policy(self):
        page = flyby.show(self.near())
        frame = re.fullmatch(r'<iframe sandbox="allow-scripts" style="[^"]*" srcdoc="([^"]*)"></iframe>', page._repr_html_())
        self.assertEqual(html.unescape(frame[1]), page.html.decode())
        self.assertIn(b"Content-Security-Policy\" content=\"default-src 'none';", page.html)

    def test_report_writes_what_show_shows(self):
        near = self.near()
        self.assertEqual(flyby.report(near, out=self.folder / "a.html")["shown"], 2)
        self.assertEqual((self.folder / "a.html").read_bytes(), flyby.show(near).html)
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        flyby.report(near, out="b.html", svg="pictures")
        self.assertEqual((sorted(os.listdir()), sorted(os.listdir("pictures"))), (["a.html", "b.html", "pictures"], ["1.svg", "2.svg"]))
        near.to_csv(self.folder / "near.csv", index=False)
        CARS.to_csv(self.folder / "cars.csv", index=False)
        for result in (near, self.folder / "near.csv"):
            for table in (CARS, self.folder / "cars.csv"):
                self.assertIn(b"2 encounters", flyby.report(result, table, units="m,s", distance=8).html)
        for result, title in ((near, "join of cars.csv"), (pickle.loads(pickle.dumps(near)), "answer of cars.csv"), (self.folder / "near.csv", "near.csv")):
            self.assertIn(f"<title>{title}: 2 encounters</title>".encode(), flyby.report(result, self.folder / "cars.csv", distance=8).html)
        self.assertIn(b"<title>Crossing, 1 May: 2 encounters</title>", flyby.report(near, title="Crossing, 1 May").html)
        self.assertIn(b"each with all others, in cars.csv.</li>", flyby.show(flyby.join("cars.csv", 8)).html)
        self.assertIn(b"each with all others, in entries.</li>", flyby.show(near).html)

    def test_labels_of_an_array(self):
        X = PLACES[["x", "y"]].to_numpy()
        self.assertIn(b"<title>answer of points: 1 cluster of 4 points</title>", flyby.report(flyby.dbscan(X, 2, 2), X, eps=2, minpts=2).html)

    def test_faults_are_named(self):
        with self.assertRaisesRegex(TypeError, "^entries: the tables of this answer are not known"):
            flyby.show(pickle.loads(pickle.dumps(self.near())))
        with self.assertRaisesRegex(flyby.FlybyError, r"^result: row 0: "):
            flyby.show(self.near().assign(d_min=[3.0, 5.0]))
        with self.assertRaisesRegex(flyby.FlybyError, "a file of objects"):
            flyby.show(self.near(level="objects"))


class Asked(Spooled):
    def test_verify(self):
        near = flyby.join(CARS, 8)
        told = flyby.verify(near)
        self.assertEqual((told["checked"], told["of"], told["rows"]), (3, 3, 2))
        self.assertEqual(flyby.verify(near, CARS, distance=8)["rows"], 2)
        with self.assertRaisesRegex(flyby.FlybyError, r"^result: row 1: d_min"):
            flyby.verify(near.assign(d_min=[7.0710678118654755, 5.5]))
        long = pandas.concat([CARS, CARS.assign(t=CARS.t + 30)]).sort_values(["id", "t"], kind="stable")  # gaps of 20, in which none is near
        some = flyby.search(long, long[long.id == "red"], 30, with_="positions", entry_max_gap=15, exclude_same_id=True, merge_gap=1, having="d_min>=0", units_out="km", units="m,s")
        self.assertEqual(len(some), 4)
        self.assertNotIn("unchecked", flyby.verify(some))  # each keyword is known
        self.assertEqual(flyby.show(some).html.count(b"data-d-min="), 4)
        with self.assertRaisesRegex(flyby.FlybyError, "^distance"):
            flyby.verify(near, CARS, distance=None)

    def test_verify_and_pages_of_visits_and_nearest(self):
        with open(self.folder / "zones.csv", "w") as file:
            file.write('zone_id,wkt\nyard,"POLYGON((40 -10,60 -10,60 10,40 10,40 -10))"\n')
        inside = flyby.visits(CARS, str(self.folder / "zones.csv"))
        self.assertEqual((len(inside), flyby.verify(inside)["rows"]), (2, 2))
        page = flyby.show(inside)
        self.assertEqual((page.html.count(b'data-zone="yard"'), b"2 visits" in page.html), (2, True))
        self.assertEqual(flyby.visits(CARS, str(self.folder / "zones.csv"), out=self.folder / "v.html")["visits"], 2)
        self.assertIn(b"visits of table: 2 visits", (self.folder / "v.html").read_bytes())
        self.assertEqual(flyby.report(inside, zones=str(self.folder / "zones.csv"), top=1).html.count(b"data-zone="), 1)
        self.assertEqual(flyby.verify(flyby.nearest(CARS, 2))["rows"], 6)

    def test_info(self):
        self.assertEqual({key: value for key, value in flyby.info(CARS).items() if key in ("trajectories", "samples", "dimensions", "max")},
                         {"trajectories": 3, "samples": 6, "dimensions": 2, "max": [100, 60]})

    def test_at(self):
        there = flyby.at(CARS, 5)
        self.assertEqual(there.values.tolist(), [["blue", 50, 10], ["red", 50, 0], ["walker", 94, 5]])
        self.assertEqual([*map(str, there.dtypes)], ["object", "float64", "float64"])
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # x1 and x2 are what coordinates are called
            self.assertEqual(flyby.dbscan(there, 10, 2)["label"].tolist(), [0, 0, -1])
        self.assertEqual(flyby.at(CARS.replace({"id": {"red": 1, "blue": 2, "walker": 3}}).rename(columns={"id": "car"}), 5, columns={"id": "car"})["id"].tolist(), [1, 2, 3])

    def test_convert(self):
        told = flyby.convert(CARS, self.folder / "cars.parquet")
        self.assertEqual((told["rows"], told["trajectories"]), (6, 3))
        pandas.testing.assert_frame_equal(flyby.join(str(self.folder / "cars.parquet"), 8), flyby.join(CARS, 8))

    def test_tune_takes_tables(self):
        """The command gets what it needs; measuring takes minutes, and is not for a test."""
        with self.assertRaisesRegex(flyby.FlybyError, '^model "?absent.json'):
            flyby.tune(CARS, 8, model="absent.json", device="cpu")
        with self.assertRaisesRegex(flyby.FlybyError, "distance"):
            flyby.tune(CARS, device="cpu")
        stand_in = self.folder / "flyby"
        stand_in.write_text("#!/bin/sh\ncase $* in version) echo flyby ;; *entries*) cat >/dev/null; echo '{\"batch_size\": 64}' ;; *) echo '{\"type\": \"summary\", \"model\": \"m.json\"}' >&2 ;; esac\n")
        stand_in.chmod(0o755)
        with mock.patch.dict(os.environ, FLYBY_BINARY=str(stand_in)):
            self.assertEqual((flyby.tune("cars.csv", 8), flyby.tune()["model"]), ({"batch_size": 64}, "m.json"))


class Index(common.Leaves):
    def test_levels_with_names_are_columns(self):
        want = flyby.join(CARS, 8)
        for levels, told in ((["t"], "a column: t"), (["id", "t"], "columns: id, t")):
            with self.assertWarnsRegex(UserWarning, f"^table: the index is taken as {told}$"):
                pandas.testing.assert_frame_equal(flyby.join(CARS.set_index(levels), 8), want)
        with self.assertWarnsRegex(UserWarning, "^queries: the index is taken as a column: t$"):
            self.assertEqual(len(flyby.search(CARS, CARS[:2].set_index("t"), 8, exclude_same_id=True)), 2)

    def test_index_of_points_is_no_coordinate(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            named = PLACES.drop(columns="id").rename_axis("frame")
            self.assertEqual(flyby.dbscan(named, 2, 2)["label"].tolist(), [0, 0, 0, -1])
        with self.assertWarnsRegex(UserWarning, "^points: the index is taken as a column: id$"):
            self.assertEqual(flyby.dbscan(PLACES.set_index("id"), 2, 2)["id"].tolist(), ["a", "b", "c", "d"])

    def test_row_of_an_error_is_its_position(self):
        with self.assertWarns(UserWarning), self.assertRaises(flyby.FlybyError) as caught:
            flyby.join(CARS.assign(y=["0", "0", "-40", "60", "5", "far"]).set_index("id"), 8)
        self.assertEqual(caught.exception.row, 5)


class Words(unittest.TestCase):
    def test_messages_speak_in_keywords(self):
        for said, want in {
            "--distance \"x\": not a number": 'distance="x": not a number',
            "--max-gap leaves 1 of 2; --max-gap T leaves out what is over T (0: nothing)": "max_gap leaves 1 of 2; max_gap=T leaves out what is over T (0: nothing)",
            "read it with --max-gap 6h, or --top 20.": 'read it with max_gap="6h", or top=20.',
            "no id and time in A, B; try: --lonlat --columns id=A,t=B --tz UTC (left to say: t=none)": 'no id and time in A, B; try: lonlat=True, columns="id=A,t=B", tz="UTC" (left to say: t=none)',
            "--curve none is for straight lines": 'curve="none" is for straight lines',
            "--explain and --eps 3: --exclude-same-id without queries": "explain=True and eps=3: exclude_same_id=True without queries",
            "inf: flyby nearest -k K finds": "inf: flyby.nearest k=K finds",
            "unknown flag: --query-no-such (see flyby join --help)": "unknown keyword: query_no_such (see help(flyby.join))",
            "flyby join was killed by SIGKILL": "flyby join was killed by SIGKILL",
            "--from: is after --to": "from_: is after to",
            "--entries entries: bad": "entries: bad",
            "a--b is no flag, nor is -- alone": "a--b is no flag, nor is -- alone",
        }.items():
            self.assertEqual(flyby._words.said(said), want)

    def test_public_names_are_the_names_of_dir(self):
        self.assertEqual(sorted(dir(flyby)), sorted([*flyby.__all__, "__version__"]))
        self.assertFalse({"json", "os"} & {*dir(flyby)})


if __name__ == "__main__":
    unittest.main()
