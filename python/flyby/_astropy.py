"""Tables of astropy: values without units, which become flags, times as UTC, and masked values as missing ones."""

import sys

from . import _geo, _tables
from ._child import FlybyError

_LENGTHS = {**{unit: unit for unit in ("m", "km", "ft", "nmi", "mi", "AU", "pc", "kpc", "Mpc")}, "lyr": "ly"}
_TIMES = {unit: unit for unit in ("ns", "us", "ms", "s", "min", "h", "d", "yr", "kyr", "Myr", "Gyr")}
_SKY = {"source_id": "", "ra": "deg", "dec": "deg", "parallax": "mas", "ref_epoch": "yr", "pmra": "mas / yr", "pmdec": "mas / yr", "radial_velocity": "km / s"}
_NAMES = {"t": (), "x": ("lon", "longitude"), "y": ("lat", "latitude"), "z": ("height",), "r": ()}


def plain(table, name, flags):
    """Return a Table as a DataFrame, or without pandas as a table of pyarrow or polars; the units of its columns; and EPSG:4326 for degrees."""
    columns = {key: _values(table[key], name, key) for key in table.colnames}
    columns = {key: values for key, values in columns.items() if values is not None}
    keys = {role: next((key for key in _named(flags.get("columns"), role, *others) if key in columns), None) for role, others in _NAMES.items()}
    _check_sky(table, name, columns, keys)
    units = {role: _unit(table[key]) for role, key in keys.items() if key and _unit(table[key])}
    degrees = units.get("x") == units.get("y") == "deg"
    if degrees and keys["x"] == "x" and not flags.get("lonlat"):
        raise FlybyError(f"{name}: column x: the unit is deg: say lonlat=True where x and y are longitude and latitude on the earth", file=name, column="x")
    said = {}
    for role, unit in units.items():
        if not (degrees and role in ("x", "y")):
            known = _TIMES if role == "t" else _LENGTHS
            if unit not in known:
                raise FlybyError(f"{name}: column {keys[role]}: the unit is {unit}: flyby knows {', '.join(known)}", file=name, column=keys[role])
            said[{"t": "time", "x": "length"}.get(role, role)] = known[unit]
    return _table(columns, [key for key in columns if _is_time(table[key])]), said, _geo.DEGREES if degrees else None


def _check_sky(table, name, columns, keys):
    """Refuse a column of the preset gaia, whose units do not pass, in another unit than that of the preset."""
    if set(list(_SKY)[:5]) <= set(columns) and not (keys["x"] and keys["y"]):
        for key in set(_SKY) & set(columns):
            if _unit(table[key]) not in ("", _SKY[key]):
                raise FlybyError(f"{name}: column {key}: the unit is {_unit(table[key])}: the preset gaia reads {_SKY[key]}", file=name, column=key)


def _named(columns, key, *others):
    """Return the names that the column of a key may have: the name in --columns, or else key and others."""
    said = columns if isinstance(columns, dict) else dict(each.split("=", 1) for each in (columns or "").split(",") if "=" in each)
    return [said[key]] if key in said else [key, *others]


def _is_time(column):
    return type(column).__name__ == "Time"


def _unit(column):
    return "s" if type(column).__name__ == "TimeDelta" else str(getattr(column, "unit", None) or "")


def _values(column, name, key):
    """Return the values of a column as a numpy array, in which None and NaN are missing; None if its rows have several values."""
    numpy, mask = sys.modules["numpy"], getattr(column, "mask", False)
    if _is_time(column):
        try:
            texts = type(column)(column.utc, precision=9).isot.tolist()
        except Exception as wrong:  # astropy's, for a scale that cannot be UTC
            raise FlybyError(f"{name}: column {key}: {wrong}", file=name, column=key) from wrong
        if leap := next((text for text in texts if text and ":60." in text), None):
            raise FlybyError(f"{name}: column {key}: {leap}: a leap second has no Unix time of its own", file=name, column=key)
        return numpy.array([None if no else f"{text}Z" for text, no in zip(texts, column.mask)], object)
    values = numpy.asarray(column.to_value("s") if type(column).__name__ == "TimeDelta" else getattr(column, "unmasked", column))
    if values.ndim != 1:
        return None
    if values.dtype.kind == "S":
        values = numpy.char.decode(values, "utf-8")
    values = values.astype(values.dtype.newbyteorder("=") if values.dtype.kind in "iufb" else object)
    if numpy.any(mask):
        values = values if values.dtype.kind == "f" else values.astype(object)
        values[mask] = numpy.nan if values.dtype.kind == "f" else None
    return values


def _table(columns, times):
    """Return a table of pandas, else of pyarrow, else of polars."""
    if pandas := _tables.module("pandas"):
        return pandas.DataFrame({key: pandas.to_datetime(values, utc=True) if key in times else values for key, values in columns.items()})
    columns = {key: values.tolist() if values.dtype.kind == "O" else values for key, values in columns.items()}
    if arrow := _tables.module("pyarrow.ipc") and _tables.module("pyarrow"):
        return arrow.table(columns)
    if polars := _tables.module("polars"):
        return polars.DataFrame(columns)
    raise TypeError("a Table of astropy passes as one of pandas, pyarrow or polars: one of these is to be installed")
