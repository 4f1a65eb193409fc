"""The Python part of .ci/formats, run in the current folder:

tables: files written with astropy, and the same numbers as plain CSV
fcd FILE CSV: SUMO's floating-car data as plain CSV
recipes PAGE: HDF5 as gala and REBOUND write it, and the output of the page's Python for it
points GEOJSON CSV: a check that ogr2ogr has the points and values of the rows of an answer
"""
import csv
import datetime
import json
import re
import sys
import xml.etree.ElementTree

import h5py
import numpy as np
from astropy import units as u
from astropy.table import Table


def table(seed, objects, samples):
    """Return objects that move at random, with ids, times and places in types that archives use."""
    rng = np.random.default_rng(seed)
    rows = Table()
    rows["traj_id"] = np.repeat(np.arange(objects) * 3 - 5, samples)
    rows["mag"] = rng.normal(size=objects * samples).astype("f4")
    rows["t"] = np.tile(np.arange(samples) * 0.25, objects) * u.Myr
    for name in ("x", "y", "z"):
        steps = rng.normal(size=(objects, samples)) * 0.1
        steps[:, 0] *= 10
        rows[name] = np.cumsum(steps, axis=1).ravel() * u.kpc
    rows["name"] = [f"star {i}" for i in rows["traj_id"]]
    return rows


def plain(rows, path, columns):
    """Write CSV with every number as the shortest text that reads back to it."""
    with open(path, "w") as out:
        print(",".join(columns), file=out)
        for row in zip(*(rows[name].tolist() for name in columns)):
            print(",".join(str(v) for v in row), file=out)


def stamps(rows):
    """Return the rows with times in 2024, to the millisecond."""
    rows = rows.copy()
    start = datetime.datetime(2024, 2, 29, 23, 59, 59, 123000)
    rows["t"] = [(start + datetime.timedelta(seconds=4 * t)).isoformat() + "Z" for t in rows["t"].tolist()]
    return rows


def short(rows):
    """Return the rows with places rounded to float32."""
    rows = rows.copy()
    for name in ("x", "y", "z"):
        rows[name] = rows[name].astype("f4").astype("f8")
    return rows


def tables():
    at = ["t", "x", "y", "z"]
    stars, novae = table(1, 40, 100), table(2, 10, 100)
    plain(stars, "stars.csv", ["traj_id"] + at)
    plain(novae, "novae.csv", ["traj_id"] + at)
    plain(short(stars), "short.csv", ["traj_id"] + at)
    plain(stamps(stars), "stamps.csv", ["traj_id"] + at)
    plain(stamps(novae), "novaestamps.csv", ["traj_id"] + at)
    for rows, path in (stars, "named.csv"), (novae, "novaenamed.csv"):
        rows = rows.copy()
        rows["traj_id"] = rows["name"]
        plain(rows, path, ["traj_id"] + at)
    stars.write("stars.fits")
    stars.write("stars.ecsv")
    stars.write("commas.ecsv", delimiter=",")
    for encoding in ("tabledata", "binary", "binary2"):
        stars.write(f"{encoding}.vot", format="votable", tabledata_format=encoding)


def recipes(page):
    stars, objects = table(1, 40, 100), 40
    t, places = stars["t"].value[:100], [stars[name].value.reshape(objects, -1).T for name in ("x", "y", "z")]
    hashes = np.arange(objects, dtype="u4") * 7919 + 1
    at = ["t", "x", "y", "z"]
    for ids, path in (np.arange(objects), "numbered.csv"), (hashes, "hashed.csv"):
        rows = stars.copy()
        rows["traj_id"] = np.repeat(ids, len(t))
        plain(rows, path, ["traj_id"] + at)
    with h5py.File("orbits.hdf5", "w") as f:
        f["time"], f["pos"] = t, np.array(places)
        f["time"].attrs["unit"], f["pos"].attrs["unit"] = "Myr", "kpc"
    with h5py.File("simulation.hdf5", "w") as f:
        f["t"], f["hash"], f["xyz"] = t, hashes, np.stack(places, axis=-1)
    with open(page) as text:
        blocks = re.findall(r"```python\n(.*?)```", text.read(), re.S)
    if len(blocks) != 2:
        sys.exit(f"{page} has {len(blocks)} recipes")
    for block in blocks:
        exec(block, {})


def fcd(path, out):
    with open(out, "w") as rows:
        print("id,t,x,y", file=rows)
        for step in xml.etree.ElementTree.parse(path).getroot():
            for o in step:
                print(o.get("id"), step.get("time"), o.get("x"), o.get("y"), sep=",", file=rows)


def points(path, answer):
    with open(path) as of, open(answer) as rows:
        features, rows = json.load(of)["features"], list(csv.DictReader(rows))
    if len(features) != len(rows) or len(rows) < 5:
        sys.exit(f"{path} has {len(features)} points, {answer} {len(rows)} rows")
    for feature, row in zip(features, rows):
        for name, value in feature["properties"].items():
            text = row.pop(name)
            if value != (text if isinstance(value, str) else float(text)):
                sys.exit(f"{path}: {name} is {value}, {text} in {answer}")
        at = [feature["properties"][name] for name in ("query_lon", "query_lat", "query_height")]
        if row or feature["geometry"] != {"type": "Point", "coordinates": at}:
            sys.exit(f"{path}: {feature} lacks {row}")
    print(f"formats: GeoJSON through ogr2ogr: {len(rows)} points, the same")


{"tables": tables, "recipes": recipes, "fcd": fcd, "points": points}[sys.argv[1]](*sys.argv[2:])
