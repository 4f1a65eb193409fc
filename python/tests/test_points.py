"""Points: arrays and tables go in, and the answer equals the command's, to the bit."""

import io
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import unittest
import warnings

import common
import numpy
import pandas

import flyby


def cloud(seed, rows=2000, columns=2):
    """Return points whose numbers need all digits."""
    return numpy.random.default_rng(seed).standard_normal((rows, columns))


class Files(unittest.TestCase):
    """Tests with a folder, in which arrays are files of the command."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def saved(self, name, array):
        numpy.save(self.folder / name, array)
        return self.folder / name

    def array(self, *words):
        """Return the array that the command writes."""
        common.flyby(*words, "--out", self.folder / "out.npy")
        return numpy.load(self.folder / "out.npy")

    def rows(self, *words):
        """Return the rows that the command writes, with numbers as Python reads them."""
        return pandas.read_csv(io.StringIO(common.flyby(*words)), float_precision="round_trip")

    def assertSame(self, got, want):
        self.assertEqual((got.dtype, got.shape), (want.dtype, want.shape))
        self.assertTrue((got == want).all())


class Arrays(Files):
    def test_labels_are_those_of_the_command(self):
        points = cloud(1)
        words = "dbscan", self.saved("points.npy", points), "--eps", "0.1", "--minpts", "8"
        labels, kinds = flyby.dbscan(points, 0.1, 8, kinds=True)
        self.assertSame(labels, self.array(*words))
        self.assertSame(labels, flyby.dbscan(points, eps=0.1, minpts=8))
        self.assertEqual(kinds.tolist(), self.rows(*words)["kind"].tolist())
        self.assertEqual(set(kinds), {"core", "border", "noise"})

    def test_several_eps_are_rows_of_labels(self):
        points = cloud(1)
        labels, kinds = flyby.dbscan(points, [0.1, 0.2], (4, 8), kinds=True)
        self.assertEqual((labels.shape, kinds.shape), ((4, 2000), (4, 2000)))
        self.assertSame(labels[1], flyby.dbscan(points, 0.1, 8))

    def test_nearest_are_those_of_the_command(self):
        points, queries = cloud(1), cloud(2, 300)
        words = "knn", self.saved("points.npy", points), "-k", 3
        for of, more in ((None, ()), (queries, ("--queries", self.saved("queries.npy", queries)))):
            distances, rows = flyby.knn(points, 3, of)
            self.assertSame(rows, self.array(*words, *more))
            self.assertSame(distances.ravel(), self.rows(*words, *more)["distance"].to_numpy())

    def test_fewer_than_k_are_all(self):
        with self.assertWarnsRegex(UserWarning, "all are given"):
            distances, rows = flyby.knn(cloud(1, 3), 5)
        self.assertEqual((distances.shape, rows.shape), ((3, 2), (3, 2)))
        with self.assertWarns(UserWarning):
            distances, rows = flyby.knn(cloud(1, 1), 5)
        self.assertEqual((distances.shape, rows.shape, rows.dtype), ((1, 0), (1, 0), "int64"))

    def test_nearest_of_a_device_are_the_hosts_and_told(self):
        if "opencl:0" not in subprocess.run([common.BINARY, "devices"], capture_output=True, text=True).stdout:
            self.skipTest("no OpenCL device")
        want = flyby.knn(cloud(1, 300), 2)
        said = []
        with self.assertWarnsRegex(UserWarning, "no method that auto takes finds nearest points on opencl:0: the cpu found them"):
            got = flyby.knn(cloud(1, 300), 2, device="opencl:0", progress=said.append)
        for ours, theirs in zip(got, want):
            self.assertSame(ours, theirs)
        self.assertEqual((said[-1]["method"], said[-1]["nearest_instead_of"]), ("kdtree", "opencl:0"))
        with self.assertRaisesRegex(flyby.FlybyError, "method tiles finds nearest points on the cpu only"):
            flyby.knn(cloud(1, 300), 2, device="opencl:0", method="tiles")

    def test_pairs_are_those_of_the_command(self):
        points, queries = cloud(1), cloud(2, 300)
        path = self.saved("points.npy", points)
        want = self.rows("selfjoin", path, "--eps", "0.1", "--with-distance")
        pairs, distances = flyby.selfjoin(points, 0.1, with_distance=True)
        self.assertSame(pairs, want[["id_a", "id_b"]].to_numpy())
        self.assertSame(distances, want["distance"].to_numpy())
        self.assertSame(flyby.selfjoin(points, 0.1), pairs)
        want = self.rows("pointjoin", path, "--queries", self.saved("queries.npy", queries), "--eps", "0.1", "--with-distance")
        pairs, distances = flyby.pointjoin(points, queries, 0.1, with_distance=True)
        self.assertSame(pairs, want[["query", "entry"]].to_numpy())
        self.assertSame(distances, want["distance"].to_numpy())

    def test_counts_are_those_of_the_command(self):
        points = cloud(1)
        want = self.rows("selfjoin", self.saved("points.npy", points), "--eps", "0.1", "--level", "counts")["neighbours"].to_numpy()
        self.assertSame(flyby.selfjoin(points, 0.1, level="counts"), want)

    def test_answer_of_many_batches(self):
        pairs = flyby.selfjoin(cloud(1), 0.8)
        self.assertGreater(len(pairs), 3 << 16)
        counts = numpy.bincount(pairs.ravel(), minlength=2000)
        self.assertSame(counts, flyby.selfjoin(cloud(1), 0.8, level="counts"))
        self.assertTrue((numpy.diff(pairs[:, 0] * 2000 + pairs[:, 1]) > 0).all())

    def test_no_pair_is_an_array_without_rows(self):
        pairs, distances = flyby.selfjoin([[0.0], [1.0]], 0.5, with_distance=True)
        self.assertEqual((pairs.shape, pairs.dtype, distances.shape, distances.dtype), ((0, 2), "int64", (0,), "float64"))

    def test_arrays_of_any_type_and_order(self):
        points = numpy.rint(cloud(1) * 20)
        want = flyby.selfjoin(points, 3)
        wide = numpy.full((2000, 5), numpy.nan)
        wide[:, 1:5:3] = points
        for array in (*(points.astype(of) for of in ("f4", "f2", ">f8", ">i2", "i1", "i8")), numpy.asfortranarray(points), wide[:, 1:5:3],
                      numpy.asfortranarray(wide)[:, 1:5:3].astype("f4", order="F"), points.T.copy().T, points[::-1].copy()[::-1], points.tolist(),
                      pandas.DataFrame(points).to_numpy(), numpy.ma.array(points), memoryview(points)):
            self.assertSame(flyby.selfjoin(array, 3), want)
        self.assertSame(flyby.selfjoin((points + 128).astype("u8"), 3), want)
        self.assertEqual(flyby.selfjoin([True, False, True], 0).tolist(), [[0, 2]])
        self.assertSame(flyby.selfjoin(pandas.Series(points[:, 0]), 0), flyby.selfjoin(points[:, :1], 0))

    def test_array_is_sent_as_numpy_saves_it(self):
        for array in (cloud(1), cloud(1)[:, 0], numpy.asfortranarray(cloud(1, 7, 3)).astype(">f4"), numpy.empty((0, 3))):
            want = io.BytesIO()
            numpy.save(want, array)
            feed, got = flyby._tables.feed_of(array, "points", []), io.BytesIO()
            self.addCleanup(feed.end)
            feed._write(got)
            self.assertEqual(got.getvalue(), want.getvalue())

    def test_keywords_are_flags(self):
        degrees = numpy.array([[12.0, 55.0], [12.0, 55.001], [12.0, 56.0]])
        self.assertEqual(flyby.selfjoin(degrees, "112m", lonlat=True).tolist(), [[0, 1]])
        self.assertEqual(flyby.selfjoin(degrees, "111m", lonlat=True).tolist(), [])

    def test_out_and_explain(self):
        summary = flyby.dbscan(cloud(1), 0.1, 8, out=self.folder / "labels.npy")
        self.assertEqual(summary["points"], 2000)
        self.assertSame(numpy.load(self.folder / "labels.npy"), flyby.dbscan(cloud(1), 0.1, 8))
        self.assertEqual(flyby.dbscan(cloud(1), None, 8, explain=True)["minpts"], 8)

    def test_progress_is_called(self):
        said = []
        flyby.knn(cloud(1), 1, progress=said.append)
        self.assertEqual(said[-1]["type"], "summary")


class Errors(Files):
    def error(self, call, *arguments, **flags):
        with self.assertRaises(flyby.FlybyError) as caught:
            call(*arguments, **flags)
        return caught.exception

    def test_row_of_an_array(self):
        for order in "CF":
            points = numpy.array(cloud(1), order=order)
            points[1234, 1] = numpy.nan
            wrong = self.error(flyby.dbscan, points, 0.1, 8)
            self.assertEqual((wrong.status, wrong.file, wrong.row, wrong.column), (1, "points", 1234, "x2"))
            self.assertRegex(wrong.message, '^points: row 1234: column x2: "NaN": not a finite number')
            self.assertEqual(vars(pickle.loads(pickle.dumps(wrong))), vars(wrong))
        wrong = self.error(flyby.knn, cloud(1), 1, numpy.array([[0, 0], [numpy.inf, 0]]))
        self.assertEqual((wrong.file, wrong.row, wrong.column), ("queries", 1, "x1"))

    def test_integers_that_float64_does_not_hold(self):
        wrong = self.error(flyby.selfjoin, numpy.array([0, 2**53 + 1]), 1)
        self.assertEqual((wrong.row, "9007199254740993" in wrong.message), (1, True))

    def test_arrays_that_are_no_points(self):
        for array, said in ((numpy.zeros((2, 2, 2)), "points: an array of 3 dimensions"), (numpy.zeros((0, 2)), "points: no rows"),
                            (numpy.zeros((2, 0)), "points: no coordinates"), (1.5, "points: an array of 0 dimensions")):
            self.assertRegex(self.error(flyby.selfjoin, array, 1).message, "^" + said)
        self.assertRegex(self.error(flyby.pointjoin, cloud(1), cloud(1, 5, 3), 1).message, "3")

    def test_arrays_that_are_no_numbers(self):
        for array in (numpy.zeros((2, 2), complex), numpy.zeros((2, 2), object), numpy.array([["a", "b"]]), numpy.zeros(2, "M8[s]"),
                      numpy.zeros((2, 2), numpy.longdouble), numpy.zeros(2, [("x", float)]), {1, 2}, None):
            with self.assertRaisesRegex(TypeError, "^points: an array of "):
                flyby.selfjoin(array, 1)
        with self.assertRaisesRegex(TypeError, "^queries: some values are masked"):
            flyby.knn(cloud(1), 1, numpy.ma.masked_greater(cloud(2), 1))

    def test_flags_that_arrays_do_not_have(self):
        for flags in ({"skip_bad_rows": True}, {"in_format": "csv"}, {"out_format": "csv"}, {"json": True}, {"level": "neighbours"}):
            with self.assertRaisesRegex(TypeError, next(iter(flags))):
                flyby.selfjoin(cloud(1), 1, **flags)
        for call in (flyby.dbscan, flyby.selfjoin):
            arguments = (1, 2) if call is flyby.dbscan else (1,)
            self.assertRegex(self.error(call, cloud(1), *arguments, no_such_thing=1).message, "^unknown keyword: no_such_thing")

    def test_array_and_table_do_not_go_together(self):
        for entries, queries in ((cloud(1), pandas.DataFrame(cloud(2))), ("points.csv", cloud(1))):
            with self.assertRaisesRegex(TypeError, "an array and a table"):
                flyby.knn(entries, 1, queries)

    def test_wrong_flags_are_the_commands_error(self):
        wrong = self.error(flyby.dbscan, cloud(1), -1, 3)
        self.assertEqual((wrong.status, "eps" in wrong.message), (2, True))

    def test_answer_that_is_cut_is_an_error(self):
        stream = common.flyby_bytes("knn", self.saved("points.npy", cloud(1, 9)), "-k", 1, "--out-format", "arrow")
        whole = flyby._arrays.Columns(common.Raw(stream))
        self.assertEqual([name in whole for name in ("query", "rank", "entry", "distance", "label")], [True, True, True, True, False])
        for size in range(len(stream)):
            with self.assertRaises(EOFError):
                flyby._arrays.Columns(common.Raw(stream[:size]))


class Tables(Files):
    def test_coordinates_that_nobody_named_are_told_once(self):
        flyby._points._once.cache_clear()
        people = self.frame(age=[1.0, 2, 3, 4])
        with self.assertWarnsRegex(UserWarning, "^points: all columns of numbers are coordinates: x, y, age; columns={'x1': 'x', ...} names"):
            flyby.dbscan(people, 1, 2)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for frame, flags in ((people, {}), (people.rename(columns={"age": "weight"}), {"columns": {"x1": "x", "x2": "y"}}), (self.frame(), {}), (self.frame(z=[0.0, 0, 0, 0]), {}),
                                 (self.frame().rename(columns={"x": "lon", "y": "lat"}), {"lonlat": True})):
                flyby.dbscan(frame, 1, 2, **flags)
        with self.assertWarnsRegex(UserWarning, "^queries: all columns of numbers are coordinates: east, north; "):
            flyby.knn(self.frame(), 1, self.frame().set_axis(["east", "north"], axis=1))

    def frame(self, **columns):
        return pandas.DataFrame({"x": [0.0, 1, 1, 9], "y": [0.0, 0, 1, 9], **columns})

    def test_frame_gives_a_frame_with_its_ids(self):
        for ids in ([7, 8, 9, 10], ["a", "007", "NA", "b,\n"]):
            for of in ("id", "ship_id") if ids[0] == 7 else ("id",):
                frame = self.frame(**{of: ids})
                got = flyby.dbscan(frame, 1, 2)
                self.assertEqual((list(got.columns), got["id"].tolist(), got["id"].dtype), (["id", "label", "kind"], ids, frame[of].dtype))
                self.assertEqual((got["label"].tolist(), got["label"].dtype), ([0, 0, 0, -1], "int64"))
                self.assertEqual(got["kind"].tolist(), ["core", "core", "core", "noise"])
                self.assertEqual(flyby.selfjoin(frame, 1)["id_b"].tolist(), ids[1:3])

    def test_frame_without_ids_has_rows(self):
        got = flyby.selfjoin(self.frame(), 1, with_distance=True)
        self.assertEqual(got.values.tolist(), [[0, 1, 1], [1, 2, 1]])
        self.assertEqual([str(of) for of in got.dtypes], ["int64", "int64", "float64"])
        self.assertEqual(flyby.selfjoin(pandas.DataFrame(cloud(1)), 0.1).to_numpy().tolist(), flyby.selfjoin(cloud(1), 0.1).tolist())

    def test_counts_are_integers(self):
        got = flyby.selfjoin(self.frame(id=list("abcd")), 1, level="counts")
        self.assertEqual((got["id"].tolist(), got["neighbours"].tolist(), got["neighbours"].dtype), (list("abcd"), [1, 2, 1, 0], "int64"))
        self.assertEqual(flyby.selfjoin(self.frame(id=list("abcd")), 1, level="neighbours")["neighbours"].tolist(), ["b", "a;c", "b", ""])

    def test_ids_of_queries_and_entries(self):
        entries, queries = self.frame(id=list("abcd")), self.frame(id=[5, 6, 7, 8]).astype({"id": "int16"})
        for other in (queries, self.frame()):
            got = flyby.knn(entries, 1, other)
            self.assertEqual((got["query"].tolist(), got["query"].dtype), (other["id"].tolist(), "int16") if other is queries else ([0, 1, 2, 3], "int64"))
            self.assertEqual(got["entry"].tolist(), list("abcd"))
        self.assertEqual(flyby.pointjoin(entries, queries, 0).values.tolist(), [[5, "a"], [6, "b"], [7, "c"], [8, "d"]])
        self.assertEqual(flyby.pointjoin(self.frame(), entries, 0).values.tolist(), [["a", 0], ["b", 1], ["c", 2], ["d", 3]])

    def test_queries_are_read_in_their_own_way(self):
        stars = pandas.DataFrame({"star": [7, 8], "east": [0.0, 3.0], "north": [0.0, 4.0]})
        scans = pandas.DataFrame({"who": ["a"], "y": [4000.0], "x": [3000.0]})
        with self.assertWarnsRegex(UserWarning, "^queries: converted lengths in m to km$"):
            got = flyby.knn(stars, 2, scans, units="km", query_units="m", entry_columns={"id": "star", "x1": "east", "x2": "north"}, query_columns={"id": "who", "x1": "x", "x2": "y"})
        self.assertEqual((got["query"].tolist(), got["entry"].tolist(), got["distance"].tolist()), (["a", "a"], [8, 7], [0, 5]))

    def test_file_gives_a_frame(self):
        path = self.folder / "points.csv"
        for ids, want in (([7, 8, 9, 10], [7, 8, 9]), (["007", "8", "9", "10"], ["007", "8", "9"])):
            self.frame(id=ids).to_csv(path, index=False)
            got = flyby.selfjoin(path, 1)
            self.assertEqual(sorted({*got["id_a"], *got["id_b"]}), want)
        got = flyby.selfjoin(self.saved("points.npy", cloud(1)), 0.1)
        self.assertEqual(got.to_numpy().tolist(), flyby.selfjoin(cloud(1), 0.1).tolist())
        self.assertEqual(got.attrs["flyby"]["command"], "selfjoin")

    def test_error_names_the_row(self):
        with self.assertRaises(flyby.FlybyError) as caught:
            flyby.dbscan(self.frame(id=[1, 2, 3, 3]), 1, 2)
        self.assertEqual((caught.exception.file, caught.exception.row), ("points", 3))

    def test_convoys_are_the_groups_of_the_command(self):
        path = self.folder / "flocks.csv"
        common.flyby("generate", "flocks", "--scale", "0.05", "--out", path)
        flocks = pandas.read_csv(path, float_precision="round_trip")
        for flags in ({"min_duration": 20.0}, {"min_duration": 20, "level": "groups"}, {"method": "mc", "min_ticks": 20, "clock": 1}):
            want = self.rows("convoys", path, "--distance", 2, "--min-size", 3, *flyby._words.of(flags))
            want = want.astype({name: float for name in want.columns if name[0] == "t" and name != "traj_id"})
            pandas.testing.assert_frame_equal(flyby.convoys(flocks, 2, 3, **flags), want, check_exact=True)
            self.assertGreater(len(want), 3)

    def test_convoys_have_the_types_of_the_table(self):
        day = pandas.Timestamp("2024-05-01", tz="Europe/Paris")
        ships = pandas.DataFrame({"id": ["a", "a", "b", "b"], "t": [day, day + pandas.Timedelta("1h")] * 2, "x": [0, 10, 1, 11], "y": [0, 0, 0, 0]})
        got = flyby.convoys(ships, 2, 2, min_duration="30min")
        self.assertEqual((got["t_start"].dtype, got["t_end"].tolist(), got["traj_id"].tolist()), (ships["t"].dtype, [ships["t"][1]] * 2, ["a", "b"]))
        self.assertEqual(sum(map(len, flyby.convoys(ships, 2, 2, min_duration="30min", stream=True))), 2)


class Runs(common.Leaves):
    def test_refused_arguments_leave_nothing(self):
        class Unreadable:
            def __str__(self):
                raise TypeError("no text")
        for arguments in ((numpy.zeros(2, complex), 1), (cloud(1), Unreadable())):
            with self.assertRaises(TypeError):
                flyby.selfjoin(*arguments)

    def test_progress_that_fails_ends_the_run(self):
        def fail(line):
            raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "enough"):
            flyby.selfjoin(cloud(1, 100_000), 0.1, progress=fail)

    def test_child_that_ends_early_is_its_own_message(self):
        with self.assertRaisesRegex(flyby.FlybyError, "^unknown keyword: nothing"):
            flyby.selfjoin(cloud(1, 1_000_000), 1, nothing=1)

    def test_killed_child_is_named(self):
        def kill(line):
            for child in common.children():
                os.kill(child, signal.SIGKILL)
        with self.assertRaisesRegex(flyby.FlybyError, "flyby selfjoin was killed by SIGKILL"):
            flyby.selfjoin(cloud(1, 20_000), 3, progress=kill)

    def test_eight_threads_at_once(self):
        points, queries = cloud(1), cloud(2)
        want = flyby.pointjoin(points, queries, 0.1)
        for got in common.at_once(8, lambda: flyby.pointjoin(points, queries, 0.1)):
            numpy.testing.assert_array_equal(got, want)

    def test_fork_after_use(self):
        want = len(flyby.selfjoin(cloud(1), 0.1))
        child = os.fork()
        if child == 0:
            try:
                os._exit(0 if len(flyby.selfjoin(cloud(1), 0.1)) == want else 1)
            finally:
                os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_interrupt_leaves_no_child(self):
        program = f"""
import sys
sys.path[:0] = [{str(common.HERE)!r}]
import common, flyby, numpy, threading
seen = []
def progress(line):
    if line.get("phase") == "search" and not seen:
        seen.append(common.children())
        print("ready", flush=True)
try:
    flyby.selfjoin(numpy.random.default_rng(1).random((50_000, 2)), 0.5, progress=progress)
except KeyboardInterrupt:
    print("interrupted", len(seen[0]), common.children(), [t.name for t in threading.enumerate()][1:], flush=True)
"""
        python = subprocess.Popen([sys.executable, "-B", "-c", program], stdout=subprocess.PIPE, universal_newlines=True)
        self.assertEqual(python.stdout.readline(), "ready\n")
        python.send_signal(signal.SIGINT)
        said = python.stdout.read()
        python.stdout.close()
        python.wait()
        self.assertEqual(said, "interrupted 1 [] []\n")


if __name__ == "__main__":
    unittest.main()
