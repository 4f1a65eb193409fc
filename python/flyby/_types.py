"""The types that names, ids, times and further columns of an answer had in the DataFrames that were passed."""

import math
import re
import sys
from typing import Any, Dict

from ._child import FlybyError

_NUMBER, _WHOLE = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?"), re.compile(r"-?[0-9]+")
_TIMES = ("t", "t_enter", "t_exit", "t_closest", "t_first", "t_last", "t_start", "t_end")
_IDS = ("query_traj", "entry_traj", "traj_id", "id")
_PLACES = ("x", "y", "z", "lon", "lat", "height")

# NUMBERS are the columns that are numbers for any data.
NUMBERS: Dict[str, Any] = {**dict.fromkeys((*_PLACES, "r", "d_min", "v_closest", "dz_closest", "duration", "longest", "shared", "distance", "eps", "inside", "d", "x1", "x2", "x3"), float),
           **{f"{of}_{name}": float for of in ("query", "entry", "traj") for name in _PLACES},
           **dict.fromkeys(("query_seg", "entry_seg", "parts", "encounters", "partners", "label", "rank", "minpts", "group", "size", "seg", "visits"), "int64")}


SIDES = {"entries": "entry", "points": "entry", "queries": "query"}


def said(flags, side, name):
    """Return a keyword of reading as it holds for a side, "entry" or "query", or for the only table."""
    own = flags.get(f"{side}_{name}")
    return flags.get(name) if own is None else own


def check(table, name, flags, as_text):
    """Refuse ids of a DataFrame, and values of further columns, that an answer could not give back."""
    further = flags.get("with_") or []
    words = [word for each in ([further] if isinstance(further, str) else further) for word in each.split(",")]
    ids = [each for each in (named(said(flags, SIDES.get(name), "columns")).get("id"), "traj_id", "id") if each in table.columns][:1]
    for column in [*ids, *words]:
        if column in table.columns and getattr(table[column].dtype, "kind", "O") == "O":
            _check(table[column], name, column not in ids, as_text)


def _check(column, name, may_be_numbers, as_text):
    """Refuse a value of a column that cannot be given back: one that the answer writes as it writes another, or that is no Unicode."""
    values, none = column.tolist(), column.isna().tolist()
    keys = texts = ["" if no else str(value) for value, no in zip(values, none)]
    if may_be_numbers and None not in (numbers := [0 if no else _number(text) for text, no in zip(texts, none)]):
        keys = numbers  # the command writes them alike
    kinds = set(zip(keys, texts, map(type, values)))
    if len(kinds) == len(set(keys)) and not _fault("".join(text for _, text, _ in kinds), as_text):
        return
    known = {}
    for row, (value, text, key, no) in enumerate(zip(values, texts, keys, none)):
        first = row if no else known.setdefault(key, row)
        cause = _fault(text, as_text)
        if not cause and values[first] != value and not no:
            cause = f"{type(value).__name__}, and written as the {type(values[first]).__name__} {ascii(values[first])} of row {first} is: they would become one"
        if cause:
            raise refused(name, row, column.name, value, cause)


def _number(text):
    """Return the number that the command takes a text of a further column for, None for a text that stays one."""
    number = float(text) if _NUMBER.fullmatch(text) else math.inf
    return None if math.isinf(number) or _WHOLE.fullmatch(text) and int(text) != int(number) else number


def refused(name, row, column, value, cause):
    """Return the error of a value of a table."""
    return FlybyError(f"{name}: row {row}: column {column}: {ascii(value)}: {cause}", None, name, row, column)


def _fault(text, as_text):
    """Return why a text cannot be given back, None where it can."""
    if as_text and "\0" in text:
        return "has a NUL, which cannot be given back"
    return f"has {NOT_UNICODE}" if any_half(text) else None


NOT_UNICODE = "half of a surrogate pair, which is not UTF-8"


