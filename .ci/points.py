"""The Python part of .ci/points: compares flyby with scikit-learn, in the current folder."""

import csv
import subprocess

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.cluster import DBSCAN
from sklearn.neighbors import NearestNeighbors

METHODS = ["auto", "grid", "tiles", "gpusj", "gpujoin", "lss", "kdtree", "bruteforce"]
NEAREST = ["auto", "kdtree", "lss", "tiles"]
K = 7
CLUSTERED = ["auto", "fused", "hybrid"]
MINPTS = [1, 4, 9]


def flyby(*args):
    """Return the rows that flyby writes, without their header."""
    out = subprocess.run(["./flyby", *map(str, args), "--quiet"], check=True, capture_output=True, text=True)
    return list(csv.reader(out.stdout.splitlines()))[1:]


def clusters(rng, points, n):
    """Return points about forty places of the unit cube, and some anywhere."""
    centres = rng.random((40, n))
    near = centres[rng.integers(0, 40, points)] + rng.normal(0, 0.02, (points, n))
    near[: points // 10] = rng.random((points // 10, n))
    return near


def sets():
    """Yield name, file, points and eps of each data set. Files are NPY or CSV."""
    rng = np.random.default_rng(16)
    for name, x, eps in [
        ("line", rng.random((2000, 1)), 0.001),
        ("plane", 100 * rng.random((3000, 2)), 2.5),
        ("clusters", clusters(rng, 3000, 3), 0.03),
        ("float32", clusters(rng, 2000, 6).astype(np.float32), 0.06),
        ("fortran", np.asfortranarray(rng.exponential(1 / 40, (2000, 16))), 0.08),
        ("repeats", rng.integers(0, 20, (1500, 2)).astype(float), 0.5),
        ("features", clusters(rng, 800, 90), 0.3),
    ]:
        path = name + ".npy"
        np.save(path, x)
        if name in ("plane", "features"):
            path = name + ".csv"
            np.savetxt(path, x, "%r", delimiter=",", comments="", header=",".join(f"x{j + 1}" for j in range(x.shape[1])))
        yield name, path, x.astype(float), eps


def labels(x, eps):
    """Yield the label and the kind of each point, for one minpts after another."""
    for n in MINPTS:
        found = DBSCAN(eps=eps, min_samples=n).fit(x)
        core = set(found.core_sample_indices_.tolist())
        for row, label in enumerate(found.labels_.tolist()):
            yield str(n), str(label), "core" if row in core else "border" if label >= 0 else "noise"


def away(x, eps):
    """Fail if a distance equals eps up to rounding, where scikit-learn may decide otherwise."""
    assert np.abs(pdist(x) - eps).min() > 1e-9 * eps, "a pair at the threshold: choose another eps"


for name, path, x, eps in sets():
    away(x, eps)
    tree = NearestNeighbors(algorithm="kd_tree").fit(x)
    lists = tree.radius_neighbors(x, eps, return_distance=False)
    pairs = sorted((a, int(b)) for a, near in enumerate(lists) for b in near if a < b)
    counts = [len(near) - 1 for near in lists]
    assert len(pairs) > 100, name
    for method in METHODS:
        asked = ["--points", path, "--eps", eps, "--method", method]
        assert [(int(a), int(b)) for a, b in flyby("selfjoin", *asked)] == pairs, (name, method)
        assert [int(n) for _, n in flyby("selfjoin", *asked, "--level", "counts")] == counts, (name, method)
        queries = [q for q, _ in flyby("pointjoin", *asked, "--queries", path)]
        assert np.bincount(np.array(queries, int), minlength=len(x)).tolist() == [n + 1 for n in counts], (name, method)
    print(f"points: {name}: {len(x)} of {x.shape[1]} dimensions, {len(pairs)} pairs by {len(METHODS)} methods, as scikit-learn has them")
    want = list(labels(x, eps))
    assert {kind for _, _, kind in want} >= {"core", "noise"}, name
    for method in CLUSTERED:
        rows = flyby("dbscan", "--points", path, "--eps", eps, "--minpts", ",".join(map(str, MINPTS)), "--method", method)
        assert [(r[2], r[3], r[4]) for r in rows] == want, (name, method)
    print(f"points: {name}: labels of {len(MINPTS)} minpts by {len(CLUSTERED)} methods, as scikit-learn has them")
    if name == "repeats":
        continue  # many points are equally near
    nearest = tree.kneighbors(n_neighbors=K, return_distance=False)
    for method in NEAREST:
        rows = flyby("knn", "--points", path, "-k", K, "--method", method)
        assert [int(r[2]) for r in rows] == nearest.ravel().tolist(), (name, method)
    print(f"points: {name}: {K} nearest by {len(NEAREST)} methods, as scikit-learn has them")
