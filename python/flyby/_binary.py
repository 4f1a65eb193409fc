"""The binary: its path, and the check that it has the module's version."""

import contextlib
import functools
import importlib.metadata
import os
import shutil
import subprocess

from ._child import FlybyError

try:
    from ._version import BUILT, VERSION  # type: ignore  # written into the wheel: the output of flyby version, and the same as a version of PEP 440
except ImportError:
    BUILT = VERSION = None  # a clone: any binary will do


def find():
    """Return the path of the binary: $FLYBY_BINARY, the wheel's own, or flyby on PATH."""
    path = os.environ.get("FLYBY_BINARY") or _of_wheel() or shutil.which("flyby")
    if not path or not os.path.isfile(path):
        raise FlybyError(f"there is no {path or 'flyby: neither $FLYBY_BINARY, nor one of a wheel of this module, nor on PATH'}", file=path)
    _check(path, os.path.getmtime(path), os.path.getsize(path), os.access(path, os.X_OK))
    return path


def _of_wheel():
    """Return the binary of this module's distribution, None without a distribution."""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        files = importlib.metadata.distribution("flyby").files or []
        paths = [os.path.abspath(f.locate()) for f in files if f.name in ("flyby", "flyby.exe") and f.parts[-2:-1] in (("bin",), ("Scripts",))]
        paths += [os.path.abspath(f"{__file__}/../../{path}") for path in ("bin/flyby", "bin/flyby.exe", "Scripts/flyby.exe")]  # for pip install --target
        if any(f.name == "_binary.py" and os.path.realpath(f.locate()) == os.path.realpath(__file__) for f in files):
            return next(filter(os.path.exists, paths), None)


@functools.lru_cache(maxsize=8)
def _check(path, _time, _size, runs):
    """Refuse a file that cannot run, and a version other than the module's; once for each state of the file."""
    if not runs:
        raise FlybyError(f"{path} cannot be run: its mode is lost, as that of a wheel unpacked by hand; try: chmod +x {path}", file=path)
    try:
        said = subprocess.run([path, "version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError) as wrong:
        raise FlybyError(f"{path} does not run here: {wrong}", file=path) from None
    if BUILT not in (None, said.strip()):
        raise FlybyError(f"{path} is {said.strip()!r}, but this module is of {BUILT!r}: install one of the two anew", file=path)
