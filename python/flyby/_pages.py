"""Pages of answers, and what else is asked of an answer or of its tables: their summary, a check of the answer, times of a search."""

import html
import json
import os
from typing import Any

import flyby

from . import _arrays, _tables, _types, _words


class Page:
    """A page of an answer: html has its bytes. A notebook shows it in a frame, in which its scripts can reach nothing but the page."""

    def __init__(self, page: bytes) -> None:
        self.html = page

    def _repr_html_(self) -> str:
        return f'<iframe sandbox="allow-scripts" style="width:100%;height:90vh;border:0" srcdoc="{html.escape(self.html.decode())}"></iframe>'


def report(result: Any, entries: Any = None, queries: Any = None, out: Any = None, *, progress: Any = None, **flags: Any) -> Any:
    """Return the Page of an answer to the tables that were searched, or write it to the file out and return the summary.

    result is an answer of join, search, nearest, convoys, visits or dbscan, or its file; entries are the table or the points of dbscan, and zones the files of the
    zones of visits. An answer in a DataFrame knows its tables and keywords, which need not be said again.
    """
    page, summary = _asked("report", result, entries, queries, {**flags, "out": "-" if out is None else out}, progress)
    return Page(page) if out is None else summary


def show(result: Any, entries: Any = None, queries: Any = None, *, progress: Any = None, **flags: Any) -> Page:
    """Return the Page of an answer, as report does, which a notebook shows. No file is left."""
    return report(result, entries, queries, progress=progress, **flags)


def verify(result: Any, entries: Any = None, queries: Any = None, *, progress: Any = None, **flags: Any) -> Any:
    """Check a sample of an answer against its tables, exactly, and return the summary; what is wrong is a FlybyError. Arguments are as of report."""
    return _asked("verify", result, entries, queries, flags, progress)[1]


def info(table: Any, *, progress: Any = None, **flags: Any) -> Any:
    """Return a summary of a table: its trajectories, extents, time steps, and units, as a dict."""
    return json.loads(flyby._told("info", {"table": table}, flags, progress)[0])


def tune(entries: Any = None, distance: Any = None, queries: Any = None, *, progress: Any = None, **flags: Any) -> Any:
    """Measure a device and keep its performance model; with a table return the times of a search over the size of batches, as a dict."""
    tables = {"queries": queries, "entries": entries}
    text, summary = flyby._told("tune", {name: table for name, table in tables.items() if table is not None}, {"distance": distance, **flags}, progress)
    return json.loads(text) if text else summary


def _asked(command, result, entries, queries, flags, progress):
    """Return what a command writes of an answer, whose run gives tables and keywords that are not said, and its summary."""
    of, tables, asked = getattr(getattr(result, "attrs", {}).get("flyby"), "run", None) or ("", {}, {})
    if entries is None:
        if not of:
            raise TypeError("entries: the tables of this answer are not known: pass them")
        entries, queries = next(tables[name] for name in ("table", "points", "entries") if name in tables), tables.get("queries") if queries is None else queries
    side = "points" if of == "dbscan" or _tables.is_array(result) or "label" in getattr(result, "columns", ()) else "entries"
    known = {key: value for key, value in asked.items() if _words.of_both(key) in _words.known(command)}
    if command == "report":  # what a page has no use for, or has of its own
        loose = asked.get("max_break") or asked.get("method") == "cmc"  # members of a group need not be connected then
        for key in ("out", "top", *["from_"] * ("ahead" not in asked), *["units_out"] * (of == "convoys"), *["distance"] * bool(loose)):
            known.pop(key, None)
    zone = _types.said({**known, **flags}, "query", "tz") or _types.said({**known, **flags}, "entry", "tz")
    for column in getattr(result, "columns", ()) if zone and side == "entries" else ():
        if getattr(result[column].dtype, "kind", "") == "M" and not hasattr(result[column].dtype, "tz"):
            result = result.assign(**{column: result[column].dt.tz_localize(zone)})  # times of the zone, which is for tables alone
    said = {name: each for name, each in ((side, entries), ("queries", queries), ("result", result)) if each is not None}
    if command == "report" and not _tables.is_path(result):  # the file that it passes in has no name of the caller's
        known["title"] = f"{of or 'answer'} of " + " with ".join(os.path.basename(each) if isinstance(each, (str, os.PathLike)) else name for name, each in said.items() if name != "result")
    if _tables.is_array(result):
        said = {name: _arrays.taken(each, name) for name, each in said.items()}
    return flyby._told(command, said, {**known, **flags}, progress)
