"""The examples of docs/python.md and README.md, as their reader would try them."""

import doctest
import importlib.util
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

USE = """\
from typing import Any
import flyby

def near(cars: Any) -> Any:
    page: flyby.Page = flyby.show(flyby.join(cars, "8m", max_gap="6h"))
    print(page.html.decode(), flyby.info(cars)["samples"], flyby.__version__)
    flyby.report(flyby.search(cars, cars, 8), cars, cars, out="x.html")
    with flyby.open("cars.csv", units="m,s") as db:
        db.join(8)
    try:
        flyby.dbscan(cars, 3, min_samples=4)
    except flyby.FlybyError as wrong:
        print(wrong.row, wrong.column)
    return flyby.DBSCAN(eps=0.3).fit(cars).labels_
"""


def mypy(*words):
    return subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", os.devnull, *words], stdout=subprocess.PIPE, universal_newlines=True, env={**os.environ, "MYPYPATH": str(common.HERE.parent)}).stdout


@unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
class Hints(unittest.TestCase):
    def test_module_holds_to_its_hints(self):
        self.assertIn("Success", mypy(str(common.HERE.parent / "flyby")))

    def test_program_is_checked_by_them(self):
        """A strictly typed program passes; a missing argument, a wrong type and an unknown name of the module are found."""
        with tempfile.TemporaryDirectory() as folder:
            said = []
            for program in (USE, USE.replace('"8m", ', "").replace("page: flyby.Page", "page: int").replace(".fit(", ".fits(")):
                with open(f"{folder}/program.py", "w") as file:
                    file.write(program)
                said.append(mypy("--strict", "--follow-imports", "silent", f"{folder}/program.py"))
        self.assertIn("Success", said[0])
        for fault in ('Missing positional argument "distance" in call to "join"', '"DBSCAN" has no attribute "fits"', "variable has type \"int\""):
            self.assertIn(fault, said[1])


class Help(unittest.TestCase):
    def test_keywords(self):
        """help() of each function lists its keywords, lengths and durations with their units, as docs/cli.md has them, and no keyword of another."""
        told = {name: pydoc.plain(pydoc.render_doc(getattr(flyby, name))) for name in flyby.__all__ if name.islower() and name not in ("geo", "open")}
        for name, wanted in {
            "join": ["distance (length,", "merge_gap (duration,", "with_ (name,", "having (text, or a list of them)", "memory (text)"], "search": ["from_ (time)", "exclude_same_id (True or False)", "vertical (length,"],
            "convoys": ["min_size (number)", "clock (duration,", "method (text)"], "read": ["max_speed (speed,", "columns (dict)"], "knn": ["k (number)"], "dbscan": ["eps (length,", "minpts (number,"],
            "selfjoin": ["with_distance (True or False)"], "pointjoin": ["eps (length,", "units (text)"],
            "report": ["top (number)", "svg (path)", "max_gap (duration,", "minpts (number"], "show": ["by (text)"], "verify": ["distance (length,", "sample (number)", "zones (path"], "info": ["tz (text)"],
            "at": ["max_gap (duration,", "out (path)"], "convert": ["order (text)"], "tune": ["measure (", "model (path)", "distance (length,"], "nearest": ["k (number)"], "visits": ["zone_height (", "merge_gap (duration,"],
        }.items():
            for each in wanted:
                self.assertIn("\n    " + each, told[name])
        self.assertNotIn("exclude_same_id", told["join"])
        self.assertNotIn("merge_gap (", told["read"] + told["convoys"] + told["knn"])
        self.assertIn("as 15m", told["join"])
        for name, text in told.items():
            both = name in ("knn", "nearest", "pointjoin", "report", "search", "show", "tune", "verify")
            self.assertEqual(len(re.findall(r"Each of [a-z_, ]*columns, [a-z_, ]*units, [a-z_, ]* may be said for one table alone, as entry_columns or query_columns[.]", text)), both, name)


if __name__ == "__main__":
    unittest.main()
