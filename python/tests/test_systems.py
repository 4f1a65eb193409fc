"""Windows, as far as another system can stand in for it: tables go through standard input and a file, outputs are read by threads."""

import importlib.metadata
import os
import tempfile
import threading
import unittest
import unittest.mock

import common
import pandas
import test_answers
import test_runs

import flyby
from flyby import _systems

_popen = _systems.Child.__init__.__globals__["Popen"]


def _windows_popen(command, pass_fds, **more):
    """Start a process, and refuse the arguments that Windows' Popen refuses."""
    if pass_fds:
        raise ValueError("pass_fds not supported on Windows.")
    return _popen(command, **more)


class Windows:
    """Tests run with the module's code for Windows, in a folder of temporary files of their own, which must be empty in the end."""

    def setUp(self):
        super().setUp()
        self.folder = tempfile.TemporaryDirectory()
        for patch in (unittest.mock.patch.object(_systems, "WINDOWS", True), unittest.mock.patch.object(flyby._child, "Popen", _windows_popen),
                      unittest.mock.patch.object(_systems.tempfile, "NamedTemporaryFile", self.named)):
            patch.start()
            self.addCleanup(patch.stop)

    named_before = staticmethod(tempfile.NamedTemporaryFile)

    def named(self, *arguments, **more):
        return self.named_before(*arguments, **{"dir": self.folder.name, **more})

    def tearDown(self):
        self.assertEqual(os.listdir(self.folder.name), [])
        self.folder.cleanup()
        self.assertEqual([thread.name for thread in threading.enumerate() if thread.name.startswith("flyby")], [])
        super().tearDown()


class Errors(Windows, test_answers.Errors):
    pass


class Runs(Windows, test_runs.Runs):
    pass


class Installed(unittest.TestCase):
    def test_binary_of_a_wheel_is_found_among_the_scripts(self):
        with tempfile.TemporaryDirectory() as folder:
            module, script = f"{folder}/Lib/site-packages/flyby/_binary.py", f"{folder}/Scripts/flyby.exe"
            for path in (module, script):
                os.makedirs(os.path.dirname(path))
                open(path, "w").close()
            files = [importlib.metadata.PackagePath(path) for path in ("flyby/_binary.py", "../../Scripts/flyby.exe", "flyby/__init__.py")]
            for file in files:
                file.dist = unittest.mock.Mock(locate_file=lambda path: f"{folder}/Lib/site-packages/{path}")
            with unittest.mock.patch.object(importlib.metadata, "distribution", lambda _: unittest.mock.Mock(files=files)), \
                 unittest.mock.patch.object(flyby._binary, "__file__", module):
                self.assertEqual(os.path.realpath(flyby._binary._of_wheel()), os.path.realpath(script))


class Tables(Windows, unittest.TestCase):
    def seen(self, call):
        """Return the words and files of a run."""
        seen = []

        def popen(command, **more):
            if command[1] != "version":
                seen.append((command, {name: os.stat(f"{self.folder.name}/{name}").st_size for name in os.listdir(self.folder.name)}))
            return _windows_popen(command, **more)
        with unittest.mock.patch.object(flyby._child, "Popen", popen):
            call()
        return seen[0]

    def test_first_table_goes_through_standard_input_and_the_second_through_a_file(self):
        cars = test_answers.street()
        words, files = self.seen(lambda: flyby.search(cars, cars, 8))
        self.assertIn("--queries=-", words)
        self.assertIn("--in-format=csv.gz", words)
        (name, size), = files.items()
        self.assertRegex(name, r"^flyby-.*\.csv\.gz$")
        self.assertIn(f"--entries={self.folder.name}/{name}", words)
        self.assertGreater(size, 100)

    def test_one_table_needs_no_file(self):
        words, files = self.seen(lambda: flyby.join(test_answers.street(), 8))
        self.assertEqual((words[-1], files), ("-", {}))

    def test_paths_need_neither(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/cars.csv"
            with open(path, "w") as file:
                file.write(common.STREET)
            words, files = self.seen(lambda: flyby.join(path, 8))
        self.assertEqual((words[-1], files), (path, {}))

    def test_standard_input_without_a_table_is_empty(self):
        with self.assertRaisesRegex(flyby.FlybyError, "^standard input: "):
            flyby.join("-", 8)

    def test_second_table_that_fails_leaves_no_file(self):
        class Unreadable:
            def __str__(self):
                raise RuntimeError("no text")
        cars = test_answers.street()
        with self.assertRaisesRegex(RuntimeError, "no text"):
            flyby.search(cars.assign(id=[Unreadable()] * 6), cars, 8)

    def test_answers_are_the_same(self):
        stars, novae = common.galaxy(1, objects=150), common.galaxy(2)
        asked = (lambda: flyby.join(stars, 2, level="hits"), lambda: flyby.search(stars, novae, 0.3), lambda: flyby.join(stars, 2, count=True),
                 lambda: pandas.concat(flyby.join(stars, 2, level="hits", stream=True), ignore_index=True))
        for ask in asked:
            with unittest.mock.patch.object(_systems, "WINDOWS", False), unittest.mock.patch.object(flyby._child, "Popen", _popen):
                want = ask()
            self.assertEqual(ask(), want) if isinstance(want, int) else pandas.testing.assert_frame_equal(ask(), want)


if __name__ == "__main__":
    unittest.main()
