"""flyby: which moving objects come within a distance of each other, and when.

    near = flyby.join(cars, distance="2m", units="m,s")
    near = flyby.search(entries, queries, 0.1, exclude_same_id=True)
    closest = flyby.nearest(stars, 10, sun)
    orbits = flyby.read("orbits.fits")
    labels = flyby.dbscan(array, eps=0.3, min_samples=10)
    flyby.show(near)
    with flyby.open("cars.parquet") as db: near = db.search(queries, 5)

Tables are DataFrames of pandas or polars, Arrow tables (any object with __arrow_c_stream__) or paths; the answer has the kind of the
input, and is a DataFrame for a path. A keyword is a flag of the command: exclude_same_id=True, columns={"id": "car"},
where=["speed<=2"], with_="speeds", from_=10; help() of a function lists them. progress is called with each object that reports the progress of the run, and with the
summary, which is in attrs["flyby"] of a DataFrame too. GeoDataFrames and Tables of astropy are accepted too; geo makes a GeoDataFrame
of an answer. With stream=True the answer is a generator of tables, whose rows come as they are found: closing it ends the run. With
out=PATH the command writes a file, and its summary is returned; count=True gives a number, explain=True a dict.

Points are arrays of NumPy, and so are their answers; or both are tables, as above.
"""

import functools
import json
import os
import shutil
import tempfile
from typing import Any, List

from . import _binary, _points, _sources, _systems, _tables, _types, _words
from ._child import FlybyError
from ._geo import geo
from ._pages import Page, info, report, show, tune, verify
from ._points import DBSCAN, convoys, dbscan, knn, pointjoin, selfjoin
from ._server import Database, open

__all__ = ["DBSCAN", "Database", "FlybyError", "Page", "at", "convert", "convoys", "dbscan", "geo", "info", "join", "knn", "nearest", "open",
           "pointjoin", "read", "report", "search", "selfjoin", "show", "tune", "verify", "visits"]


__version__ = _binary.VERSION


def __dir__() -> List[str]:
    return [*__all__, "__version__"]


def join(table: Any, distance: Any, *, progress: Any = None, stream: bool = False, **flags: Any) -> Any:
    """Return which trajectories of a table come within a distance of each other, and when."""
    return _answer("join", {"table": table}, {"distance": distance, **flags}, progress, stream)


def search(entries: Any, queries: Any, distance: Any, *, progress: Any = None, stream: bool = False, **flags: Any) -> Any:
    """Return which trajectories of entries come within a distance of trajectories of queries, and when."""
    return _answer("search", {"queries": queries, "entries": entries}, {"distance": distance, **flags}, progress, stream)


def nearest(entries: Any, k: int, queries: Any = None, *, progress: Any = None, stream: bool = False, **flags: Any) -> Any:
    """Return the k entries that come closest to each query, or without queries to each entry, and when: no entry is its own."""
    tables = {"table": entries} if queries is None else {"queries": queries, "entries": entries}
    return _answer("nearest", tables, {"neighbours": k, **flags}, progress, stream)


def visits(table: Any, zones: Any, distance: Any = 0, *, progress: Any = None, stream: bool = False, **flags: Any) -> Any:
    """Return when the trajectories of a table are within a distance of zones, a file or a list of files: GeoJSON, tables with zone_id and wkt, GeoParquet."""
    return _answer("visits", {"table": table}, {"zones": zones, "distance": distance, **flags}, progress, stream)


def at(table: Any, time: Any, *, progress: Any = None, stream: bool = False, **flags: Any) -> Any:
    """Return where the trajectories of a table are at a time: id, x1, x2 and so on, or lon, lat and height, which are points for dbscan and knn."""
    return _answer("at", {"table": table}, {"time": time, **flags}, progress, stream)


def read(table: Any, *, progress: Any = None, stream: bool = False, **flags: Any) -> Any:
    """Return the trajectories of a file as a table of traj_id, t, x, y and so on, the output of flyby convert."""
    return _answer("convert", {"table": table}, flags, progress, stream)


def convert(table: Any, out: Any, *, progress: Any = None, **flags: Any) -> Any:
    """Write the trajectories of a table to the file out in columns traj_id, t, x, y and so on, which every search takes, and return the summary."""
    return read(table, progress=progress, out=out, **flags)


