"""Makes the wheel of flyby's Python module: wheel.py BINARY FOLDER [SYSTEM/PROCESSOR BINARY-FOR-IT].

The wheel holds the module, the binary as a script, so that installing it puts flyby on PATH, and the licences of both. It has the
version that the binary reports. For another system than this one the first binary reports the version, and the wheel holds the second;
both must be built from one commit. Same files, same bytes: entries are in order, with one time and their modes.
"""

import base64
import hashlib
import pathlib
import re
import struct
import subprocess
import sys
import zipfile

# TAGS are the tags of systems and processors; for macOS the binary has the least version.
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64", "linux/arm64": "manylinux_2_17_aarch64",
    "darwin/amd64": "macosx_{}_x86_64", "darwin/arm64": "macosx_{}_arm64",
    "windows/amd64": "win_amd64", "windows/arm64": "win_arm64",
}
HERE = pathlib.Path(__file__).resolve().parent
METADATA = """\
Metadata-Version: 2.1
Name: flyby
Version: {version}
Summary: Which moving objects come within a distance of each other, and when
License: Apache-2.0
License-File: LICENSE
License-File: LICENSES-OF-DEPENDENCIES.txt
Platform: {platform}
Requires-Python: >=3.9
Description-Content-Type: text/markdown

"""
WHEEL = """\
Wheel-Version: 1.0
Generator: flyby
Root-Is-Purelib: false
Tag: {tag}
"""


def version(said):
    """Return the output of flyby version as a version of PEP 440: a release's own, else 0.0.0 and the commit.

    of a release             flyby 1.2.3-rc.1 commit 0123...       1.2.3rc1
    make release, no tag     flyby 0.0.0-0123456789ab commit ...   0.0.0+0123456789ab
    in a clone               flyby (devel) commit 0123...          0.0.0+0123456789ab
    of a changed clone       flyby (devel) commit 0123... with changes  0.0.0+0123456789ab.dirty
    go's pseudo-version      flyby v0.0.0-20260102030405-0123456789ab+dirty  0.0.0.dev20260102030405+0123456789ab.dirty
    """
    number, commit = re.match(r"flyby v?(\S+)(?: commit (\w+))?", said).groups()
    local = ["dirty"] if "with changes" in said or number.endswith("+dirty") else []
    number = number.split("+")[0]
    if number == "(devel)":
        number, local = "0.0.0", [(commit or "unknown")[:12], *local]
    elif built := re.fullmatch(r"(\d+\.\d+\.\d+)-(?:(?:.*\.)?(\d{14})-)?([0-9a-f]{12})", number):
        number, local = built[1] + (f".dev{built[2]}" if built[2] else ""), [built[3], *local]
    else:
        kinds = {"alpha": "a", "beta": "b", "rc": "rc"}
        number = re.sub(r"-(alpha|beta|rc)\.?(\d*)$", lambda of: kinds[of[1]] + (of[2] or "0"), number)
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?(\.dev\d+)?", number):
        raise SystemExit(f"wheel: no version for Python's packages: {said.strip()}")
    return number + ("+" + ".".join(local) if local else "")


def least_macos(binary):
    """Return the macOS that a binary needs, as tags write it: the linker stores it in the command LC_BUILD_VERSION of Mach-O."""
    count, at = struct.unpack_from("<I", binary, 16)[0] if binary[:4] == b"\xcf\xfa\xed\xfe" else 0, 32
    for _ in range(count):
        command, size = struct.unpack_from("<2I", binary, at)
        if command == 0x32:
            least = struct.unpack_from("<I", binary, at + 12)[0]
            return f"{least >> 16}_{least >> 8 & 255}"
        at += size
    raise SystemExit("wheel: no binary for macOS, or none that says which it needs")


def tag(target, binary):
    """Return the tag of a wheel with a binary for a target."""
    if target not in TAGS:
        raise SystemExit(f"wheel: {target}: wheels are for {', '.join(TAGS)}")
    system, processor = target.split("/")
    if f"build\tGOOS={system}\n".encode() not in binary or f"build\tGOARCH={processor}\n".encode() not in binary:
        raise SystemExit(f"wheel: the binary is not for {target}")
    return "py3-none-" + (TAGS[target].format(least_macos(binary)) if system == "darwin" else TAGS[target])


def commit(binary):
    """Return the go command's record of the commit in a binary."""
    return sorted(set(re.findall(rb"build\tvcs\.(?:revision|modified)=\w+", binary)))


def files(binary, target=None, binary_for_it=None):
    """Return the version, the tag, and name, contents and mode of each file of the wheel but RECORD."""
    run = lambda *arguments: subprocess.run([binary, *arguments], check=True, stdout=subprocess.PIPE).stdout
    built = run("version").decode().strip()
    number, here = version(built), built.split()[-1]
    contents = pathlib.Path(binary_for_it or binary).read_bytes()
    if commit(contents) != commit(pathlib.Path(binary).read_bytes()):
        raise SystemExit(f"wheel: {binary_for_it} is of another commit than {binary}")
    target = target or here
    built, exe = built.removesuffix(here) + target, ".exe" * target.startswith("windows/")
    info = f"flyby-{number}.dist-info"
    all = {f"flyby/{path.name}": (path.read_bytes(), 0o644) for path in (HERE / "flyby").glob("*") if path.suffix in (".py", ".typed") and path.name != "_version.py"}
    all["flyby/_version.py"] = f"BUILT = {built!r}\nVERSION = {number!r}\n".encode(), 0o644
    all[f"flyby-{number}.data/scripts/flyby{exe}"] = contents, 0o755
    platform = {"darwin": "macos"}.get(target.split("/")[0], target.split("/")[0])
    all[f"{info}/METADATA"] = METADATA.format(version=number, platform=platform).encode() + (HERE.parent / "docs" / "python.md").read_bytes(), 0o644
    all[f"{info}/WHEEL"] = WHEEL.format(tag=tag(target, contents)).encode(), 0o644
    all[f"{info}/LICENSE"] = (HERE.parent / "LICENSE").read_bytes(), 0o644
    all[f"{info}/LICENSES-OF-DEPENDENCIES.txt"] = run("licenses"), 0o644
    return number, tag(target, contents), all


def write(binary, folder, target=None, binary_for_it=None):
    """Write the wheel into a folder, and return its path."""
    number, tag, all = files(binary, target, binary_for_it)
    record = f"flyby-{number}.dist-info/RECORD"
    lines = []
    for name, (contents, _) in sorted(all.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(contents)}\n")
    all[record] = ("".join(lines) + f"{record},,\n").encode(), 0o644
    path = pathlib.Path(folder) / f"flyby-{number}-{tag}.whl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name in sorted(all, key=lambda name: (".dist-info/" in name, name == record, name)):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type, entry.create_system = (0o100000 | all[name][1]) << 16, zipfile.ZIP_DEFLATED, 3
            wheel.writestr(entry, all[name][0], compresslevel=9)
    return path


if __name__ == "__main__":
    print(write(*sys.argv[1:]))
