"""Runs leave nothing when they end, are cancelled, closed or killed, from threads and after a fork."""

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

class Runs(common.Leaves):
    def test_closed_generator_ends_the_run(self):
        near = flyby.join(common.galaxy(1, objects=700), 3, level="hits", stream=True)
        next(near)
        self.assertEqual(len(common.children()), 1)
        near.close()

    def test_dropped_generator_ends_the_run(self):
        near = flyby.join(common.galaxy(1, objects=700), 3, level="hits", stream=True)
        next(near)
        del near

    def test_generator_that_never_began_leaves_nothing(self):
        flyby.join(common.galaxy(1), 3, stream=True)

    def test_progress_that_fails_ends_the_run(self):
        def fail(line):
            raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "enough"):
            flyby.join(common.galaxy(1), 3, progress=fail)

    def test_table_that_fails_is_its_own_error(self):
        class Unreadable:
            def __str__(self):
                raise RuntimeError("no text")
        stars = common.galaxy(1).astype({"id": object})
        stars.loc[len(stars) - 1, "id"] = Unreadable()
        with self.assertRaisesRegex(RuntimeError, "no text"):
            flyby.join(stars, 3)

    def test_child_that_ends_early_is_its_own_message(self):
        stars = common.galaxy(1, objects=5000)
        with self.assertRaisesRegex(flyby.FlybyError, "^unknown keyword: nothing"):
            flyby.join(stars, 3, nothing=1)
        stars.loc[3, "x"] = None
        with self.assertRaisesRegex(flyby.FlybyError, "^table: row 3: column x"):
            flyby.join(stars, 3)

    def test_killed_child_is_named(self):
        near = flyby.join(common.galaxy(1, objects=700), 3, level="hits", stream=True)
        next(near)
        os.kill(common.children()[0], signal.SIGKILL)
        with self.assertRaisesRegex(flyby.FlybyError, "flyby join was killed by SIGKILL") as caught:
            list(near)
        self.assertEqual(caught.exception.status, -signal.SIGKILL)

    def test_child_that_ignores_sigterm_is_killed(self):
        def fail(line):
            raise RuntimeError("enough")
        with tempfile.TemporaryDirectory() as folder:
            deaf = f"{folder}/flyby"
            with open(deaf, "w") as file:
                file.write("""#!/bin/sh
[ "$1" = version ] && exit
trap '' TERM
echo '{"type":"progress","phase":"search"}' >&2
exec sleep 600
""")
            os.chmod(deaf, 0o755)
            with unittest.mock.patch.dict(os.environ, FLYBY_BINARY=deaf), self.assertRaisesRegex(RuntimeError, "enough"):
                flyby.join("x.csv", 3, progress=fail)

    def test_crash_shows_what_was_said(self):
        with tempfile.TemporaryDirectory() as folder:
            crash = f"{folder}/flyby"
            with open(crash, "w") as file:
                file.write("#!/bin/sh\n[ \"$1\" = version ] && exit\necho 'panic: no such luck' >&2\nexit 2\n")
            os.chmod(crash, 0o755)
            with unittest.mock.patch.dict(os.environ, FLYBY_BINARY=crash), self.assertRaisesRegex(flyby.FlybyError, "panic: no such luck"):
                flyby.join("x.csv", 3)

    def test_killed_child_leaves_no_output(self):
        killed = []

        def kill(line):
            if not killed:
                killed.append(os.kill(common.children()[0], signal.SIGKILL))
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(flyby.FlybyError, "killed by SIGKILL"):
                flyby.join(common.galaxy(1, objects=700), 3, level="hits", out=f"{folder}/near.csv", progress=kill)
            self.assertEqual(os.listdir(folder), [])

    def test_eight_threads_at_once(self):
        stars, novae = common.galaxy(1), common.galaxy(2)
        want = flyby.search(stars, novae, 0.3)
        for each in common.at_once(8, lambda: flyby.search(stars, novae, 0.3)):
            pandas.testing.assert_frame_equal(each, want)

    def test_fork_after_use(self):
        stars = common.galaxy(1)
        want = len(flyby.join(stars, 0.3))
        child = os.fork()
        if child == 0:
            try:
                os._exit(0 if len(flyby.join(stars, 0.3)) == want else 1)
            finally:
                os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_child_forked_in_the_middle_holds_no_pipe(self):
        """A process that is forked while a table is sent, and lives on, keeps no run waiting for the table's end."""
        forked = []

        class Forks:
            calls = 0

            def __str__(self):
                Forks.calls += 1
                if Forks.calls > 1 and not forked:  # the first call is of the check of ids, before the table is sent
                    forked.append(os.fork())
                    if forked[0] == 0:
                        signal.alarm(20)
                        signal.pause()
                return "0"

            def __eq__(self, other):
                return str(other) == "0"

            def __hash__(self):
                return hash("0")
        stars = common.galaxy(1).astype({"id": object})
        stars.loc[stars.index[:20], "id"] = [Forks()] + ["0"] * 19
        try:
            self.assertGreater(len(flyby.join(stars, 3)), 0)
            self.assertEqual(os.waitpid(forked[0], os.WNOHANG), (0, 0), "the run waited for the forked child")
        finally:
            for child in forked:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        self.assertEqual(len(forked), 1)


