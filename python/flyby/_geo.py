"""GeoDataFrames of geopandas: their points as places, and answers as GeoDataFrames."""

import importlib
import math
import sys
from typing import Any

from ._child import FlybyError

# DEGREES is the CRS of longitude and latitude; OGC:CRS84 is the same to geopandas, which has longitude first in both.
DEGREES = "EPSG:4326"
_UNITS = {"metre": "m", "meter": "m", "kilometre": "km", "foot": "ft", "nautical mile": "nmi", "Statute mile": "mi"}


def plain(table, name, flags):
    """Return a GeoDataFrame of points as a DataFrame with lon, lat and height, or x, y and z; their units; and their CRS."""
    geometry, kinds = table.geometry, table.geometry.geom_type
    some = (kinds == "Point") & ~geometry.is_empty
    for row, kind in enumerate(kinds.where(~some & kinds.notna() & ~geometry.is_empty, "")):
        if kind:
            raise FlybyError(f"{name}: row {row}: column {geometry.name}: a {kind}, where flyby reads points", None, name, row, geometry.name)
    crs, units = _crs(geometry.crs, name, flags)
    keys = ("lon", "lat", "height") if crs == DEGREES or geometry.crs is None and flags.get("lonlat") else ("x", "y", "z")
    shapes = [each for each, kind in table.dtypes.items() if kind.name == "geometry"]
    high = some & geometry.has_z
    others = {"x", "y", "z"} if high.any() else {"x", "y"}  # a column z is the height of points without one, as beside lon and lat
    frame = sys.modules["pandas"].DataFrame(table.drop(columns=[*shapes, *(others - {*keys} & {*table.columns})]))
    for key, axis, has in zip(keys, "xyz", (some, some, high)):
        if axis != "z" or has.any():
            frame[key] = math.nan
            frame.loc[has.to_numpy(), key] = getattr(geometry[has], axis).to_numpy()
    return frame, units, crs


def _crs(crs, name, flags):
    """Return the word for a CRS, and the units of its coordinates."""
    if crs is None:
        if not (flags.get("lonlat") or flags.get("units")):
            raise FlybyError(f"{name}: the geometry has no CRS: say lonlat=True of degrees, or units=, as in units='m,s'", file=name)
        return None, {}
    word = ":".join(crs.to_authority() or ()) or crs.to_wkt()
    if word in (DEGREES, "OGC:CRS84"):
        return DEGREES, {}
    if not crs.is_projected:
        raise FlybyError(f"{name}: the CRS is {crs.name} ({word}): flyby reads {DEGREES}, OGC:CRS84 and projected ones; try: to_crs({DEGREES!r})", file=name)
    units = dict(zip(("length", "y", "z"), (axis.unit_name for axis in crs.axis_info)))
    if strange := {*units.values()} - {*_UNITS}:
        raise FlybyError(f"{name}: the CRS {crs.name} ({word}) counts in {min(strange)}: flyby knows {', '.join(_UNITS)}", file=name)
    return word, {axis: _UNITS[unit] for axis, unit in units.items()}


def geo(answer: Any, of: str = "query", crs: Any = None) -> Any:
    """Return a GeoDataFrame of an answer: of its column geometry, or of the positions of its queries or entries, columns of with_="positions".

    of is "query" or "entry". The CRS is the CRS of the table that was passed, EPSG:4326 for degrees, and None if unknown.
    """
    geopandas = importlib.import_module("geopandas")
    answer = answer if hasattr(answer, "attrs") else answer.to_pandas()  # a table of pyarrow or polars
    crs = crs or answer.attrs.get("flyby_crs")
    if "geometry" in answer.columns:
        return geopandas.GeoDataFrame(answer.drop(columns="geometry"), geometry=geopandas.GeoSeries.from_wkb(answer["geometry"]), crs=crs)
    for x, y, z in (("lon", "lat", "height"), ("x", "y", "z")):
        for side in (f"{of}_", ""):
            if {side + x, side + y} <= {*answer.columns}:
                points = geopandas.points_from_xy(answer[side + x], answer[side + y], answer.get(side + z))
                return geopandas.GeoDataFrame(answer.copy(), geometry=points, crs=crs or (DEGREES if x == "lon" else None))
    raise FlybyError(f'the answer has neither geometry nor the places of its {of} side: ask for with_="positions"')
