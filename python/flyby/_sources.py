"""Tables of geopandas and astropy: they pass as other tables do, and their units and CRS become flags."""

import sys

from . import _astropy, _geo, _types, _words
from ._child import FlybyError


def taken(tables, flags):
    """Return tables that pass, flags with the units and degrees that the tables declare, and the CRS, None if undeclared."""
    tables, flags, units, crs = dict(tables), dict(flags), {}, None
    for name, table in tables.items():
        if name == "result":
            continue
        side = _types.SIDES.get(name)
        table = tables[name] = whole(table, name, _types.said(flags, side, "columns"), "points" in tables)
        own = {**flags, **{key: _types.said(flags, side, key) for key in ("columns", "units", "lonlat")}}
        for module, kind, plain in (("geopandas", "GeoDataFrame", _geo.plain), ("astropy.table", "Table", _astropy.plain)):
            if module in sys.modules and isinstance(table, getattr(sys.modules[module], kind)):
                (tables[name], said, of), units[side] = plain(table, name, own), _units(own["units"])
                if crs is not None and of is not None and of != crs:
                    raise FlybyError(f"{name}: in {of}, where another table is in {crs}: to_crs makes one of both", file=name)
                crs = of if of is not None else crs
                for key, unit in said.items():
                    if units[side].setdefault(key, unit) != unit:
                        raise FlybyError(f"{name}: {key}: the unit is {unit}, where units says {units[side][key]}", file=name)
    if crs == _geo.DEGREES and not flags.setdefault("lonlat", True):
        raise FlybyError(f"lonlat: geometry in {crs} is in degrees")
    both = {key: unit for each in units.values() for key, unit in each.items()}
    apart = any(each[key] != both[key] for each in units.values() for key in each)
    for side, each in units.items():
        if apart or f"{side}_units" in flags:
            flags[f"{side}_units"] = _word(each, _types.said(flags, side, "lonlat"))
        else:
            flags["units"] = _word(both, flags.get("lonlat"))
    return tables, flags, crs or (_geo.DEGREES if flags.get("lonlat") else None)


def whole(table, name, columns, of_points=False):
    """Return a DataFrame with the levels of its index that have names as columns; of points, whose columns are coordinates, only levels of ids and levels in columns."""
    names = [] if not hasattr(table, "reset_index") else [each for each in table.index.names if each is not None and each not in table.columns]
    if of_points:
        names = [each for each in names if each in ("id", *_types.named(columns).values())]
    if not names:
        return table
    _words.warn(f"{name}: the index is taken as {'a column' if len(names) == 1 else 'columns'}: {', '.join(map(str, names))}")
    return table.reset_index(level=names)


def _units(word):
    """Return the units of --units, by column, "length" and "time"."""
    parts = [part.strip() for part in str(word or "").split(",")]
    alone = [part for part in parts if "=" not in part]
    return {**{key: unit for key, unit in zip(("length", "time"), alone) if unit}, **dict(part.split("=", 1) for part in parts if "=" in part)}


def _word(units, degrees):
    """Return the value of --units for units by column; a column in the common unit of its kind is left out."""
    alone = f"{units.get('length', '')},{units.get('time', '')}".rstrip(",")
    usual = "m" if degrees else units.get("length")
    columns = [f"{column}={unit}" for column, unit in units.items() if column not in ("length", "time") and not (column in ("x", "y", "z", "r") and unit == usual)]
    return ",".join([alone] * bool(alone) + columns) or None
