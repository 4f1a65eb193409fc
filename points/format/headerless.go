package format

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"flyby/internal/infile"
)

// isNumbered reports whether names are 0, 1 and so on, as pandas calls columns without names, possibly behind the empty name of its
// index.
func isNumbered(names []string) bool {
	if len(names) > 1 && names[0] == "" {
		names = names[1:]
	}
	for i, name := range names {
		if name != strconv.Itoa(i) {
			return false
		}
	}
	return len(names) > 0
}

// isAllNumbers reports whether a line is numbers with blanks between them.
func isAllNumbers(line []byte) bool {
	fields := bytes.Fields(line)
	return len(fields) > 0 && !slices.ContainsFunc(fields, func(field []byte) bool { return !isNumber(field) })
}

// firstRecord returns the name of the first record of text in errors.
func (o *Options) firstRecord() string {
	if o.NoHeader {
		return "rows"
	}
	return "header"
}

// beginning reads the header at text[at:], or with NoHeader the first row. cause says why it is neither.
func (o *Options) beginning(text []byte, at int) (h csvHeader, cause string) {
	if !o.NoHeader {
		return o.headerAt(text, at)
	}
	var found *foundHeader
	for _, sep := range []byte(infile.Separators) {
		switch row := o.rowBy(text, at, sep); {
		case len(row.names) < 2:
		case found != nil:
			return h, "fields appear both where " + quoted(found.sep) + " separates them and where " + quoted(sep) + " does"
		default:
			found = &row
		}
	}
	if found == nil {
		row := o.rowBy(text, at, infile.Blank)
		found = &row
	}
	return found.csvHeader, found.cause
}

// rowBy names the fields of the row at text[at:] with separator sep; it finds none where the quoting is broken.
func (o *Options) rowBy(text []byte, at int, sep byte) (h foundHeader) {
	end, _ := infile.RecordEnd(text, at, sep, true)
	record := infile.Chomp(text[at:end])
	if sep == infile.Blank {
		record = infile.Chomp(infile.Squeezed(bytes.Clone(text[at:end])))
	}
	h.sep, h.size, h.none = sep, at, true
	fields, broken := infile.SplitRecord(nil, record, sep)
	if broken != "" {
		h.cause = broken
		return h
	}
	names := make([]string, len(fields))
	for i := range names {
		names[i] = coordinate(i)
	}
	h.layout, h.cause = o.find(names)
	if slices.ContainsFunc(fields, func(field []byte) bool { return !isNumber(field) && isAllNumbers(field) }) {
		h.cause = "fields appear both where " + quoted(sep) + " separates them and where blanks do"
	}
	return h
}

// split appends the fields of a row to fields. Their number must be the number of columns.
func (h *csvHeader) split(fields [][]byte, record []byte) ([][]byte, *Error) {
	if !h.none {
		return infile.SplitRow(fields, record, h.sep, len(h.names))
	}
	fields, cause := infile.SplitRecord(fields, record, h.sep)
	if cause == "" && len(fields) != len(h.names) {
		cause = fmt.Sprintf("%d columns where the first row has %d", len(fields), len(h.names))
	}
	if cause != "" {
		return fields, &Error{Cause: cause}
	}
	return fields, nil
}
