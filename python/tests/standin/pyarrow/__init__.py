"""Stands in for the calls of pyarrow that the module uses, byte for byte: flyby convert writes streams, and this package reads them by hand.

Columns are int32, int64, float64, utf8, timestamp[ns, UTC] and dictionaries of utf8, the types of answers.
"""

import os
import subprocess
import sys

import pandas

from . import _stream

__version__ = "0.0"  # pandas takes it for too old to use
CALLS = []  # the calls made, for tests


class Schema:
    def __init__(self, fields):
        self.fields = fields

    def empty_table(self):
        return Table(pandas.DataFrame({name: pandas.Series(dtype=dtype) for name, dtype in self.fields}))


class Table:
    def __init__(self, frame):
        self._frame = frame

    @staticmethod
    def from_pandas(frame, preserve_index):
        CALLS.append("Table.from_pandas")
        assert preserve_index is False
        return Table(frame)

    @staticmethod
    def from_batches(batches):
        return Table(pandas.concat(batches, ignore_index=True))

    def __arrow_c_stream__(self, requested_schema=None):
        raise NotImplementedError("the stand-in hands tables over as they are")

    def to_pandas(self):
        CALLS.append("Table.to_pandas")
        return self._frame.copy()


def concat_tables(tables):
    return Table(pandas.concat([table._frame for table in tables], ignore_index=True))


class RecordBatchReader:
    def __init__(self, frame):
        self.schema = Schema([(name, frame[name].dtype) for name in frame.columns])
        self._frame = frame

    @staticmethod
    def from_stream(source):
        CALLS.append("RecordBatchReader.from_stream")
        assert hasattr(source, "__arrow_c_stream__")
        return RecordBatchReader(source._frame)

    def __iter__(self):
        half = len(self._frame) // 2
        yield self._frame.iloc[:half]
        yield self._frame.iloc[half:]


class _Writer:
    def __init__(self, sink):
        self._sink, self._batches = sink, []

    def write_batch(self, batch):
        self._batches.append(batch)

    def close(self):
        text = pandas.concat(self._batches).to_csv(index=False, date_format="%Y-%m-%dT%H:%M:%S.%fZ").encode()
        command = [os.environ["FLYBY_BINARY"], "convert", "--out-format", "arrow", "-"]
        self._sink.write(subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True).stdout)


class _Reader:
    def __init__(self, file):
        self._messages = _stream.messages(file)
        self._fields = next(self._messages)
        self.schema = Schema([(name, dtype) for name, dtype in self._fields])

    def __iter__(self):
        return self._messages


class ipc:
    """The module pyarrow.ipc, which the tests put in its place."""

    @staticmethod
    def new_stream(sink, schema):
        CALLS.append("ipc.new_stream")
        return _Writer(sink)

    @staticmethod
    def open_stream(file):
        CALLS.append("ipc.open_stream")
        return _Reader(file)


sys.modules["pyarrow.ipc"] = ipc
