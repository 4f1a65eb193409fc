#!/usr/bin/env python3
"""Measures the time of clustering from an array to labels, alternately with scikit-learn. Needs $FLYBY_BINARY, or the binary of a wheel, NumPy and scikit-learn."""

import statistics
import sys
import time
from pathlib import Path

import numpy
from sklearn.cluster import DBSCAN

sys.path.insert(0, str(Path(__file__).parent))
import flyby  # noqa: E402: beside this file

CASES = ((5_000, 64, 9, 5, 9), (300_000, 2, 0.05, 10, 3))  # points, dimensions, eps, minpts, turns


def took(call):
    begun = time.perf_counter()
    labels = call()
    return time.perf_counter() - begun, labels


def main():
    for points, dimensions, eps, minpts, turns in CASES:
        X = numpy.random.default_rng(1).standard_normal((points, dimensions))
        times = []
        for _ in range(turns):
            ours, labels = took(lambda: flyby.dbscan(X, eps=eps, minpts=minpts))
            theirs, wanted = took(lambda: DBSCAN(eps=eps, min_samples=minpts).fit(X).labels_)
            if not numpy.array_equal(labels, wanted):
                sys.exit(f"{points} x {dimensions}: labels differ")
            times.append((ours, theirs))
        ours, theirs = (statistics.median(each) for each in zip(*times))
        print(f"{points} x {dimensions}, eps {eps}, minpts {minpts}: flyby {ours:.3f} s, scikit-learn {theirs:.3f} s, {theirs / ours:.1f} times; medians of {turns}")


if __name__ == "__main__":
    main()
