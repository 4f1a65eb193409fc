"""An Arrow stream as flyby writes it, read by hand from its FlatBuffers."""

import struct

import numpy
import pandas


class _Node:
    """A table of FlatBuffers."""

    def __init__(self, data, at):
        self.data, self.at = data, at
        self.fields = at - struct.unpack_from("<i", data, at)[0]

    def where(self, field):
        size = struct.unpack_from("<H", self.data, self.fields)[0]
        offset = struct.unpack_from("<H", self.data, self.fields + 4 + 2 * field)[0] if 4 + 2 * field < size else 0
        return self.at + offset if offset else None

    def number(self, field, kind, default=0):
        at = self.where(field)
        return default if at is None else struct.unpack_from("<" + kind, self.data, at)[0]

    def _to(self, field):
        at = self.where(field)
        return None if at is None else at + struct.unpack_from("<I", self.data, at)[0]

    def node(self, field):
        to = self._to(field)
        return None if to is None else _Node(self.data, to)

    def text(self, field):
        to = self._to(field)
        length = struct.unpack_from("<I", self.data, to)[0]
        return bytes(self.data[to + 4:to + 4 + length]).decode()

    def nodes(self, field):
        to = self._to(field)
        count = struct.unpack_from("<I", self.data, to)[0]
        return [_Node(self.data, to + 4 + 4 * i + struct.unpack_from("<I", self.data, to + 4 + 4 * i)[0]) for i in range(count)]

    def structs(self, field, kind):
        to = self._to(field)
        count = struct.unpack_from("<I", self.data, to)[0]
        return [struct.unpack_from("<" + kind, self.data, to + 4 + struct.calcsize("<" + kind) * i) for i in range(count)]


def _dtype(field):
    kind, of = field.number(2, "B"), field.node(3)
    if kind == 2:  # Int
        return f"int{of.number(0, 'i')}"
    if kind == 3:  # FloatingPoint
        return {1: "float32", 2: "float64"}[of.number(0, "h")]
    if kind == 10:  # Timestamp
        assert (of.number(0, "h"), of.text(1)) == (3, "UTC")
        return "datetime64[ns, UTC]"
    assert kind == 5, kind  # Utf8
    return object


def messages(file):
    """Yield the fields as (name, dtype), and then each batch as a DataFrame. A stream without its end mark is an error."""
    fields, words = None, {}
    while True:
        mark, length = struct.unpack("<Ii", file.read(8))  # an error where the stream is cut
        assert mark == 0xFFFFFFFF
        if length == 0:
            return
        data = file.read(length)
        message = _Node(data, struct.unpack_from("<I", data)[0])
        kind, header = message.number(1, "B"), message.node(2)
        body = file.read(message.number(3, "q"))
        if kind == 1:
            fields = [(f.text(0), _dtype(f), f.node(4)) for f in header.nodes(1)]
            yield [(name, "category" if words_of else dtype) for name, dtype, words_of in fields]
        elif kind == 2:
            words[header.number(0, "q")] = next(_columns(header.node(1), body, [(None, object, None)], words))[1]
        else:
            yield pandas.DataFrame(dict(_columns(header, body, fields, words)))


def _columns(batch, body, fields, words):
    lengths, buffers = iter(batch.structs(1, "qq")), iter(batch.structs(2, "qq"))

    def take(dtype, count):
        at, _ = next(buffers)
        return numpy.frombuffer(body, dtype, count, at)

    for name, dtype, words_of in fields:
        count, none = next(lengths)
        at, size = next(buffers)
        valid = numpy.unpackbits(numpy.frombuffer(body, "u1", size, at), bitorder="little")[:count].astype(bool) if none else None
        if words_of is not None:
            codes = take("<i4", count)
            codes = codes if valid is None else numpy.where(valid, codes, -1)
            yield name, pandas.Categorical.from_codes(codes, words[words_of.number(0, "q")])
        elif dtype is object:
            ends, (at, size) = take("<i4", count + 1), next(buffers)
            yield name, [bytes(body[at + ends[i]:at + ends[i + 1]]).decode() for i in range(count)]
        elif dtype.startswith("datetime"):
            yield name, pandas.to_datetime(take("<i8", count), utc=True)
        else:
            values = take(dtype, count)
            yield name, values if valid is None else numpy.where(valid, values, numpy.nan)
