"""Tables on their way to a run, as Arrow or as text, and the answer on its way back, in their kind."""

import contextlib
import csv
import importlib
import io
import itertools
import os
import sys
import zlib

from . import _arrays, _child, _systems, _types, _words

_ROWS = 1 << 16  # converted to text, or parsed, at once


def module(name):
    """Return a module, None where it is not installed."""
    with contextlib.suppress(ImportError):
        return importlib.import_module(name)


def is_path(table):
    return all(isinstance(each, (str, os.PathLike)) for each in (table if isinstance(table, (list, tuple)) else [table]))


def kind_of(table):
    """Return the kind of a table, path, pandas, polars or arrow, and the form in which it passes, arrow or csv."""
    for name in ("pandas", "polars"):
        if name in sys.modules and isinstance(table, sys.modules[name].DataFrame):
            return name, "arrow" if name == "polars" or module("pyarrow.ipc") else "csv"
    if hasattr(table, "__arrow_c_stream__"):
        return "arrow" if module("pyarrow.ipc") else "polars", "arrow"
    if is_path(table):
        return "path", "arrow" if module("pyarrow.ipc") else "csv"
    raise TypeError(f"a {type(table).__name__} is no DataFrame, no Arrow table and no path")


def is_array(points):
    try:
        return not kind_of(points)
    except TypeError:
        return True


def format_of(table):
    """Return the format in which a table or array passes, as --in-format has it."""
    if is_array(table):
        return "npy"
    wire, names = kind_of(table)[1], getattr(table, "columns", getattr(table, "column_names", ()))
    return ("omm" if {"EPOCH", "MEAN_MOTION", "ECCENTRICITY"} <= set(names) else wire) + ".gz" * (wire == "csv")  # omm: element sets of orbits


def feed_of(table, name, others, feed=_systems.feed):
    """Return the feed of a table or array that is no path, given the others; or the result of feed for its writer."""
    if is_array(table):
        return _arrays.feed_of(table, name, others, feed)
    kind, wire = kind_of(table)
    if wire == "csv" or (kind, name) == ("pandas", "result"):  # an answer in its own types is text that the command reads
        if len(table) >= 100_000 and name != "result":
            _words.warn("DataFrames pass as text, which takes longer than a search may: with pyarrow installed they do not")
        return feed(name, lambda file: _write(table, name, file), lambda line: _row(table, line), ".csv.gz", others)
    if kind == "polars":
        return feed(name, importlib.import_module("polars").DataFrame(table).write_ipc_stream, int, ".arrows", others)
    if kind == "pandas":  # the command reads only dictionaries of text
        table = table.astype({name: of.categories.dtype for name, of in table.dtypes.items() if of.name == "category"})

    def write(file, arrow=sys.modules["pyarrow"]):
        source = arrow.Table.from_pandas(table, preserve_index=False) if kind == "pandas" else table
        reader = arrow.RecordBatchReader.from_stream(source)
        writer = arrow.ipc.new_stream(file, reader.schema)
        for batch in reader:
            writer.write_batch(batch)
        writer.close()  # writes the end mark, which the stream of a failed table must not have

    return feed(name, write, int, ".arrows", others)


def _write(frame, name, file):
    """Write a DataFrame as CSV: floats in their shortest exact form, instants as RFC 3339, missing values as nothing.

    It is in gzip, uncompressed, whose end mark tells the command that the text is complete: a killed Python leaves none.
    """
    pack = zlib.compressobj(0, zlib.DEFLATED, 31)
    for first in range(0, len(frame) or 1, _ROWS):
        text, part = io.StringIO(), frame.iloc[first:first + _ROWS]
        rows = csv.writer(text, lineterminator="\r\n")  # which has cells with either of both quoted
        rows.writerows([frame.columns] * (first == 0))
        rows.writerows(zip(*(_cells(part.iloc[:, i]) for i in range(part.shape[1]))))
        try:
            file.write(pack.compress(text.getvalue().encode()))
        except UnicodeEncodeError:
            raise _half(frame, name) from None
    file.write(pack.flush())


