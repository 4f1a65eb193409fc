"""Writes files with astropy and h5py into a folder, and the same numbers as plain CSV, for .ci/formats."""
import os
import sys

import numpy as np
from astropy import units as u
from astropy.table import Table


def table(seed, objects, samples):
    """Objects that move at random, at ids, times and places of types that archives use."""
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
    """CSV with every number as the shortest text that reads back to it."""
    with open(path, "w") as out:
        print(",".join(columns), file=out)
        for row in zip(*(rows[name].tolist() for name in columns)):
            print(",".join(str(v) for v in row), file=out)


os.chdir(sys.argv[1])
columns = ["traj_id", "t", "x", "y", "z"]
stars = table(1, 40, 100)
plain(stars, "stars.csv", columns)
plain(table(2, 10, 100), "novae.csv", columns)
stars.write("stars.fits")
stars.write("stars.ecsv")
stars.write("commas.ecsv", delimiter=",")
for encoding in ("tabledata", "binary", "binary2"):
    stars.write(f"{encoding}.vot", format="votable", tabledata_format=encoding)
