"""One run of the binary: the pipes that feed it, its messages, and its end."""

import io
import json
import os
import re
import selectors
import signal
import threading
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import Any, Optional, Set

from . import _words

_PLACE = re.compile(r"(?s)(?P<file>.+?)(?P<at>:(?P<line>\d+)|: row (?P<row>\d+)(?: \(row group \d+\))?)?(?:: column (?P<column>.+?))?: ")
_OPENED = re.compile(r"(?:read: )?(?:open|stat|lstat|read) (?P<file>.+?): ")
_feeds: Set["Feed"] = set()  # with open pipes
_lock = threading.Lock()  # held while ends are opened or closed, and while a process forks


def _forked():
    """Close a forked child's copies of pipes: an open copy would keep a run from seeing the end of its input."""
    for feed in _feeds:
        for fd in feed.open:
            os.close(fd)
        feed.open.clear()
    _feeds.clear()
    _lock.release()


getattr(os, "register_at_fork", dict)(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_forked)  # Windows has no fork


class FlybyError(Exception):
    """A run of flyby that failed.

    status is the command's exit status, negative where a signal killed it, None where it did not run. file is a path, or "table",
    "entries" or "queries"; row is the line of a text file, the row of another file as the message has it, and for a table the
    position from 0, as iloc takes it. Unknown values are None.
    """

    def __init__(self, message: str, status: Optional[int] = None, file: Optional[str] = None, row: Optional[int] = None, column: Optional[str] = None) -> None:
        super().__init__(message)
        self.message, self.status, self.file, self.row, self.column = message, status, file, row, column


class Summary(dict):
    """The summary of a run. run are the command, the tables and the keywords of a run whose answer is whole; copies of an answer share it, and files of it have a plain dict."""

    run = None

    def __deepcopy__(self, _memo):
        return self

    def __reduce__(self):
        return dict, (dict(self),)


class Feed:
    """A table that goes to a run through a pipe: write(file) writes it, row(n) is the position of the row that a message calls n.

    path is its name for the command, said its name in messages.
    """

    def __init__(self, name, write, row, ending):
        self.name, self.row, self._write, self._kill, self.failure, self.passed = name, row, write, None, None, []
        self._thread = threading.Thread(target=self._run, name=f"flyby {name}", daemon=True)
        self._opened(ending)

    def _opened(self, _ending):
        with _lock:
            reader, self._writer = os.pipe()
            self.open = {reader, self._writer}
            _feeds.add(self)
        self.passed, self.path = [reader], f"/dev/fd/{reader}"
        self.said = self.path

    def _close(self, *fds):
        with _lock:
            for fd in self.open.intersection(fds):
                os.close(fd)
                self.open.discard(fd)
            if not self.open:
                _feeds.discard(self)

    def start(self, process):
        self._close(*self.passed)
        self._kill = process.kill
        self._thread.start()

    def _run(self):
        try:
            with open(self._writer, "wb", buffering=1 << 20, closefd=False) as file:
                self._write(file)
        except BaseException as wrong:
            if not isinstance(wrong, BrokenPipeError):  # a broken pipe: the run has ended, with a message
                self.failure = wrong
                self._kill()
        finally:
            self._close(self._writer)

    def end(self):
        """Wait for the thread, whose pipe no longer has a reader, and leave nothing open."""
        self._close(*self.passed)
        if self._thread.ident is not None:
            self._thread.join()
        self._close(self._writer)


class Child(io.RawIOBase):
    """A run whose standard output is read here; its standard error is read meanwhile, on the same thread."""

    selector: Any = selectors.DefaultSelector

    def __init__(self, command, feeds, progress, folder=None):
        self._name, self._feeds, self._progress, self._error, self._rest, self.summary = command[1], feeds, progress, "", b"", Summary()
        self._selector = self.selector()
        self._process = Popen(command, stdin=PIPE if any(feed.path == "-" for feed in feeds) else DEVNULL, stdout=PIPE, stderr=PIPE, bufsize=0, cwd=folder, pass_fds=[fd for feed in feeds for fd in feed.passed])
        try:
            for feed in feeds:
                feed.start(self._process)
            for output in (self._process.stdout, self._process.stderr):
                self._selector.register(output, selectors.EVENT_READ, output)
        except BaseException:
            self.end()
            raise

    def readable(self):
        return True

    def readinto(self, buffer):
        """Read from standard output, which ends once standard error has ended too."""
        while not self.ended():
            for key, _ in self._selector.select():
                if key.fileobj is self._process.stdout and (n := key.data.readinto(buffer)):
                    return n
                said = key.data.read(1 << 16)  # empty for standard output, which has ended
                if not said:
                    self._selector.unregister(key.fileobj)
                *lines, self._rest = (self._rest + said).split(b"\n")
                for line in lines:
                    self._hear(line)
        return 0

    def ended(self):
        return not self._selector.get_map()

    def _hear(self, text):
        try:
            line = json.loads(text)
        except ValueError:  # the message of a crash
            self._error = f"{self._error}{text.decode(errors='replace')}\n"[:2000]
            return
        self._error = line["message"] if line["type"] == "error" else self._error
        if line["type"] == "warning":
            _words.warn(self._renamed(line["message"]))
        elif line["type"] == "summary":
            self.summary.update(line)
        if self._progress is not None and line["type"] in ("progress", "serving", "summary"):
            self._progress({**line, "phase": self._renamed(line["phase"])} if "phase" in line else line)

    def finish(self):
        """Wait for a run whose answer was read, and raise the error of a failure."""
        self.readall()  # a reader of Arrow stops at the end mark, and the summary follows it
        status = self._process.wait()
        for feed in self._feeds:
            feed.end()
            if feed.failure is not None and not (status > 0 and self._error):  # the run's own error says more
                raise feed.failure
        if status:
            how = f"was killed by {signal.Signals(-status).name}" if status < 0 else f"failed with status {status}"
            raise self._told(self._error or f"flyby {self._name} {how}", status)

    def _renamed(self, message):
        """Return a message with the names of tables in place of the names of their pipes, and with keywords in place of flags."""
        names = {feed.said: feed.name for feed in self._feeds}
        return _words.said(re.sub("|".join(rf"{re.escape(said)}(?!\d)" for said in names) or "$^", lambda found: names[found[0]], message))

    def _told(self, message, status):
        """Return the error of a message, with the place that it names."""
        place = _PLACE.match(message)
        if not place or not (place["at"] or place["column"]):
            place = _OPENED.match(message)
            return FlybyError(self._renamed(message), status, place and place["file"])
        row = int(place["line"] or place["row"]) if place["at"] else None
        for feed in self._feeds:
            if feed.said == place["file"] and place["at"]:
                row = row - 1 if feed.name == "result" and place["row"] else feed.row(row)
                message = feed.said + ("" if row is None else f": row {row}") + message[place.end("at"):]
        return FlybyError(self._renamed(message), status, self._renamed(place["file"]), row, place["column"])

    def end(self):
        """End a run that may still go on, and leave no process, thread or pipe."""
        try:
            self._process.terminate()  # no effect on an ended run
            self._process.wait(1)
        except TimeoutExpired:
            pass
        finally:
            self._process.kill()
            self._process.wait()
            for each in filter(None, (self._selector, self._process.stdin, self._process.stdout, self._process.stderr)):
                each.close()
            for feed in self._feeds:
                feed.end()
