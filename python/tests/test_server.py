"""A server that keeps a file in memory: its answers, its errors, and its end with Python."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import warnings

import common
import pandas

import flyby

warnings.filterwarnings("ignore", "DataFrames pass as text")


class Server(common.Leaves):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.stars, self.others = folder.name, common.galaxy(1), common.galaxy(2)
        self.path = f"{folder.name}/stars.csv"
        self.stars.to_csv(self.path, index=False, float_format="%.17g")
        patch = unittest.mock.patch.object(tempfile, "tempdir", self.folder)  # the folder of sockets
        patch.start()
        self.addCleanup(patch.stop)

    def test_search_is_that_of_the_command(self):
        with flyby.open(self.path) as db:
            for level in ("encounters", "hits", "objects"):
                pandas.testing.assert_frame_equal(db.search(self.others, 1, level=level), flyby.search(self.path, self.others, 1, level=level))
            self.assertEqual(db.search(self.others, 1, count=True), flyby.search(self.path, self.others, 1, count=True))

    def test_join_is_that_of_the_command(self):
        with flyby.open(self.path) as db:
            pandas.testing.assert_frame_equal(db.join(1, with_=["positions", "speeds"], having=["d_min<0.5"]),
                                              flyby.join(self.path, 1, with_=["positions", "speeds"], having=["d_min<0.5"]))
            self.assertEqual(sum(map(len, db.join(1, level="hits", stream=True))), len(db.join(1, level="hits")))

    def test_queries_are_files_too(self):
        queries = f"{self.folder}/others.csv.gz"
        self.others.to_csv(queries, index=False, float_format="%.17g")
        with flyby.open(self.path) as db:
            pandas.testing.assert_frame_equal(db.search(queries, 1), flyby.search(self.path, queries, 1))
            with self.assertRaisesRegex(TypeError, "others.fits: ends in none of"):
                open(f"{self.folder}/others.fits", "w").close()
                db.search(f"{self.folder}/others.fits", 1)

    def test_flags_of_reading_are_of_the_server(self):
        self.stars.rename(columns={"id": "star"}).to_csv(self.path, index=False, float_format="%.17g")
        with flyby.open(self.path, columns={"id": "star"}, max_gap=0.2) as db:
            pandas.testing.assert_frame_equal(db.join(1), flyby.join(self.path, 1, columns={"id": "star"}, max_gap=0.2))

    def test_notes_are_warnings(self):
        with flyby.open(self.path, max_gap=5) as db:
            far = pandas.DataFrame({"id": "far", "t": [0, 9], "x": 0, "y": 0, "z": 0})
            with self.assertWarnsRegex(UserWarning, "^the queries: max_gap leaves 1 of 1 trajectory without a segment, as point events$"):
                db.search(far, 1)
            with self.assertWarnsRegex(UserWarning, "^the queries: max_gap"):
                list(db.search(far, 1, stream=True))
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", "DataFrames pass as text")
                db.search(self.others, 1)

    def test_values_that_cannot_be_given_back_are_refused_with_their_row(self):
        with flyby.open(self.path) as db:
            for ids in (["1", 1], ["a", "\0"], ["a", "\ud800"]):
                with self.assertRaisesRegex(flyby.FlybyError, "^queries: row 1: column id: ") as caught:
                    db.search(pandas.DataFrame({"id": pandas.Series(ids, dtype=object), "t": 0, "x": 0, "y": 0, "z": 0}), 1)
                self.assertEqual((caught.exception.row, caught.exception.column), (1, "id"))

    def test_errors_have_their_place(self):
        with flyby.open(self.path) as db:
            with self.assertRaisesRegex(flyby.FlybyError, "^queries: row 3: column x: ") as caught:
                db.search(self.others.assign(x=[*self.others.x[:3], "far", *self.others.x[4:]]), 1)
            self.assertEqual((caught.exception.file, caught.exception.row, caught.exception.column), ("queries", 3, "x"))
            for wrong in ({"distance": "far"}, {"distance": 1, "levl": "hits"}):
                with self.assertRaisesRegex(flyby.FlybyError, [*wrong][-1]):
                    db.join(**wrong)
            self.assertGreater(len(db.join(1)), 0)

    def test_file_that_is_none_is_an_error(self):
        with self.assertRaisesRegex(flyby.FlybyError, "nothing.csv") as caught:
            flyby.open(f"{self.folder}/nothing.csv")
        self.assertEqual(caught.exception.status, 1)
        with self.assertRaisesRegex(TypeError, "no path"):
            flyby.open(self.stars)

    def test_long_folder_of_temporary_files(self):
        folder = os.path.join(self.folder, "x" * 100)
        os.mkdir(folder)
        with unittest.mock.patch.object(tempfile, "tempdir", folder), flyby.open(self.path) as db:
            self.assertGreater(len(db.join(1)), 0)

    def test_close_ends_the_server(self):
        db = flyby.open(self.path)
        self.assertEqual(len(common.children()), 1)
        db.close()
        self.assertEqual((common.children(), os.listdir(self.folder)), ([], ["stars.csv"]))
        db.close()
        for ask in (lambda: db.join(1), lambda: db.search(self.others, 1, stream=True)):
            with self.assertRaisesRegex(flyby.FlybyError, "^the database is closed$"):
                ask()

    def test_dropped_database_ends_the_server(self):
        db = flyby.open(self.path)
        db.join(1)
        del db

    def test_killed_server_is_an_error(self):
        with flyby.open(self.path) as db:
            os.kill(common.children()[0], signal.SIGKILL)
            with self.assertRaises(flyby.FlybyError):
                for _ in range(1000):
                    db.join(1)
        self.assertEqual(os.listdir(self.folder), ["stars.csv"])

    def test_searches_of_several_threads(self):
        with flyby.open(self.path) as db:
            want = db.join(1)
            for got in common.at_once(4, lambda: db.join(1)):
                pandas.testing.assert_frame_equal(got, want)

    def test_fork_leaves_the_server(self):
        with flyby.open(self.path) as db:
            pid = os.fork()
            if pid == 0:
                db.close()
                os._exit(0)
            os.waitpid(pid, 0)
            self.assertGreater(len(db.join(1)), 0)

    def test_ports_of_windows(self):
        with unittest.mock.patch.object(flyby._systems, "WINDOWS", True):
            db = flyby.open(self.path)
            try:
                self.assertTrue(db._address.startswith("http://127.0.0.1:"))
                self.assertGreater(len(db.join(1)), 0)
            finally:
                db.close()


class Killed(unittest.TestCase):
    def test_server_ends_with_python(self):
        program = """
