"""Points: pairs within a distance, nearest points and clusters, of arrays and of tables; and convoys, of tables alone."""

import functools
import json
import re
from typing import Any, Dict, Tuple

import flyby

from . import _arrays, _tables, _types, _words


def dbscan(X: Any, eps: Any, minpts: Any = None, *, min_samples: Any = None, metric: str = "euclidean", kinds: bool = False, progress: Any = None, **flags: Any) -> Any:
    """Return the clusters of points: for an array each row's cluster number, -1 for noise; with kinds each row's kind too: core, border or noise.

    With several eps or minpts, in a list, the labels have a row for each eps with each minpts. min_samples is minpts, by scikit-learn's name.
    """
    def made(found, n):
        shape = (-1, n) if "eps" in found else n
        labels = found["label"].reshape(shape)
        return (labels, found["kind"].reshape(shape)) if kinds else labels

    minpts = _one(minpts=minpts, min_samples=min_samples, metric=metric)
    return _answer("dbscan", {"points": X}, {"eps": eps, "minpts": minpts, **flags}, progress, made)


def knn(X: Any, k: Any = None, queries: Any = None, *, n_neighbors: Any = None, metric: str = "euclidean", progress: Any = None, **flags: Any) -> Any:
    """Return the k nearest points of each point, or of each query: for arrays (distances, rows), the nearest first. No point is its own neighbour.

    n_neighbors is k, by scikit-learn's name.
    """
    def made(found, n):
        return tuple(each.reshape(n, len(each) // n) for each in (found["distance"], found["entry"]))

    of = {"points": X} if queries is None else {"points": X, "queries": queries}
    return _answer("knn", of, {"neighbours": _one(k=k, n_neighbors=n_neighbors, metric=metric), **flags}, progress, made)


def selfjoin(X: Any, eps: Any, *, progress: Any = None, **flags: Any) -> Any:
    """Return the pairs of points within eps of each other: for an array the rows of both; with with_distance=True (pairs, distances)."""
    return _answer("selfjoin", {"points": X}, {"eps": eps, **flags}, progress, lambda found, _: _pairs(found, "id_a", "id_b"))


def pointjoin(entries: Any, queries: Any, eps: Any, *, progress: Any = None, **flags: Any) -> Any:
    """Return the pairs of a query and an entry within eps of each other: for arrays the rows of both, the query's first."""
    return _answer("pointjoin", {"points": entries, "queries": queries}, {"eps": eps, **flags}, progress, lambda found, _: _pairs(found, "query", "entry"))


def convoys(table: Any, distance: Any, min_size: Any, *, progress: Any = None, stream: bool = False, **flags: Any) -> Any:
    """Return the groups of at least min_size trajectories of a table that stay within a distance of each other, and their members."""
    return flyby._answer("convoys", {"table": table}, {"distance": distance, "min_size": min_size, **flags}, progress, stream)


def _one(metric, **names):
    """Return the value of the one of two names that is said. Distances are Euclidean."""
    if metric != "euclidean":
        raise ValueError(f"metric={metric!r}: distances are Euclidean, which is metric='euclidean'")
    said = {name: value for name, value in names.items() if value is not None}
    if len(said) != 1:
        raise TypeError(f"{' and '.join(said)}: two names of one number" if said else f"{' or '.join(names)} is missing")
    return next(iter(said.values()))


_once = functools.lru_cache(maxsize=None)(_words.warn)  # filters of warnings forget what was said whenever a library suspends them


def warn(summary, flags):
    """Warn of columns that were taken as coordinates without being named, but for the usual ones."""
    for side, key in (("points", "coordinates"), ("queries", "query_coordinates")):
        strange = [name for name in summary.get(key) or () if not re.fullmatch(r"x\d*|y|z|lon|lat|height", name)]
        if strange and flags.get("in_format") != "npy" and not _types.said(flags, _types.SIDES[side], "columns"):
            _once(f"{side}: all columns of numbers are coordinates: {', '.join(summary[key])}; columns={{'x1': {summary[key][0]!r}, ...}} names the ones that are meant")


def _pairs(found, *sides):
    import numpy
    if "neighbours" in found:  # the level counts
        return found["neighbours"]
    pairs = numpy.stack([found[side] for side in sides], axis=1)
    return (pairs, found["distance"]) if "distance" in found else pairs


def _answer(command, points, flags, progress, made):
    """Return the answer of a run: for arrays the result of made for its columns and the number of asking rows, else a table."""
    of_arrays = {_tables.is_array(each) for each in points.values()}
    if of_arrays == {False}:
        return flyby._answer(command, points, flags, progress, False, functools.partial(_restore, flags.get("level")))
    if of_arrays != {True}:
        raise TypeError("an array and a table, whose rows may have names, do not go together: pass two of either")
    if refused := flags.keys() & {"in_format", "out_format", "help", "json"}:
        raise TypeError(f"{min(refused)}: this module sets it")
    if flags.get("skip_bad_rows"):
        raise TypeError("skip_bad_rows: rows of arrays are known by their numbers: pass X[numpy.isfinite(X).all(axis=1)]")
    if flags.get("level") == "neighbours":
        raise TypeError("level='neighbours': lists are no array: take pairs, or pass a table")
    arrays = {name: _arrays.taken(each, name) for name, each in points.items()}
    file = flags.get("out") or flags.get("explain")

    def answers(child):
        return [(child.readall() if file else _arrays.Columns(child), child.summary)]

    (found, summary), = flyby._run(command, arrays, {**flags, "out_format": None if file else "arrow"}, progress, answers)
    return made(found, len(list(arrays.values())[-1])) if not file else summary if flags.get("out") else json.loads(found)


def _restore(level, answer, tables, _flags, looked_at, _one_side):
    """Give ids the types that they had in tables, and ids of files the types that they look like; without a column of ids they are row numbers."""
    told = answer.attrs["flyby"]
    ids = [name for name in ("id", "id_a", "id_b", "query", "entry") if name in answer.columns]
    whole = looked_at and {_types._looks(answer[name]) for name in ids} == {"whole"}
    kinds = {"neighbours": "int64" if level == "counts" else object, "kind": object}
    for name in answer.columns.intersection([*ids, *kinds]):
        key = told.get("query_id" if name == "query" and "query_coordinates" in told else "id")
        table = tables.get("query" if name == "query" else "entry")
        values = answer[name].astype(object) if answer[name].dtype.name == "category" else answer[name]
        if name in kinds:
            answer[name] = values.astype(kinds[name])
        elif table is not None and key in table.columns:
            answer[name] = _types._like(values, table[key])
        else:
            answer[name] = values.astype("int64") if key is None or whole else values


class DBSCAN:
    """Clusters of the rows of an array, with the names of scikit-learn: its DBSCAN with the Euclidean distance.

    Further keywords are flags of the command, as for flyby.dbscan. labels_ are the labels of flyby.dbscan.
    """

    def __init__(self, eps: Any = 0.5, min_samples: Any = 5, **flags: Any) -> None:
        self._names: Tuple[str, ...] = ()
        self.set_params(eps=eps, min_samples=min_samples, **flags)

    def get_params(self, deep: bool = True) -> Dict[str, Any]:
        return {name: getattr(self, name) for name in self._names}

    def set_params(self, **params: Any) -> "DBSCAN":
        self._names = tuple(dict.fromkeys((*self._names, *params)))
        vars(self).update(params)
        return self

    def fit(self, X: Any, y: Any = None) -> "DBSCAN":
        """Find the clusters of the rows of X, and the core points among them."""
        import numpy
        X, flags = _arrays.taken(X, "points"), self.get_params()
        if X.ndim != 2:
            raise ValueError(f"points: an array of {X.ndim} dimensions: a row is a point")
        self.labels_, kinds = dbscan(X, flags.pop("eps"), kinds=True, **flags)
        if self.labels_.ndim > 1:
            raise ValueError("eps and min_samples: more than one of either has labels for each, which flyby.dbscan gives")
        self.core_sample_indices_ = numpy.flatnonzero(kinds == "core")
        self.components_ = X[self.core_sample_indices_]
        self.n_features_in_ = X.shape[1]
        return self

    def fit_predict(self, X: Any, y: Any = None) -> Any:
        return self.fit(X).labels_

    def __sklearn_tags__(self) -> Any:
        """Return what scikit-learn 1.6 and newer ask of an estimator, as a clusterer of theirs has it."""
        from sklearn.base import BaseEstimator, ClusterMixin  # type: ignore
        return type("Clusterer", (ClusterMixin, BaseEstimator), {})().__sklearn_tags__()

    def __repr__(self) -> str:
        return f"DBSCAN({', '.join(f'{name}={value!r}' for name, value in self.get_params().items())})"