def _taken(tables, flags):
    """Return tables that pass, their flags, their CRS, their kinds, and the kind and the form of the answer."""
    tables, flags, crs = _sources.taken(tables, flags)
    kinds = {name: _tables.kind_of(table) for name, table in tables.items()}
    held = {name: kind for name, kind in kinds.items() if kind[0] != "path" and name != "result"}
    if taken := flags.keys() & {"out_format", "help", "json", "in_format" if held else "json"}:
        raise TypeError(f"{min(taken)}: this module sets it")
    if len({wire for _, wire in held.values()}) > 1:
        raise TypeError("entries and queries are of two kinds, of which one passes as text: with pyarrow installed both pass as Arrow")
    return tables, flags, crs, kinds, next(iter((held or kinds).values()), None)


def _told(command, tables, flags, progress):
    """Return what a run writes that is no table, as bytes, and its summary."""
    taken, flags, *_ = _taken({name: table for name, table in tables.items() if type(table).__name__ != "ndarray"}, flags)
    (text, summary), = _run(command, {**tables, **taken}, flags, progress, lambda child: [(child.readall(), child.summary)])
    return text, summary


def _answer(command, given, asked, progress, stream, restore=_types.restore):
    tables, flags, crs, kinds, (kind, wire) = _taken(given, asked)
    for name, (of, form) in kinds.items():
        if of == "pandas":
            _types.check(tables[name], name, flags, form == "csv")
    if flags.get("count") or flags.get("explain") or flags.get("out"):
        text, summary = _told(command, given, asked, progress)
        return summary if flags.get("out") else json.loads(text)
    frames = {of: table for name, table in tables.items() if kinds[name][0] == "pandas"
              for of in {"entries": ["entry"], "queries": ["query"]}.get(name, ["query", "entry"])}

    def made(parts, summary, all_rows):
        answer = _tables.whole(parts, kind, wire)
        if kind in ("pandas", "path"):
            summary.run = None if stream else (command, given, asked)
            answer.attrs.update(flyby=summary, flyby_crs=crs)
            restore(answer, frames, flags, all_rows and wire == "csv", command in ("join", "nearest") and "table" in tables)
        return answer

    def answers(child):
        parts = _tables.parts(child, kind, wire)
        return (made([part], child.summary, False) for part in parts) if stream else [(list(parts), child.summary)]

    found = _run(command, tables, {**flags, "out_format": wire}, progress, answers)
    return found if stream else made(*next(iter(list(found))), True)


def _run(command, tables, flags, progress, answers):
    """Yield the tables that answers makes of a run. Any end of this generator ends the run."""
    feeds, words, child, folder, make = [], [], None, None, _systems.feed
    held = {name for name, table in tables.items() if not _tables.is_path(table)}
    if held and ("result" in tables or str(flags.get("out")).lower().endswith(".html")):  # tables are read twice
        folder = tempfile.mkdtemp(prefix="flyby-")
        make = functools.partial(_systems.File, folder=folder)
    inside = folder if held - {"result"} else None  # where the run works, so that a page shows names of tables
    try:
        for name, table in tables.items():
            paths = table if isinstance(table, (list, tuple)) else [table]
            if name in held:
                feeds.append(_tables.feed_of(table, name, feeds, make))
                if inside:
                    feeds[-1].path = feeds[-1].said = os.path.basename(feeds[-1].path)
                paths = [feeds[-1].path]
                words += [f"--in-format={_tables.format_of(table)}"] * (len(feeds) == 1 and name != "result")
            elif inside:
                paths = map(os.path.abspath, paths)
            alone = name in ("table", "result")
            words += ["--"] * alone + [("" if alone else f"--{name}=") + os.fspath(path) for path in paths]
        child = _systems.child_of([os.path.abspath(_binary.find()), command, "--json", *_words.of(flags, inside), *words], feeds, progress, inside)
        try:
            yield from answers(child)
        except Exception:
            if child.ended():
                child.finish()  # the failure of the run explains the missing answer
            raise
        child.finish()
        _points.warn(child.summary, flags)
    finally:
        for each in feeds if child is None else [child]:
            each.end()
        if folder:
            shutil.rmtree(folder)


_words.document(at, convert, convoys, dbscan, info, join, knn, nearest, pointjoin, read, report, search, selfjoin, show, tune, verify, visits)
