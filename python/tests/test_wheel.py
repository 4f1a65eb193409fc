"""The wheel: what it holds, its installation, and faults of it."""

import ast
import base64
import csv
import hashlib
import io
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import wheel

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ["FLYBY_BUILT"]


def run(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, **more)


class House(unittest.TestCase):
    def test_module_is_small(self):
        """The module has at most 400 lines of code, which are those without blank lines, comments and docstrings, and for points 200 more."""
        count = {path.name: code(path.read_text()) for path in (ROOT / "python" / "flyby").glob("*.py")}
        points = sum(count.pop(name) for name in ("_points.py", "_arrays.py"))
        self.assertGreater(sum(count.values()), 200)
        self.assertLessEqual(sum(count.values()), 400)
        self.assertLessEqual(points, 200)

    def test_syntax_is_of_python_3_9(self):
        for path in (ROOT / "python" / "flyby").glob("*.py"):
            ast.parse(path.read_text(), str(path), feature_version=(3, 9))


def code(text):
    """How many lines of code a text has."""
    told = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            told.update(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(1 for i, line in lines if i not in told and line.strip() and not line.strip().startswith("#"))


class Versions(unittest.TestCase):
    def test_versions_are_of_pep_440(self):
        commit = "0123456789abcdef0123456789abcdef01234567"
        for said, want in {
            f"flyby 1.2.3 commit {commit} go1.26 linux/amd64": "1.2.3",
            f"flyby 1.2.3-rc.1 commit {commit} go1.26 linux/amd64": "1.2.3rc1",
            f"flyby 0.0.0-0123456789ab commit {commit} go1.26 linux/amd64": "0.0.0+0123456789ab",
            f"flyby (devel) commit {commit} go1.26 linux/amd64": "0.0.0+0123456789ab",
            f"flyby (devel) commit {commit} with changes go1.26 linux/amd64": "0.0.0+0123456789ab.dirty",
            "flyby v0.0.0-20260102030405-0123456789ab+dirty go1.26 linux/amd64": "0.0.0.dev20260102030405+0123456789ab.dirty",
            "flyby v1.2.4-0.20260102030405-0123456789ab go1.26 linux/amd64": "1.2.4.dev20260102030405+0123456789ab",
            "flyby v1.2.3 go1.26 linux/amd64": "1.2.3",
            "flyby (devel) commit unknown, built without git go1.26 linux/amd64": "0.0.0+unknown",
        }.items():
            self.assertEqual(wheel.version(said), want, said)


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.folder.name)
        cls.path = wheel.write(BINARY, cls.work / "dist")
        cls.venv = cls.work / "venv"
        subprocess.run([sys.executable, "-m", "venv", cls.venv], check=True)
        cls.installed = run(cls.venv / "bin" / "pip", "install", "--no-index", cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def python(self, text, **env):
        env = {**{k: v for k, v in os.environ.items() if k not in ("FLYBY_BINARY", "PYTHONPATH")}, **env}
        return run(self.venv / "bin" / "python", "-c", text, env=env, cwd=self.work)

    def test_name_says_the_platform(self):
        self.assertRegex(self.path.name, r"^flyby-\d[^-]*-py3-none-manylinux_2_17_x86_64\.whl$")

    def test_same_files_give_the_same_bytes(self):
        again = wheel.write(BINARY, self.work / "again")
        self.assertEqual(self.path.read_bytes(), again.read_bytes())

    def test_record_has_every_file(self):
        with zipfile.ZipFile(self.path) as whl:
            record = next(name for name in whl.namelist() if name.endswith("/RECORD"))
            rows = {name: (digest, size) for name, digest, size in csv.reader(io.StringIO(whl.read(record).decode()))}
            self.assertEqual(set(rows), set(whl.namelist()))
            for name in set(rows) - {record}:
                digest = base64.urlsafe_b64encode(hashlib.sha256(whl.read(name)).digest()).rstrip(b"=").decode()
                self.assertEqual(rows[name], ("sha256=" + digest, str(len(whl.read(name)))))

    def test_modes_are_kept(self):
        with zipfile.ZipFile(self.path) as whl:
            modes = {entry.filename: stat.S_IMODE(entry.external_attr >> 16) for entry in whl.infolist()}
        self.assertEqual({name for name, mode in modes.items() if mode == 0o755}, {name for name in modes if name.endswith("/scripts/flyby")})
        self.assertEqual(set(modes.values()), {0o755, 0o644})

    def test_licences_are_in_it(self):
        with zipfile.ZipFile(self.path) as whl:
            texts = {pathlib.PurePath(name).name: whl.read(name).decode() for name in whl.namelist() if ".dist-info/" in name}
        self.assertEqual(texts["LICENSE"], (ROOT / "LICENSE").read_text())
        self.assertIn("github.com/apache/arrow-go", texts["LICENSES-OF-DEPENDENCIES.txt"])

    def test_pip_installs_it_without_an_index(self):
        self.assertEqual(self.installed.returncode, 0, self.installed.stderr)
        said = run(self.venv / "bin" / "flyby", "version")
        self.assertEqual(said.stdout, run(BINARY, "version").stdout)

    def test_the_module_takes_the_binary_of_its_wheel(self):
        got = self.python("import flyby; print(flyby._binary.find())", PATH="/nowhere")
        self.assertEqual((got.stdout.strip(), got.stderr), (str(self.venv / "bin" / "flyby"), ""))

    def test_the_module_has_the_version(self):
        got = self.python("import flyby, importlib.metadata; print(flyby.__version__, importlib.metadata.version('flyby'))")
        self.assertEqual(got.stdout.split(), [wheel.files(BINARY)[0]] * 2)

    def test_importing_it_does_not_import_pandas(self):
        got = self.python("import flyby, sys; print([m for m in ('pandas', 'numpy', 'pyarrow') if m in sys.modules])")
        self.assertEqual(got.stdout.strip(), "[]", got.stderr)

    def test_binary_of_another_version_is_refused(self):
        other = self.work / "flyby"
        other.write_text("#!/bin/sh\necho flyby 9.8.7 commit 0123 go1.26 linux/amd64\n")
        other.chmod(0o755)
        got = self.python("import flyby; flyby.join('x.csv', 1)", FLYBY_BINARY=str(other))
        self.assertIn(f"FlybyError: {other} is 'flyby 9.8.7 commit 0123 go1.26 linux/amd64', but this module is of", got.stderr)
        self.assertIn(run(BINARY, "version").stdout.strip(), got.stderr)

    def test_binary_without_its_mode_is_named(self):
        lame = self.work / "lame"
        shutil.copy(BINARY, lame)
        lame.chmod(0o644)
        got = self.python("import flyby; flyby.join('x.csv', 1)", FLYBY_BINARY=str(lame))
        self.assertIn(f"FlybyError: {lame} cannot be run: its mode is lost", got.stderr)

    def test_wheel_that_was_packed_without_modes_is_named(self):
        packed = self.work / "modeless" / self.path.name
        packed.parent.mkdir()
        with zipfile.ZipFile(self.path) as whl, zipfile.ZipFile(packed, "w") as to:
            for entry in whl.infolist():
                plain = zipfile.ZipInfo(entry.filename)
                plain.external_attr = 0o100644 << 16
                to.writestr(plain, whl.read(entry))
        other = self.work / "other"
        run(self.venv / "bin" / "pip", "install", "--no-index", "--target", other, packed)
        got = run(sys.executable, "-c", "import flyby; flyby.join('x.csv', 1)", env={"PATH": "/nowhere", "PYTHONPATH": str(other)}, cwd=self.work)
        self.assertIn(f"{other}/bin/flyby cannot be run: its mode is lost", got.stderr)


if __name__ == "__main__":
    unittest.main()
