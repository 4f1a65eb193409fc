"""Arrow, with a stand-in for pyarrow whose streams are real: answers equal the answers through text."""

import subprocess
import sys
import unittest

import common

PROGRAM = """
import sys
sys.path[:0] = [{tests!r}, {standin!r}, {module!r}]
import common, flyby, pandas, pyarrow
assert flyby.__file__.startswith({module!r}) and pyarrow.__file__.startswith({standin!r})

def by_text(call, *arguments, **flags):
    taken, sys.modules["pyarrow"], sys.modules["pyarrow.ipc"] = sys.modules["pyarrow"], None, None
    try:
        return call(*arguments, **flags)
    finally:
        sys.modules["pyarrow"], sys.modules["pyarrow.ipc"] = taken, taken.ipc

stars, novae = common.galaxy(1), common.galaxy(2)
named = stars.assign(id="star " + stars["id"].astype(str))
timed = named.assign(id=named["id"].astype("category"), t=pandas.to_datetime(stars["t"].round(3) * 1e6, unit="us", origin="2024-05-01").dt.round("ms").dt.tz_localize("UTC"))
"""


class Arrow(unittest.TestCase):
    maxDiff = None

    def run_with_standin(self, program):
        text = PROGRAM.format(tests=str(common.HERE), standin=str(common.HERE / "standin"), module=str(common.HERE.parent)) + program
        got = subprocess.run([sys.executable, "-B", "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        return got.stdout

    def test_frames_give_the_answers_of_text(self):
        said = self.run_with_standin("""
for level in ("hits", "encounters", "pairs", "objects"):
    for table in (stars, named, timed):
        got = flyby.join(table, 0.3, level=level)
        pandas.testing.assert_frame_equal(got, by_text(flyby.join, table, 0.3, level=level))
        assert len(got) > 20
early = timed.assign(t=timed["t"] - (timed["t"].min() - pandas.Timestamp(0, tz="UTC")))
off = (flyby.join(early, 0.3)["t_enter"] - by_text(flyby.join, early, 0.3)["t_enter"]).abs().max()
assert off <= pandas.Timedelta(1, "ns"), off
pandas.testing.assert_frame_equal(flyby.search(stars, novae, 0.3), by_text(flyby.search, stars, novae, 0.3))
pandas.testing.assert_frame_equal(flyby.join(stars, 0), by_text(flyby.join, stars, 0), check_dtype=False)
print(sorted(set(pyarrow.CALLS)))
""")
        self.assertEqual(said.strip(), "['RecordBatchReader.from_stream', 'Table.from_pandas', 'Table.to_pandas', 'ipc.new_stream', 'ipc.open_stream']")

    def test_tables_give_tables(self):
        self.run_with_standin("""
got = flyby.join(pyarrow.Table(named), 0.3)
assert type(got) is pyarrow.Table
assert got.to_pandas()["query_traj"].tolist() == by_text(flyby.join, named, 0.3)["query_traj"].tolist()
for part in flyby.join(pyarrow.Table(named), 0.3, stream=True):
    assert type(part) is pyarrow.Table
""")

    def test_points_and_convoys_give_the_answers_of_text(self):
        self.run_with_standin("""
import tempfile
with tempfile.TemporaryDirectory() as folder:
    for ids in ([9, 8, 7, 6], ["009", "8", "seven", "6"]):
        path = folder + "/points.csv"
        pandas.DataFrame({"id": ids, "x": [0.0, 1, 1, 5], "y": [0.0, 0, 1, 5]}).to_csv(path, index=False)
        for call, arguments, flags in ((flyby.dbscan, (1, 2), {}), (flyby.knn, (2,), {}), (flyby.selfjoin, (1,), {"with_distance": True}),
                                       (flyby.selfjoin, (1,), {"level": "counts"}), (flyby.pointjoin, (path, 1), {}), (flyby.selfjoin, (0,), {})):
            pandas.testing.assert_frame_equal(call(path, *arguments, **flags), by_text(call, path, *arguments, **flags), check_dtype=arguments != (0,))
pandas.testing.assert_frame_equal(flyby.convoys(timed, 1, 2, min_duration=0.1), by_text(flyby.convoys, timed, 1, 2, min_duration=0.1))
assert len(flyby.convoys(timed, 1, 2, min_duration=0.1)) > 20
""")

    def test_pages_of_frames_are_the_pages_of_text(self):
        self.run_with_standin("""
import io, tempfile
with tempfile.TemporaryDirectory() as folder:
    for call, arguments in ((flyby.join, (timed, 0.3)), (flyby.search, (stars, novae, 0.3)), (flyby.nearest, (named, 1)), (flyby.convoys, (timed, 1, 2))):
        near = call(*arguments)
        page = flyby.show(near)
        assert b"<table" in page.html and page.html == by_text(flyby.show, near).html, call
        call(*arguments, out=folder + "/arrow.html")
        by_text(call, *arguments, out=folder + "/text.html")
        assert open(folder + "/arrow.html").read() == open(folder + "/text.html").read(), call

came, close = [], pyarrow._Writer.close  # the stand-in writes trajectories alone: an answer goes back as it came

def open_stream(file):
    came.append(file.read())
    return pyarrow._Reader(io.BytesIO(came[-1]))

pyarrow.ipc.open_stream = open_stream
pyarrow._Writer.close = lambda writer: writer._sink.write(came[-1]) if "query_traj" in writer._batches[0] else close(writer)
near = flyby.join(pyarrow.Table(named), 0.3)
assert type(near) is pyarrow.Table
assert b"<table" in flyby.show(near, pyarrow.Table(named), distance=0.3).html
assert flyby.verify(near, pyarrow.Table(named), distance=0.3)["rows"] > 20
""")

    def test_index_is_taken(self):
        self.run_with_standin("""
import warnings
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    pandas.testing.assert_frame_equal(flyby.join(named.set_index(["id", "t"]), 0.3), by_text(flyby.join, named, 0.3))
assert [str(each.message) for each in told] == ["table: the index is taken as columns: id, t"], told
""")

    def test_summary_behind_the_end_mark_is_heard(self):
        self.run_with_standin("""
assert flyby.join(stars, 0.3).attrs["flyby"]["encounters"] > 20
""")

    def test_errors_name_the_row(self):
        self.run_with_standin("""
class Cut(pyarrow._Writer):
    def close(self):
        class Sink:
            def write(_, data):
                self._sink.write(data[:-8])
        whole, self._sink = self._sink, None
        self._sink, sink = whole, Sink()
        inner = pyarrow._Writer(sink)
        inner._batches = self._batches
        inner.close()
pyarrow.ipc.new_stream = lambda sink, schema: Cut(sink)
try:
    flyby.join(stars, 0.3)
    raise SystemExit("a cut stream was taken")
except flyby.FlybyError as wrong:
    assert wrong.message.startswith("table: ") and "cut" in wrong.message, wrong
    assert wrong.status == 1
""")

    def test_table_that_fails_has_no_end(self):
        self.run_with_standin("""
closed = []
pyarrow._Writer.close = lambda writer: closed.append(writer)
def fail(reader):
    yield reader._frame
    raise RuntimeError("no more")
pyarrow.RecordBatchReader.__iter__ = fail
try:
    flyby.join(stars, 0.3)
    raise SystemExit("half of a table was taken")
except RuntimeError as wrong:
    assert str(wrong) == "no more" and not closed, (wrong, closed)
""")

    def test_polars_gives_polars(self):
        self.run_with_standin("""
import types
from pyarrow import _stream

class Frame:
    def __init__(self, source):
        self.source = getattr(source, "source", source)

    def write_ipc_stream(self, file):
        writer = pyarrow.ipc.new_stream(file, None)
        writer.write_batch(getattr(self.source, "_frame", self.source))
        writer.close()

polars = types.ModuleType("polars")
polars.DataFrame = Frame
polars.read_ipc_stream = lambda file: Frame(pandas.concat(list(_stream.messages(file))[1:]))
sys.modules["polars"] = polars
want = by_text(flyby.join, named, 0.3)["query_traj"].tolist()
for table in (Frame(named), pyarrow.Table(named)):  # the other where there is no pyarrow
    got = by_text(flyby.join, table, 0.3)
    assert type(got) is Frame and got.source["query_traj"].tolist() == want
assert [type(part) for part in by_text(flyby.join, Frame(named), 0.3, stream=True)] == [Frame]
""")

    def test_text_and_arrow_do_not_go_together(self):
        self.run_with_standin("""
import types
polars = types.ModuleType("polars")
polars.DataFrame = type("DataFrame", (), {})
sys.modules["polars"] = polars
try:
    by_text(flyby.search, stars, polars.DataFrame(), 1)
    raise SystemExit("it was taken")
except TypeError as wrong:
    assert "two kinds" in str(wrong)
""")


if __name__ == "__main__":
    unittest.main()