def any_half(text):
    """Return whether a text has halves of surrogate pairs, which no UTF-8 has."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def restore(answer, tables, flags, looked_at, one_side):
    """Give the columns of an answer the types that they had in tables, the DataFrames of "query" and "entry".

    With looked_at all values of files are text, and get the types that they look like; with one_side both ids come from one file, and
    get one type.
    """
    looks = {name: _looks(answer[name]) for name in answer.columns if name not in NUMBERS} if looked_at else {}
    if one_side:
        looks.update(dict.fromkeys(_IDS, "whole" if {looks.get(name, "whole") for name in _IDS} == {"whole"} else "text"))
    for name in answer.columns:
        side, _, key = name.partition("_")
        of_zone = side == "zone"
        if side not in ("query", "entry"):
            side = "query" if "query" in tables or name not in _TIMES else "entry"
        table, by_key = None if of_zone else tables.get(side), named(said(flags, side, "columns"))
        keys = [by_key.get("t", "t")] if name in _TIMES else [by_key.get("id"), "traj_id", "id"] if name in _IDS else [key or name]
        like = next((table[key] for key in keys if table is not None and key in table.columns), None)
        values = answer[name].astype(object) if answer[name].dtype.name == "category" else answer[name]
        if name in _TIMES:
            answer[name] = _times(values, like, said(flags, side, "tz"))
        elif name in NUMBERS or name == "open":
            answer[name] = values.astype(NUMBERS.get(name, object))
        else:
            answer[name] = _like(values, like) if like is not None else _taken(values, name, "text" if name == "zone_id" else looks.get(name, "text"))


def named(columns):
    """Return --columns as a dict."""
    return columns if isinstance(columns, dict) else dict(each.split("=", 1) for each in (columns or "").split(",") if "=" in each)


def _times(values, like, zone):
    pandas, kind = sys.modules["pandas"], getattr(getattr(like, "dtype", None), "kind", "")
    if values.dtype.kind == "O":
        if kind == "O":
            return values
        if kind != "M" and not values.str.contains("T", regex=False).any():
            return values.astype(float)
        values = pandas.to_datetime(values.str.replace(r"(\.\d{9})\d+", r"\1", regex=True), utc=True)  # pandas loses digits of longer ones
    elif kind == "M" and values.dtype.kind == "f":  # Arrow, with times so near to 1970 that nanoseconds would not restore them
        values = pandas.to_datetime((values * 1e9).round().astype("int64"), utc=True)
    if kind != "M" or values.dtype.kind != "M":
        return values
    shown = values.dt.tz_convert(getattr(like.dtype, "tz", None) or zone or "UTC")
    return shown if hasattr(like.dtype, "tz") else shown.dt.tz_localize(None)


def _like(values, like):
    """Return values in the type of their column: the original objects."""
    none = values.isna() | (values == "")
    if getattr(like.dtype, "kind", "") in tuple("iuf"):
        numbers = sys.modules["pandas"].to_numeric(values.mask(none))
        return numbers if none.any() else numbers.astype(like.dtype)
    originals = like.dropna()
    originals = originals.tolist() if originals.dtype == object else originals.unique()  # of equal objects, as 1 and 1.0, unique has one
    by_text = {str(value): value for value in originals}
    back = values.astype(str).map(by_text)
    other = back.isna() & ~none
    if other.any():  # texts that the command takes for numbers, which it writes in its own way
        by_number = {_number(text): value for text, value in by_text.items()}
        back[other] = values[other].map(lambda text: by_number.get(_number(text)))
    back = back.mask(none, None)
    return back if none.any() else back.astype(like.dtype)


def _looks(values):
    """Return what text looks like: whole numbers, numbers, of which some may be missing, or text."""
    if values.dtype.kind != "O" or not values.any():
        return "text"
    if values.str.fullmatch(r"0|-?[1-9]\d{0,17}").all():
        return "whole"
    return "numbers" if values.str.fullmatch(rf"({_NUMBER.pattern})?").all() else "text"


def _taken(values, name, looks):
    """Return values of a file in the types that they look like, speeds as numbers."""
    if values.dtype.kind != "O" or name in _IDS and looks != "whole":
        return values
    if looks == "whole" and not name.endswith("_speed"):
        return values.astype("int64")
    return values.mask(values == "").astype(float) if looks != "text" or name.endswith("_speed") else values
