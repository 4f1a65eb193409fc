"""flyby: which moving objects come within a distance of each other, and when.

    near = flyby.join(cars, distance="2m", units="m,s")
    near = flyby.search(entries, queries, 0.1, exclude_same_id=True)
    closest = flyby.nearest(stars, 10, sun)
    orbits = flyby.read("orbits.fits")
    labels = flyby.dbscan(array, eps=0.3, minpts=10)
    with flyby.open("cars.parquet") as db: near = db.search(queries, 5)

Tables are DataFrames of pandas or polars, Arrow tables (any object with __arrow_c_stream__) or paths; the answer has the kind of the
input, and is a DataFrame for a path. A keyword is a flag of the command: exclude_same_id=True, columns={"id": "car"},
where=["speed<=2"], with_="speeds", from_=10. progress is called with each object that reports the progress of the run, and with the
summary, which is in attrs["flyby"] of a DataFrame too. GeoDataFrames and Tables of astropy are accepted too; geo makes a GeoDataFrame
of an answer. With stream=True the answer is a generator of tables, whose rows come as they are found: closing it ends the run. With
out=PATH the command writes a file, and its summary is returned; count=True gives a number, explain=True a dict.

Points are arrays of NumPy, and so are their answers; or both are tables, as above.
"""

import json
import os

from . import _binary, _help, _sources, _systems, _tables, _types
from ._binary import VERSION as __version__
from ._child import FlybyError
from ._geo import geo
from ._points import DBSCAN, convoys, dbscan, knn, pointjoin, selfjoin
from ._server import Database, open

__all__ = ["DBSCAN", "Database", "FlybyError", "convoys", "dbscan", "geo", "join", "knn", "nearest", "open", "pointjoin", "read", "search", "selfjoin", "visits"]


def join(table, distance, *, progress=None, stream=False, **flags):
    """Return which trajectories of a table come within a distance of each other, and when."""
    return _answer("join", {"table": table}, {"distance": distance, **flags}, progress, stream)


def search(entries, queries, distance, *, progress=None, stream=False, **flags):
    """Return which trajectories of entries come within a distance of trajectories of queries, and when."""
    return _answer("search", {"queries": queries, "entries": entries}, {"distance": distance, **flags}, progress, stream)


def nearest(entries, k, queries=None, *, progress=None, stream=False, **flags):
    """Return the k entries that come closest to each query, or without queries to each entry, and when: no entry is its own."""
    tables = {"table": entries} if queries is None else {"queries": queries, "entries": entries}
    return _answer("nearest", tables, {"neighbours": k, **flags}, progress, stream)


def visits(table, zones, distance=0, *, progress=None, stream=False, **flags):
    """Return when the trajectories of a table are within a distance of zones, a file or a list of files: GeoJSON, tables with zone_id and wkt, GeoParquet."""
    return _answer("visits", {"table": table}, {"zones": zones, "distance": distance, **flags}, progress, stream)


def read(table, *, progress=None, stream=False, **flags):
    """Return the trajectories of a file as a table of traj_id, t, x, y and so on, the output of flyby convert."""
    return _answer("convert", {"table": table}, flags, progress, stream)


def _answer(command, tables, flags, progress, stream, restore=_types.restore):
    tables, flags, crs = _sources.taken(tables, flags)
    kinds = {name: _tables.kind_of(table) for name, table in tables.items()}
    held = {name: kind for name, kind in kinds.items() if kind[0] != "path"}
    if taken := flags.keys() & {"out_format", "help", "json", "in_format" if held else "json"}:
        raise TypeError(f"{min(taken)}: this module sets it")
    if len({wire for _, wire in held.values()}) > 1:
        raise TypeError("entries and queries are of two kinds, of which one passes as text: with pyarrow installed both pass as Arrow")
    kind, wire = next(iter((held or kinds).values()))
    for name, (kind, wire) in held.items():
        if kind == "pandas":
            _types.check(tables[name], name, flags, wire == "csv")
    if flags.get("count") or flags.get("explain") or flags.get("out"):
        (text, summary), = _run(command, tables, flags, progress, lambda child: [(child.readall(), child.summary)])
        return summary if flags.get("out") else json.loads(text)
    frames = {of: table for name, table in tables.items() if kinds[name][0] == "pandas"
              for of in {"entries": ["entry"], "queries": ["query"]}.get(name, ["query", "entry"])}

    def made(parts, summary, all_rows):
        answer = _tables.whole(parts, kind, wire)
        if kind in ("pandas", "path"):
            answer.attrs.update(flyby=summary, flyby_crs=crs)
            restore(answer, frames, flags, all_rows and wire == "csv", command in ("join", "nearest") and "table" in tables)
        return answer

    def answers(child):
        parts = _tables.parts(child, kind, wire)
        return (made([part], child.summary, False) for part in parts) if stream else [(list(parts), child.summary)]

    found = _run(command, tables, {**flags, "out_format": wire}, progress, answers)
    return found if stream else made(*next(iter(list(found))), True)


def _run(command, tables, flags, progress, answers, feeds=()):
    """Yield the tables that answers makes of a run. Any end of this generator ends the run. feeds are the feeds of tables given by path."""
    feeds, words, child = list(feeds), [], None
    try:
        for name, table in tables.items():
            paths = table if isinstance(table, (list, tuple)) else [table]
            if not _tables.is_path(table):
                feeds.append(_tables.feed_of(table, name, feeds))
                paths = [feeds[-1].path]
                words += ["--in-format=" + {"csv": "csv.gz"}.get(_tables.kind_of(table)[1], "arrow")] * (len(feeds) == 1)
            words += ["--"] * (name == "table") + [("" if name == "table" else f"--{name}=") + os.fspath(path) for path in paths]
        child = _systems.child_of([_binary.find(), command, "--json", *_words(flags), *words], feeds, progress)
        try:
            yield from answers(child)
        except Exception:
            if child.ended():
                child.finish()  # the failure of the run explains the missing answer
            raise
        child.finish()
    finally:
        for each in feeds if child is None else [child]:
            each.end()


def _words(flags):
    """Return keywords as words of the command."""
    words = []
    for name, value in flags.items():
        name = "--" + name.rstrip("_").replace("_", "-")
        for each in value if isinstance(value, (list, tuple)) else [value]:
            switch = type(each).__name__ in ("bool", "bool_")
            words += [name] * bool(each) if switch else [f"{name}={_word(each)}"] * (each is not None)
    return words


def _word(value):
    if isinstance(value, dict):
        return ",".join(f"{key}={_word(each)}" for key, each in value.items())
    if hasattr(value, "total_seconds"):
        return f"{value.total_seconds()!r}s"
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return repr(float(value)) if hasattr(value, "__float__") and not hasattr(value, "__index__") else str(value)


for _function in (convoys, dbscan, join, knn, nearest, pointjoin, read, search, selfjoin, visits):
    _function.__doc__ = (_function.__doc__ or "") + "\n\n    Keywords, which are flags of the command:\n\n" + "".join(
        f"    {name} ({sort}): {text}\n" for functions, name, sort, text in _help.KEYWORDS if _function.__name__ in functions.split())
    if _names := _help.SIDES.get(_function.__name__):
        _function.__doc__ += f"\n    Each of {', '.join(_names)} may be said for one table alone, as entry_columns or query_columns.\n"
