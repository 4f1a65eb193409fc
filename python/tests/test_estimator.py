"""Names of scikit-learn: the estimator, alone and where scikit-learn uses it, and names of arguments."""

import unittest
from unittest import mock

import numpy
import pandas
from sklearn.base import BaseEstimator, ClusterMixin, clone
from sklearn.cluster import DBSCAN as Theirs
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import NearestNeighbors
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from test_points import cloud

import flyby


class Estimator(unittest.TestCase):
    def assertTheirs(self, points, eps, min_samples):
        ours, theirs = flyby.DBSCAN(eps, min_samples), Theirs(eps=eps, min_samples=min_samples).fit(points)
        self.assertIs(ours.fit(points), ours)
        for name in ("labels_", "core_sample_indices_", "components_"):
            numpy.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))
            self.assertEqual(getattr(ours, name).dtype, getattr(theirs, name).dtype)
        self.assertEqual(ours.n_features_in_, theirs.n_features_in_)
        numpy.testing.assert_array_equal(flyby.DBSCAN(eps, min_samples=min_samples).fit_predict(points), theirs.labels_)

    def test_labels_are_those_of_scikit_learn(self):
        for points, eps, min_samples in ((cloud(1), 0.1, 8), (cloud(2, 500, 5), 1.2, 4), (cloud(3), 0.05, 1), (cloud(4, 5, 3), 1e-9, 2)):
            self.assertTheirs(points, eps, min_samples)
        self.assertTheirs(pandas.DataFrame(cloud(5), columns=["a", "id"]), 0.1, 8)

    def test_parameters_are_flags(self):
        ours = flyby.DBSCAN(0.3, min_samples=4, threads=1)
        self.assertEqual(ours.get_params(), {"eps": 0.3, "min_samples": 4, "threads": 1})
        self.assertEqual((ours.set_params(eps=0.5, device="cpu").eps, ours.device, ours.min_samples), (0.5, "cpu", 4))
        self.assertEqual(repr(ours), "DBSCAN(eps=0.5, min_samples=4, threads=1, device='cpu')")
        self.assertEqual(flyby.DBSCAN().get_params(), {name: Theirs().get_params()[name] for name in ("eps", "min_samples")})
        self.assertEqual(flyby.DBSCAN(metric="euclidean").fit_predict(cloud(1)).tolist(), flyby.DBSCAN().fit_predict(cloud(1)).tolist())
        for call in (lambda: flyby.DBSCAN(metric="manhattan").fit(cloud(1)), lambda: flyby.dbscan(cloud(1), 1, 2, metric="manhattan"), lambda: flyby.knn(cloud(1), 2, metric="manhattan")):
            with self.assertRaisesRegex(ValueError, "^metric='manhattan': distances are Euclidean"):
                call()

    def test_points_are_rows(self):
        with self.assertRaisesRegex(ValueError, "1 dimensions"):
            flyby.DBSCAN().fit(cloud(1)[:, 0])
        with self.assertRaisesRegex(ValueError, "more than one"):
            flyby.DBSCAN([0.1, 0.2]).fit(cloud(1))

    def test_clones_and_pipelines_take_it(self):
        again = clone(flyby.DBSCAN(0.3, threads=1))
        self.assertEqual(again.get_params(), {"eps": 0.3, "min_samples": 5, "threads": 1})
        got = make_pipeline(StandardScaler(), flyby.DBSCAN(0.1, min_samples=8)).fit_predict(cloud(1))
        numpy.testing.assert_array_equal(got, make_pipeline(StandardScaler(), Theirs(eps=0.1, min_samples=8)).fit_predict(cloud(1)))

    def test_grid_search_takes_it(self):
        """A grid search, of the estimator or of its pipeline, finds what it finds for scikit-learn's, with a score that reads labels_."""
        def score(model, X, y=None):
            return -abs(len({*getattr(model, "steps", [(0, model)])[-1][1].labels_} - {-1}) - 3)

        for made in (lambda of: of, lambda of: make_pipeline(StandardScaler(), of)):
            found = []
            for model in (made(flyby.DBSCAN(min_samples=4, metric="euclidean")), made(Theirs(min_samples=4))):
                grid = {("dbscan__" if hasattr(model, "steps") else "") + "eps": [0.01, 0.06, 0.3]}
                found.append(GridSearchCV(model, grid, scoring=score, cv=3).fit(cloud(1)))
            numpy.testing.assert_array_equal(*(each.cv_results_["mean_test_score"] for each in found))
            self.assertEqual(*(each.best_params_ for each in found))

    def test_tags_are_a_clusterers(self):
        """scikit-learn 1.6 and newer ask for tags; an older one has none, and here its base says who asks."""
        with mock.patch.object(BaseEstimator, "__sklearn_tags__", lambda self: isinstance(self, ClusterMixin), create=True):
            self.assertTrue(flyby.DBSCAN().__sklearn_tags__())

    def test_names_of_scikit_learn(self):
        X = cloud(1)
        numpy.testing.assert_array_equal(flyby.dbscan(X, 0.1, min_samples=8), flyby.dbscan(X, 0.1, 8))
        for ours, theirs in zip(flyby.knn(X, n_neighbors=3, metric="euclidean"), NearestNeighbors(n_neighbors=3).fit(X).kneighbors()):
            numpy.testing.assert_allclose(ours, theirs, rtol=1e-12)
        for call, said in ((lambda: flyby.dbscan(X, 1), "^minpts or min_samples is missing"), (lambda: flyby.knn(X, 2, n_neighbors=2), "^k and n_neighbors: two names"),
                           (lambda: flyby.knn(X), "^k or n_neighbors is missing")):
            with self.assertRaisesRegex(TypeError, said):
                call()
        with self.assertRaisesRegex(flyby.FlybyError, "^unknown keyword: n_jobs: is it threads"):
            flyby.DBSCAN(n_jobs=2).fit(X)


if __name__ == "__main__":
    unittest.main()
