"""Differences of Windows: a run gets no pipes but the standard ones, and no pipe can be polled for input."""

import contextlib
import errno
import io
import os
import queue
import selectors
import tempfile
import threading

from ._child import Child, Feed, _feeds, _lock

WINDOWS = os.name == "nt"  # tests set it on other systems


def feed(name, write, row, ending, others):
    """Return the feed of a table, which is sent in the format of a file's ending, given the other feeds of its run."""
    kind = Feed if not WINDOWS else File if others else Input
    return kind(name, write, row, ending)


def child_of(command, feeds, progress, folder=None):
    """Return a run of a command, in a folder."""
    return (WindowsChild if WINDOWS else Child)(command, feeds, progress, folder)


class Input(Feed):
    """A table that goes to the standard input of a run."""

    def _opened(self, _ending):
        self.path, self.said, self.open, self._writer = "-", "standard input", set(), None

    def start(self, process):
        with _lock:
            self._writer = os.dup(process.stdin.fileno())
            process.stdin.close()
            self.open = {self._writer}
            _feeds.add(self)
        super().start(process)

    def _run(self):
        super()._run()
        if getattr(self.failure, "errno", None) == errno.EINVAL:  # Windows' error for a broken pipe
            self.failure = None


class File(Feed):
    """A table of a run in a file that exists as long as the run, and is complete before the run begins: in a folder, a file with the name of the table."""

    def __init__(self, name, write, row, ending, _others=(), folder=None):
        self._folder = folder
        super().__init__(name, write, row, ending)

    def _opened(self, ending):
        named = self._folder and os.path.join(self._folder, self.name + ending * (self.name == "result"))
        with open(named, "wb") if named else tempfile.NamedTemporaryFile(prefix="flyby-", suffix=ending, delete=False) as file:
            self._file = self.path = self.said = file.name
            try:
                self._write(file)
            except BaseException:
                file.close()
                self.end()
                raise

    def start(self, _process):
        """Do nothing: all is written already."""

    def end(self):
        with contextlib.suppress(FileNotFoundError):
            os.remove(self._file)


class Selector:
    """A thread reads each output of a run, and select returns the bytes read, in the manner of the module selectors."""

    def __init__(self):
        self._came, self._key, self._reading, self._threads = queue.Queue(4), None, {}, []

    def register(self, output, _events, _data):
        self._reading[output] = output
        self._threads.append(threading.Thread(target=self._read, args=(output,), name="flyby output", daemon=True))
        self._threads[-1].start()

    def _read(self, output):
        said = True
        while said:
            said = output.read(1 << 16)
            self._came.put(selectors.SelectorKey(output, -1, selectors.EVENT_READ, io.BytesIO(said)))

    def select(self):
        """Return bytes that were read, as the data of a key, repeatedly until all of them are consumed."""
        while self._key is None or self._key.data.tell() == len(self._key.data.getbuffer()):
            with contextlib.suppress(queue.Empty):
                self._key = self._came.get(timeout=0.1)  # Python handles Ctrl-C only between two waits
                break
        return [(self._key, selectors.EVENT_READ)]

    def unregister(self, output):
        del self._reading[output]

    def get_map(self):
        return self._reading

    def close(self):
        """Release the threads, whose process has ended."""
        self._reading.clear()
        while any(thread.is_alive() for thread in self._threads):
            with contextlib.suppress(queue.Empty):
                self._came.get(timeout=0.1)


class WindowsChild(Child):
    """A run whose outputs are read by threads, and handled on the calling one."""

    selector = Selector
