"""The examples of docs/python.md and README.md, as their reader would try them."""

import doctest
import os
import pydoc
import re
import subprocess
import sys
import tempfile
import unittest
import warnings

import common

import flyby

ROOT = common.HERE.parents[1]


class Pages(unittest.TestCase):
    def test_page(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the warning of --where, which counts the rows left out
            failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 7)

    def test_readme(self):
        program = re.search(r"(?s)```python\n(.*?)```", (ROOT / "README.md").read_text())[1]
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/street.csv", "w") as file:
                file.write(common.STREET)
            said = subprocess.run([sys.executable, "-B", "-c", program], cwd=folder, env={**os.environ, "PYTHONPATH": str(common.HERE.parent)},
                                  stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout
        self.assertEqual(said.splitlines()[-1], "2 encounters")

class Help(unittest.TestCase):
    def test_keywords(self):
        """help() of each function lists its keywords, lengths and durations with their units, as docs/cli.md has them, and no keyword of another."""
        told = {name: pydoc.plain(pydoc.render_doc(getattr(flyby, name))) for name in ("convoys", "dbscan", "join", "knn", "pointjoin", "read", "search", "selfjoin")}
        for name, wanted in {
            "join": ["distance (length,", "merge_gap (duration,", "with_ (name,", "having (text, or a list of them)", "memory (text)"], "search": ["from_ (time)", "exclude_same_id (True or False)", "vertical (length,"],
            "convoys": ["min_size (number)", "clock (duration,", "method (text)"], "read": ["max_speed (speed,", "columns (dict)"], "knn": ["k (number)"], "dbscan": ["eps (length,", "minpts (number,"],
            "selfjoin": ["with_distance (True or False)"], "pointjoin": ["eps (length,", "units (text)"],
        }.items():
            for each in wanted:
                self.assertIn("\n    " + each, told[name])
        self.assertNotIn("exclude_same_id", told["join"])
        self.assertNotIn("merge_gap (", told["read"] + told["convoys"] + told["knn"])
        self.assertIn("as 15m", told["join"])
        for name, text in told.items():
            both = name in ("knn", "pointjoin", "search")
            self.assertEqual(len(re.findall(r"Each of [a-z_, ]*columns, [a-z_, ]*units, [a-z_, ]* may be said for one table alone, as entry_columns or query_columns[.]", text)), both, name)


if __name__ == "__main__":
    unittest.main()