import sys
sys.path.insert(0, {path!r})
import flyby, tempfile
tempfile.tempdir = {folder!r}
db = flyby.open({folder!r} + "/street.csv")
print(db.join(8, count=True), flush=True)
sys.stdin.read()
"""
        with tempfile.TemporaryDirectory() as folder:
            alive, binary = f"{folder}/alive", f"{folder}/flyby"
            with open(f"{folder}/street.csv", "w") as file:
                file.write(common.STREET)
            os.mkfifo(alive)
            with open(binary, "w") as file:  # a server whose end is reported
                file.write(f"#!/bin/sh\n[ $1 = version ] && exec {common.BINARY} version\nexec {common.BINARY} \"$@\" 9>{alive}\n")
            os.chmod(binary, 0o755)
            python = subprocess.Popen([sys.executable, "-B", "-c", program.format(path=str(common.HERE.parent), folder=folder)], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, universal_newlines=True, env={**os.environ, "FLYBY_BINARY": binary})
            with open(alive, "rb") as server:
                self.assertEqual(python.stdout.readline(), "2\n")
                python.kill()
                self.assertEqual(server.read(), b"")  # until the server has ended
            python.wait()
            for pipe in (python.stdin, python.stdout):
                pipe.close()
            self.assertEqual(sorted(os.listdir(folder)), ["alive", "flyby", "street.csv"])


if __name__ == "__main__":
    unittest.main()
