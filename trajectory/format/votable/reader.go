// Package votable reads tables of the Virtual Observatory.
package votable

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
	"flyby/trajectory/format"
	"flyby/trajectory/format/internal/cells"
)

// Read reads the table of a VOTable that has the required columns. Its data are TABLEDATA, BINARY
// or BINARY2, in the file itself.
func Read(ctx context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
	x := xmlscan.Reader{Context: ctx, Source: src, Line: 1}
	if err := x.Start(); err != nil {
		return nil, err
	}
	root, err := x.Next()
	if err != nil && err != io.EOF {
		return nil, err
	}
	if name := xmlscan.LocalName(root.Name); name != "VOTABLE" {
		return nil, x.Fail(root.Line, fmt.Sprintf("not a VOTable: its root is <%s>", infile.Shorten(name)))
	}
	return ReadTags(x, o)
}

// ReadTags reads a VOTable behind its root.
func ReadTags(x xmlscan.Reader, o *format.Options) (*format.Parsed, error) {
	v := &voReader{x: x, o: o, scales: map[string]string{}}
	err := v.tags()
	if v.table == nil {
		if err == nil {
			err = &format.Error{File: x.Source.Name, Cause: v.missing()}
		}
		return nil, err
	}
	return v.table.Finish(err)
}

// A voReader goes through a VOTable.
type voReader struct {
	x       xmlscan.Reader
	o       *format.Options
	scales  map[string]string // of time, by the ID of their TIMESYS
	columns []cells.Column    // of the current table
	refs    []string          // of the columns: their ref
	why     string            // columns that the first table lacks
	tables  int               // so far

	table *cells.Table // the one whose rows are read
	of    int          // its number
	live  bool         // the reader is inside its data
	kinds []int        // by column of the table: its kind, or ignored

	line   int       // where the current row begins
	text   []byte    // of its wanted cells
	from   int       // where the text of the current cell begins
	whole  int64     // the id of a plain row, where it is an integer,
	name   []byte    // or as text, a part of the read buffer that must not be written to
	stream *voStream // of the table's data, nil where they are text
}

// missing returns the reason why no table is read.
func (v *voReader) missing() string {
	if v.why == "" {
		return "no table with data in the file"
	}
	return v.why
}

// tags reads all tags.
func (v *voReader) tags() error {
	for {
		if err := v.plainRows(); err != nil {
			return err
		}
		tag, err := v.x.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil && tag.Closing {
			err = v.end(xmlscan.LocalName(tag.Name))
		} else if err == nil {
			err = v.begin(tag, xmlscan.LocalName(tag.Name))
		}
		if err != nil {
			return err
		}
	}
}

// begin takes the begin of an element.
func (v *voReader) begin(tag xmlscan.Tag, name string) error {
	if v.x.OnText != nil {
		return v.x.Fail(tag.Line, fmt.Sprintf("<%s> inside of data", infile.Shorten(name)))
	}
	switch name {
	case "TABLE":
		v.columns, v.refs, v.tables = nil, nil, v.tables+1
	case "TIMESYS":
		if len(v.scales) < xmlscan.MaxAttributes {
			v.scales[attribute(tag, "ID")] = attribute(tag, "timescale")
		}
	case "FIELD":
		if v.x.Around(tag) == "TABLE" {
			return v.field(tag)
		}
	case "VALUES":
		return v.null(tag)
	case "TABLEDATA", "BINARY", "BINARY2":
		return v.data(tag, name)
	case "FITS":
		return v.x.Fail(tag.Line, "data as FITS in a VOTable are not read: make a .fits file of them")
	case "STREAM":
		return v.beginStream(tag)
	case "TR":
		v.line, v.text, v.from = tag.Line, v.text[:0], 0
		if v.live {
			v.table.There = 0
			clear(v.table.Cells)
		}
		if tag.Empty {
			return v.end(name)
		}
	case "TD":
		if v.live && v.wants() {
			v.from, v.x.OnText = len(v.text), v.collect
		}
		if tag.Empty {
			return v.end(name)
		}
	}
	return nil
}

// attribute returns the value of an attribute, "" where it is absent.
func attribute(tag xmlscan.Tag, name string) string {
	for _, a := range tag.Attributes {
		if string(a.Name) == name {
			return string(a.Value)
		}
	}
	return ""
}

// field takes a column.
func (v *voReader) field(tag xmlscan.Tag) error {
	const most = 10_000
	c := cells.Column{Name: attribute(tag, "name"), Unit: attribute(tag, "unit"), Count: 1, Scale: 1}
	types := map[string]struct {
		typ  cells.Type
		size int
	}{
		"boolean": {cells.Logical, 1}, "bit": {cells.Other, 0}, "unsignedByte": {cells.Uint8, 1}, "short": {cells.Int16, 2}, "int": {cells.Int32, 4}, "long": {cells.Int64, 8},
		"char": {cells.Text, 1}, "unicodeChar": {cells.UTF16, 2}, "float": {cells.Float32, 4}, "double": {cells.Float64, 8}, "floatComplex": {cells.Other, 8}, "doubleComplex": {cells.Other, 16},
	}
	as, known := types[attribute(tag, "datatype")]
	size := attribute(tag, "arraysize")
	sizes, variable := strings.CutSuffix(size, "*")
	if c.Type, c.Size, c.Variable = as.typ, as.size, variable; !variable && size != "" {
		for n := range strings.SplitSeq(sizes, "x") {
			axis, err := strconv.ParseUint(n, 10, 31)
			if c.Count *= int(axis); err != nil || c.Count > cells.MaxRow {
				known = false
				break
			}
		}
	}
	if !known || len(v.columns) == most {
		return v.x.Fail(tag.Line, fmt.Sprintf("column %s of datatype %q and arraysize %q", infile.Shorten(c.Name), infile.Shorten(attribute(tag, "datatype")), infile.Shorten(size)))
	}
	v.columns, v.refs = append(v.columns, c), append(v.refs, attribute(tag, "ref"))
	return nil
}

