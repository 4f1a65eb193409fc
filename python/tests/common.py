"""Helpers of the module's tests: the module of this clone, the binary that was built, and data."""

import gc
import io
import os
import pathlib
import subprocess
import sys
import threading
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BINARY = os.environ["FLYBY_BUILT"]
os.environ["FLYBY_BINARY"] = BINARY
os.environ["FLYBY_DEVICE"] = "cpu"
sys.path.insert(0, str(HERE.parent))

STREET = """\
id,t,x,y
red,0,0,0
red,10,100,0
blue,0,50,-40
blue,10,50,60
walker,0,100,5
walker,10,88,5
"""

# SLOW is a program that runs until it is ended: a join of many objects that are all near each other.
SLOW = """
import sys
sys.path.insert(0, {path!r})
import flyby, pandas, numpy
n = 3000
some = numpy.random.default_rng(1).random((n, 20, 2)).reshape(-1, 2)
slow = pandas.DataFrame({{"id": numpy.repeat(numpy.arange(n), 20), "t": numpy.tile(numpy.arange(20.0), n), "x": some[:, 0], "y": some[:, 1]}})
"""


def flyby(*words, text=None):
    """Return the standard output of the command."""
    return subprocess.run([BINARY, *map(str, words)], input=text, stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout


def flyby_bytes(*words):
    """Return the standard output of the command as bytes."""
    return subprocess.run([BINARY, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout


class Raw(io.RawIOBase):
    """A file of bytes without a buffer, as a run is."""

    def __init__(self, data):
        self._file = io.BytesIO(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self._file.readinto(buffer)


class Leaves(unittest.TestCase):
    """Tests that runs leave nothing."""

    def setUp(self):
        self.before = pipes()

    def tearDown(self):
        gc.collect()
        self.assertEqual(children(), [])
        self.assertEqual([thread.name for thread in threading.enumerate() if thread.name.startswith("flyby")], [])
        self.assertEqual(pipes(), self.before)


def at_once(count, call):
    """Return the results of a call in several threads at once, None for a failed one."""
    got = [None] * count

    def run(i):
        got[i] = call()
    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


def galaxy(seed, objects=60, samples=20):
    """Return objects that walk at random, whose coordinates need all digits."""
    import numpy
    import pandas

    steps = numpy.random.default_rng(seed).standard_normal((objects, samples, 3)).cumsum(axis=1) / 3
    return pandas.DataFrame({
        "id": numpy.repeat(numpy.arange(objects), samples), "t": numpy.tile(numpy.arange(samples) / 7, objects),
        **dict(zip("xyz", steps.reshape(-1, 3).T)),
    })


def children():
    """Return the processes below this one, by /proc."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.append(int(path.parent.name))
    return found


def pipes():
    """Return the number of open pipes of this process."""
    count = 0
    for path in pathlib.Path("/proc/self/fd").iterdir():
        try:
            count += os.readlink(path).startswith("pipe:")
        except OSError:
            continue
    return count
