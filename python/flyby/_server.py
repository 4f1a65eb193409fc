"""A server of the command, which keeps a file in memory for one search after another."""

import contextlib
import http.client
import io
import json
import os
import secrets
import socket
import tempfile
import threading
import urllib.parse
from typing import Any, Dict

import flyby

from . import _binary, _sources, _systems, _tables, _types, _words
from ._child import FlybyError

_TYPES = {".csv": "text/csv", ".parquet": "application/vnd.apache.parquet", ".arrows": "application/vnd.apache.arrow.stream", ".ndjson": "application/x-ndjson"}


def open(path: Any, *, progress: Any = None, **flags: Any) -> "Database":
    """Return a Database of a file, folder or pattern: a server that ends with close, with a with block, or with this Python. A keyword is a flag of flyby serve."""
    return Database(path, flags, progress)


class _Connection(http.client.HTTPConnection):
    """A connection to a socket of this machine."""

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


class Database:
    """A file that a server keeps in memory. Searches may come from several threads."""

    def __init__(self, path: Any, flags: Dict[str, Any], progress: Any) -> None:
        if not _tables.is_path([path]):
            raise TypeError(f"a {type(path).__name__} is no path: a server reads files")
        self._lonlat, self._of, self._closed = flags.get("lonlat"), os.getpid(), threading.Event()
        folder = tempfile.gettempdir() if len(os.fsencode(tempfile.gettempdir())) < 70 else "/tmp"  # paths of sockets have some 100 bytes at most
        self._socket = None if _systems.WINDOWS else os.path.join(folder, f"flyby-{secrets.token_hex(8)}.sock")
        where = ["--listen=127.0.0.1:0"] if self._socket is None else [f"--socket={self._socket}"]
        ready, address, closed = threading.Event(), [], self._closed  # threads refer to these and not to self, so that a dropped Database ends

        def hear(line):
            if line["type"] == "serving":
                address.append(line["address"])
                ready.set()
            elif progress is not None:
                progress(line)

        def read(child):
            child.readall()  # empty, at the server's end
            ready.set()

        self._life = _systems.Input("server", lambda _: closed.wait(), int, "")  # the end of its standard input ends the server
        command = [_binary.find(), "serve", "--json", "--quiet", "--until-eof", *where, *_words.of(flags), "--", f"database={os.fspath(path)}"]
        self._child = _systems.child_of(command, [self._life], hear)
        self._reader = threading.Thread(target=read, args=(self._child,), name="flyby server", daemon=True)
        self._reader.start()
        try:
            while not ready.wait(0.1):
                pass  # Python handles Ctrl-C only between two waits
            if not address:
                closed.set()
                self._child.finish()
            self._address, = address
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_child", None) is not None:
            self.close()

    def close(self) -> None:
        """End the server, which cuts its running answers."""
        self._closed.set()
        if self._of != os.getpid():
            return  # a forked process leaves the server to its owner
        self._reader.join(1)
        if self._reader.is_alive():
            self._life._kill()
            self._reader.join()
        self._child.end()
        with contextlib.suppress(FileNotFoundError):
            os.remove(self._socket or "")  # the socket of a killed server

    def join(self, distance: Any, *, stream: bool = False, **parameters: Any) -> Any:
        """Return the answer of flyby.join for the file."""
        return self._ask("join", None, "", {}, {"distance": distance, **parameters}, stream)

    def search(self, queries: Any, distance: Any, *, stream: bool = False, **parameters: Any) -> Any:
        """Return the answer of flyby.search with the file as entries. Queries are a table, or the path of a file of CSV, Parquet, Arrow or NDJSON."""
        kind, queries = _tables.kind_of(queries), _sources.whole(queries, "queries", parameters.get("query_columns"))
        if kind[0] != "path":
            if _sources.taken({"queries": queries}, {})[0]["queries"] is not queries:
                raise TypeError("queries of geopandas and astropy are not for a server, which does not look at their units: pass a DataFrame")
            if kind[0] == "pandas":
                _types.check(queries, "queries", parameters, kind[1] == "csv")
            write, row, ending = _tables.feed_of(queries, "queries", (), lambda _, *made: made[:3])
            into = io.BytesIO()
            write(into)
            body, name = into.getvalue(), ending
        else:
            row, name = int, os.fspath(queries)
            with io.open(queries, "rb") as file:
                body = file.read()
        base, packing = os.path.splitext(name) if name.endswith((".gz", ".zst")) else (name, "")
        media = _TYPES.get(os.path.splitext(base)[1] or base.lower())
        if media is None:
            raise TypeError(f"{name}: ends in none of {', '.join(_TYPES)}: pass flyby.read of it")
        headers = {"Content-Type": media, **({"Content-Encoding": {".gz": "gzip", ".zst": "zstd"}[packing]} if packing else {})}
        return self._ask("search", body, headers, {"query": queries} if kind[0] == "pandas" else {}, {"distance": distance, **parameters}, stream, kind, row)

    def _ask(self, route, body, headers, frames, parameters, stream, kind=None, row=int):
        if self._closed.is_set():
            raise FlybyError("the database is closed")
        kind, wire = kind or _tables.kind_of("")
        whole = bool(parameters.get("count"))
        accept = "text/plain" if whole else _TYPES[".arrows" if wire == "arrow" else ".csv"]
        words = (word[2:].partition("=") for word in _words.of(parameters))
        query = urllib.parse.urlencode([(name, value if is_given else "true") for name, is_given, value in words])
        found = self._answers(route, query, body, {**(headers or {}), "Accept": accept}, row,
                              (lambda answer: [answer.read()]) if whole else lambda answer: _tables.parts(answer, kind, wire))
        if whole:
            return int(next(found))

        def made(parts, all_rows):
            answer = _tables.whole(parts, kind, wire)
            if kind in ("pandas", "path"):
                answer.attrs["flyby_crs"] = flyby._geo.DEGREES if self._lonlat else None
                _types.restore(answer, frames, parameters, all_rows and wire == "csv", route == "join")
            return answer

        return (made([part], False) for part in found) if stream else made(list(found), True)

    def _answers(self, route, query, body, headers, row, made):
        """Yield the tables of an answer."""
        connection = _Connection("localhost") if self._socket else http.client.HTTPConnection(urllib.parse.urlsplit(self._address).netloc)
        connection.path = self._socket
        try:
            connection.request("POST", f"/v1/databases/database/{route}?{query}", body, headers)
            answer = connection.getresponse()
            if answer.status != 200:
                raise _told(json.loads(answer.read()), row)
            for note in json.loads(answer.headers.get("Flyby-Notes", "[]")):
                _words.warn(_words.said(note))
            yield from made(answer)
        except (OSError, http.client.HTTPException) as wrong:
            raise FlybyError(f"the server cut its answer: {wrong!r}") from None
        finally:
            connection.close()


def _told(problem, row):
    """Return the error of a problem, which counts the rows of the queries from 1."""
    at = row(problem["row"] + 1) if row is not int and "row" in problem else problem.get("row")
    text = problem.get("detail") or problem["title"]
    place = [f"row {at}"] * (at is not None) + [f"column {problem.get('column')}"] * ("column" in problem)
    quoted = [f'"{problem.get("value")}"'] * ("value" in problem and bool(place))
    return FlybyError(": ".join(["queries"] * bool(place) + place + quoted + [_words.said(text)]), None, "queries" if place else None, at, problem.get("column"))
