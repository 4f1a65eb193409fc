"""The examples of docs/python.md and README.md, as their reader would try them."""

import doctest
import os
import re
import subprocess
import sys
import tempfile
import unittest
import warnings

import common

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


if __name__ == "__main__":
    unittest.main()