def _half(frame, name):
    """Return the error of the first text of a DataFrame that has half of a surrogate pair."""
    for column in filter(_types.any_half, map(str, frame.columns)):
        return _child.FlybyError(f"{name}: column {ascii(column)}: its name has {_types.NOT_UNICODE}", None, name, None, column)
    return next(_types.refused(name, row, column, value, f"has {_types.NOT_UNICODE}") for row, values in enumerate(frame.itertuples(index=False, name=None))
                for column, value in zip(frame.columns, values) if _types.any_half(str(value)))


def _cells(column):
    cells, none = column.tolist(), column.isna()
    if getattr(column.dtype, "kind", "") == "M":
        zone = "Z" if getattr(column.dtype, "tz", None) else ""
        instants = column.dt.tz_convert("UTC").dt.tz_localize(None) if zone else column
        cells = [text + zone for text in sys.modules["numpy"].datetime_as_string(instants.to_numpy().astype("M8[ns]")).tolist()]
    return ["" if no else cell for cell, no in zip(cells, none)] if none.any() else cells


def _row(frame, line):
    """Return the position of the row that a line of its CSV belongs to: cells may have several lines."""
    lines = (1 + sum(cell.count("\n") for cell in row if isinstance(cell, str)) for row in frame.itertuples(index=False, name=None))
    return next((position for position, last in enumerate(itertools.accumulate(lines, initial=1)) if last >= line), 0) - 1 if line > 1 else None


def parts(child, kind, wire):
    """Yield the answer of a run, in parts of its kind; DataFrames lack their former types."""
    reader = io.BufferedReader(child if "arrow" in (kind, wire) or kind == "polars" else _WithoutNUL(child), 1 << 20)
    if kind == "polars":
        yield importlib.import_module("polars").read_ipc_stream(reader)
    elif wire == "arrow":
        stream, batch = sys.modules["pyarrow"].ipc.open_stream(reader), None
        for batch in stream:
            yield sys.modules["pyarrow"].Table.from_batches([batch])
        if batch is None:
            yield stream.schema.empty_table()
    else:
        yield from _text(reader)


class _WithoutNUL(io.RawIOBase):
    """A reader of text that refuses NULs, at which pandas would end a cell."""

    def __init__(self, reader):
        self._reader = reader

    def readable(self):
        return True

    def readinto(self, buffer):
        n = self._reader.readinto(buffer)
        if b"\0" in memoryview(buffer)[:n].tobytes():
            raise _child.FlybyError("an id or a value of the answer has a NUL, which a DataFrame cannot give back from text: with pyarrow installed it does, and so does out=")
        return n


def _text(reader):
    """Yield the rows of CSV as DataFrames, as text except for the columns that are always numbers."""
    pandas = module("pandas")
    if pandas is None:
        raise ModuleNotFoundError("an answer in a table needs pandas, which is not installed; answers of out= and count= need none", name="pandas")
    names = next(csv.reader([reader.readline().decode()]), [])
    types = {name: _types.NUMBERS.get(name, str) for name in names}
    if not reader.peek(1):
        yield pandas.DataFrame({name: pandas.Series(dtype=types[name]) for name in names})
        return
    with pandas.read_csv(reader, names=names, dtype=types, na_values={name: [""] for name in names if types[name] is not str},
                         keep_default_na=False, float_precision="round_trip", chunksize=_ROWS) as chunks:
        yield from chunks


def whole(found, kind, wire):
    """Return one table of parts."""
    if kind == "polars":
        return found[0]
    if wire == "arrow":
        table = sys.modules["pyarrow"].concat_tables(found)
        return table if kind == "arrow" else table.to_pandas()
    return sys.modules["pandas"].concat(found, ignore_index=True)