// null takes the integer that stands for a missing value in the last column.
func (v *voReader) null(tag xmlscan.Tag) error {
	text := attribute(tag, "null")
	if v.x.Around(tag) != "FIELD" || text == "" || len(v.columns) == 0 {
		return nil
	}
	c := &v.columns[len(v.columns)-1]
	value, err := cells.WholeNumber(text)
	if err == nil {
		c.Null, c.HasNull = value, true
	} else if c.Type >= cells.Uint8 && c.Type <= cells.Int64 {
		return v.x.Fail(tag.Line, fmt.Sprintf("column %s: null is %q, no integer", infile.Shorten(c.Name), infile.Shorten(text)))
	}
	return nil
}

// data begins the data of a table.
func (v *voReader) data(tag xmlscan.Tag, name string) error {
	v.live = false
	table, cause := cells.NewTable(v.x.Source, v.columns, v.o, v.peek)
	switch {
	case cause != "" && v.why == "":
		v.why = cause
		return nil
	case cause != "":
		return nil
	case v.table != nil:
		return v.x.Fail(tag.Line, fmt.Sprintf("tables %d and %d both have the columns: give each a file of its own", v.of, v.tables))
	}
	width := 0
	for _, c := range v.columns {
		width += c.Size * c.Count
	}
	if width > cells.MaxRow {
		return v.x.Fail(tag.Line, fmt.Sprintf("rows of %d bytes", width))
	}
	if err := table.Ask(v.x.Source.Name, v.o); err != nil {
		return err
	}
	v.table, v.of, v.live = table, v.tables, true
	if table.Written = name == "TABLEDATA"; table.Written {
		table.Feed.Table.Number = nil
	}
	v.kinds = make([]int, len(v.columns))
	for i := range v.kinds {
		v.kinds[i] = format.ColIgnored
	}
	for kind, at := range table.Feed.Table.Layout.At {
		if at >= 0 {
			v.kinds[at] = kind
		}
		if at >= 0 && kind == format.ColT {
			table.Feed.Table.Layout.Units.Scale = format.ScaleOf(v.scales[v.refs[at]])
		}
	}
	v.stream = nil
	if name != "TABLEDATA" {
		v.stream = &voStream{v: v, flags: name == "BINARY2"}
	}
	return nil
}

// beginStream begins data of BINARY or BINARY2.
func (v *voReader) beginStream(tag xmlscan.Tag) error {
	if !v.live || v.stream == nil {
		return nil
	}
	if href := attribute(tag, "href"); href != "" {
		return v.x.Fail(tag.Line, fmt.Sprintf("the data are not in the file but at %q", infile.Shorten(href)))
	}
	if encoding := attribute(tag, "encoding"); encoding != "base64" {
		return v.x.Fail(tag.Line, fmt.Sprintf("a stream of encoding %q: base64 is read", infile.Shorten(encoding)))
	}
	v.x.OnText = v.stream.take
	return nil
}

// wants reports whether the next cell of the current row is wanted.
func (v *voReader) wants() bool {
	at := v.table.There
	return at < len(v.table.Wants) && v.table.Wants[at]
}

// collect gathers the text of a cell.
func (v *voReader) collect(chunk []byte) error {
	if len(v.text)-v.from+len(chunk) > infile.MaxRecord {
		return v.x.Fail(v.x.Line, fmt.Sprintf("a cell longer than %d bytes", infile.MaxRecord))
	}
	v.text = append(v.text, chunk...)
	return nil
}

// end takes the end of an element.
func (v *voReader) end(name string) error {
	v.x.OnText = nil
	if !v.live {
		return nil
	}
	switch name {
	case "TD":
		if v.wants() {
			v.table.Cells[v.table.There] = bytes.TrimSpace(v.text[v.from:])
		}
		v.table.There++
	case "TR":
		return v.row()
	case "STREAM":
		if v.stream != nil {
			return v.stream.end()
		}
	case "TABLE":
		v.live = false
	}
	return nil
}

// row takes a row of TABLEDATA.
func (v *voReader) row() error {
	t := v.table
	if t.Preset == nil && t.Feed.Misses() {
		return nil
	}
	if t.There != len(t.Columns) {
		return t.Feed.Bad(v.line, &format.Error{Cause: fmt.Sprintf("%d cells where the table has %d columns", t.There, len(t.Columns))})
	}
	if t.Preset != nil {
		return t.PresetRow(v.line)
	}
	for kind, c := range t.Of {
		if c == nil || kind == format.ColID {
			continue
		}
		var cause string
		if t.Numbers[kind], cause = t.Parse(kind, c, t.CellOf(kind)); cause != "" {
			return t.Feed.Bad(v.line, &format.Error{Column: c.Name, Value: string(t.CellOf(kind)), Cause: cause})
		}
	}
	if err := t.SettleTimes(); err != nil {
		return err
	}
	id, c := t.CellOf(format.ColID), t.Of[format.ColID]
	if len(id) > 0 && c.IsText() {
		return t.Feed.Named(v.line, &t.Numbers, id)
	}
	whole, cause := c.ParseInt(id)
	if len(id) == 0 {
		cause = "missing"
	}
	if cause != "" {
		return t.Feed.Bad(v.line, &format.Error{Column: c.Name, Value: string(id), Cause: cause})
	}
	return t.Feed.Numbered(v.line, &t.Numbers, whole)
}
