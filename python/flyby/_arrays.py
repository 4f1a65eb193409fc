"""Arrays of NumPy on their way to a run, as .npy, and the columns of its answer, an Arrow stream of numbers, on their way back."""

import io
import struct


def taken(points, name):
    """Return an argument of numpy.asarray as an array of numbers that the command reads."""
    import numpy
    if numpy.ma.is_masked(points):
        raise TypeError(f"{name}: some values are masked, and numbers are what lies beneath: take the rows without them")
    array = numpy.asarray(points)
    if array.dtype.kind == "b" or array.dtype == numpy.float16:
        return array.astype(numpy.float64)
    if array.dtype.kind not in "iuf" or array.dtype.itemsize > 8:
        raise TypeError(f"{name}: an array of {array.dtype}: numbers are integers, or floats of at most 64 bits")
    return array


def feed_of(array, name, others, feed):
    """Return the result of feed for an array, in its order in memory, given the other feeds of its run."""
    import numpy
    form = numpy.lib.format

    def write(file):
        header = form.header_data_from_array_1_0(array)
        form.write_array_header_1_0(file, header)
        file.write(numpy.ascontiguousarray(array.T if header["fortran_order"] else array).reshape(-1).view(numpy.uint8))

    return feed(name, write, int, ".npy", others)


class _Table:
    """A table of FlatBuffers, to which a place in data refers."""

    def __init__(self, data, at):
        self.data, self.at = data, at + struct.unpack_from("<I", data, at)[0]

    def field(self, slot):
        """Return the place of a field, None where the table has none."""
        fields = self.at - struct.unpack_from("<i", self.data, self.at)[0]
        size, = struct.unpack_from("<H", self.data, fields)
        offset = 4 + 2 * slot < size and struct.unpack_from("<H", self.data, fields + 4 + 2 * slot)[0]
        return self.at + offset if offset else None

    def number(self, slot, kind):
        at = self.field(slot)
        return 0 if at is None else struct.unpack_from("<" + kind, self.data, at)[0]

    def table(self, slot):
        return _Table(self.data, self.field(slot))

    def vector(self, slot):
        """Return the place of the first element, and the number of elements."""
        at = self.field(slot)
        at += struct.unpack_from("<I", self.data, at)[0]
        return at + 4, struct.unpack_from("<I", self.data, at)[0]

    def tables(self, slot):
        first, count = self.vector(slot)
        return [_Table(self.data, first + 4 * i) for i in range(count)]

    def text(self, slot):
        first, count = self.vector(slot)
        return self.data[first:first + count].decode()


def _filled(reader, size):
    data = bytearray(size)
    if reader.readinto(data) < size:
        raise EOFError("the answer is cut short")
    return data


def _messages(reader):
    """Yield the messages of a stream: its schema, dictionaries and batches, each with its kind and its body."""
    while size := struct.unpack("<Ii", _filled(reader, 8))[1]:
        message = _Table(_filled(reader, size), 0)
        yield message.number(1, "B"), message.table(2), _filled(reader, message.number(3, "q"))


def _type(field):
    """Return the type of a column of numbers; for text sent as a dictionary, the type of the indices of its words."""
    kind, of = field.number(2, "B"), field.table(3)
    return "<i4" if kind == 5 else "<f8" if kind == 3 else f"<i{of.number(0, 'i') // 8}"


def _buffers(batch, body):
    """Return the buffers of a batch."""
    first, count = batch.vector(2)
    return [memoryview(body)[at:at + size] for at, size in struct.iter_unpack("<qq", batch.data[first:first + 16 * count])]


class Columns:
    """The columns of the answer of a run. The command sends no nulls, and for text one dictionary, before its column."""

    def __init__(self, child):
        import numpy
        reader, self._words, self._parts = io.BufferedReader(child, 1 << 20), None, {}
        for kind, header, body in _messages(reader):
            if kind == 1:
                self._types = {field.text(0): _type(field) for field in header.tables(1)}
                self._parts = {name: [numpy.empty(0, of)] for name, of in self._types.items()}
            elif kind == 2:
                _, ends, text = _buffers(header.table(1), body)
                ends = numpy.frombuffer(ends, "<i4").tolist()
                self._words = numpy.array([str(text[a:b], "utf-8") for a, b in zip(ends, ends[1:])])
            else:
                for values, (name, of) in zip(_buffers(header, body)[1::2], self._types.items()):
                    self._parts[name].append(numpy.frombuffer(values, of))

    def __contains__(self, name):
        return name in self._types

    def __getitem__(self, name):
        """Return a column as one array."""
        import numpy
        whole = numpy.concatenate(self._parts[name])
        return self._words[whole] if self._types[name] == "<i4" else whole