class Killed(unittest.TestCase):
    """Python itself is killed while it sends a table; the run goes on without it."""

    # Rows have 16 bytes, and so has the header: the text sent before the kill ends with a row.
    PROGRAM = """
import signal, sys
sys.path.insert(0, {path!r})
import flyby, pandas

class Last:
    calls = 0
    def __str__(self):
        Last.calls += 1
        if Last.calls > 1:  # the first call is of the check of ids, before the run
            print("ready", flush=True)
            signal.pause()
        return "0"

n = 1 << 17
car = pandas.DataFrame({{"traj_id": [1] * n + [Last()], "t": range(1000000, 1000001 + n), "xx": 10, "yy": 20}}, dtype=object)
flyby.join(car, 0, columns="x=xx,y=yy", out={out!r})
"""

    def kill(self, folder):
        """Return the output of the run after the kill."""
        said, alive, binary = f"{folder}/said", f"{folder}/alive", f"{folder}/flyby"
        os.mkfifo(alive)
        with open(binary, "w") as file:  # a run whose messages have a reader, and whose end is reported
            file.write(f"#!/bin/sh\n[ $1 = version ] && exec {common.BINARY} version\nexec {common.BINARY} \"$@\" 2>{said} 9>{alive}\n")
        os.chmod(binary, 0o755)
        program = self.PROGRAM.format(path=str(common.HERE.parent), out=f"{folder}/near.csv")
        python = subprocess.Popen([sys.executable, "-B", "-W", "ignore", "-c", program], stdout=subprocess.PIPE, universal_newlines=True,
                                  env={**os.environ, "FLYBY_BINARY": binary})
        with open(alive, "rb") as run:
            self.assertEqual(python.stdout.readline(), "ready\n")
            python.kill()
            self.assertEqual(run.read(), b"")  # until the run has ended
        python.stdout.close()
        python.wait()
        with open(said) as file:
            return file.read()

    def test_table_cut_after_a_row_is_no_table(self):
        with tempfile.TemporaryDirectory() as folder:
            said = self.kill(folder)
            self.assertRegex(said, '"message":"/dev/fd/[0-9]+: the gzip archive is truncated')
            self.assertEqual(sorted(os.listdir(folder)), ["alive", "flyby", "said"])


class Cancel(unittest.TestCase):
    def cancel(self, ignored):
        """Send a SIGINT to a Python in the middle of a join, and return its list of children a second after the KeyboardInterrupt."""
        program = common.SLOW.format(path=str(common.HERE.parent)) + """
import os, signal, threading, time
sys.path.insert(0, {tests!r})
import common
seen = []
def progress(line):
    if line["phase"] == "search" and not seen:
        seen.append(common.children())
        print("ready", flush=True)
try:
    flyby.join(slow, 10, level="hits", stream=False, progress=progress)
except KeyboardInterrupt:
    began = time.monotonic()
    print("interrupted", len(seen[0]), common.children(), [t.name for t in threading.enumerate()][1:], flush=True)
""".format(tests=str(common.HERE))
        before = (lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) if ignored else None
        if ignored:
            program = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + program.replace(
                "try:\n    flyby.join", "run = flyby._child.Popen\ndef late(*a, **k):\n    p = run(*a, **k)\n    signal.signal(signal.SIGINT, signal.default_int_handler)\n    return p\nflyby._binary.find()\nflyby._child.Popen = late\ntry:\n    flyby.join")
        python = subprocess.Popen([sys.executable, "-B", "-W", "ignore", "-c", program], stdout=subprocess.PIPE, universal_newlines=True, preexec_fn=before)
        self.assertEqual(python.stdout.readline(), "ready\n")
        python.send_signal(signal.SIGINT)
        said = python.stdout.read()
        python.stdout.close()
        python.wait()
        return said

    def test_interrupt_leaves_no_child(self):
        self.assertEqual(self.cancel(False), "interrupted 1 [] []\n")

    def test_interrupt_ends_a_child_that_ignores_it(self):
        self.assertEqual(self.cancel(True), "interrupted 1 [] []\n")


if __name__ == "__main__":
    unittest.main()
