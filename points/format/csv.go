package format

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"

	"flyby/internal/infile"
	"flyby/internal/localtime"
)

// readCSV reads text in blocks of whole records, parses them on o.Threads goroutines and merges the
// rows in order.
func readCSV(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
	return readCSVBlocks(ctx, src, o, src.Block())
}

// readCSVBlocks is readCSV with blocks of some size in bytes.
func readCSVBlocks(ctx context.Context, src *infile.Source, o *Options, size int) (*contents, error) {
	cut := infile.NewSplitter(src, size, src.Signs)
	first := newBlock(size)
	err := cut.Begin(&first.Block)
	if err != nil && err != io.EOF {
		return nil, err
	}
	h, bad := readHeader(src, first.Text, o)
	if bad != nil {
		bad.File = src.Name
		return nil, bad
	}
	cut.Behind(&first.Block, h.size, h.lines, h.sep, err)
	ignored, err := h.learn(o, src.Name, cut, &first.Block, err)
	if err != nil {
		return nil, err
	}
	t := newTable(src, &h, o)
	parser := newCSVParser(&h, o)
	err = infile.Pipeline[*block]{
		Threads: o.Threads,
		New:     newBlock,
		Parser: func() func(*block) {
			own := parser
			own.values, own.times = make([]float64, len(h.x)), slices.Clone(parser.times)
			return own.parse
		},
		Merge: t.merge,
	}.Run(ctx, cut, first)
	if err = cmp.Or(err, t.refusal()); err != nil {
		return nil, err
	}
	p := t.contents(h.coordinates())
	p.report.OfDay = firstOfDay(p.report.Columns, h.times)
	p.report.Ignored, p.report.Numbered, p.report.Indexed = ignored, h.numbered, h.numbered && h.names[0] == ""
	return p, nil
}

// A csvHeader is the record that names the columns, and the extent of the text before the first row.
type csvHeader struct {
	layout
	where    infile.TextWhere
	times    []localtime.Reader // [coordinates] of times, undecided for numbers; nil: none are times
	sep      byte               // between fields
	size     int                // bytes of text before the first row
	lines    int
	none     bool // no header record: the first record is a row
	numbered bool // names are numbers: see isNumbered
}

// readHeader reads the header: the first record that does not begin with #. Its separator is the one with which all named columns are
// found, or, where none is named, the one that gives most columns. The error has no file.
func readHeader(src *infile.Source, text []byte, o *Options) (h csvHeader, bad *Error) {
	if len(text) == 0 {
		return h, &Error{Cause: "empty file", Err: ErrEmpty}
	}
	at, lines := infile.AfterComments(text)
	end, _ := infile.RecordEnd(text, at, ',', true)
	if what := src.Sniff(text[:end]); what != "" {
		return h, &Error{Cause: "this is " + what}
	}
	if at == len(text) {
		return h, &Error{Line: lines + 1, Cause: "no " + o.firstRecord() + " after the lines that begin with #"}
	}
	h, cause := o.beginning(text, at)
	if h.lines += lines; cause != "" {
		return h, &Error{Line: lines + 1, Cause: cause}
	}
	return h, nil
}

// headerAt reads the header at text[at:]. cause says why it is none.
func (o *Options) headerAt(text []byte, at int) (csvHeader, string) {
	var best, next foundHeader
	for i, sep := range []byte(infile.Separators) {
		switch h := o.headerBy(text, at, sep); {
		case i == 0 || h.isBetter(&best):
			best, next = h, best
		case i == 1 || h.isBetter(&next):
			next = h
		}
	}
	if best.cause == "" && next.cause == "" && len(next.names) > 1 && !best.isBetter(&next) {
		return best.csvHeader, "columns appear both where " + quoted(best.sep) + " separates them and where " + quoted(next.sep) + " does"
	}
	return best.csvHeader, best.cause
}

// A foundHeader is the header as read with one separator, and why it is none.
type foundHeader struct {
	csvHeader
	cause string
}

// isBetter reports whether h is more likely the header than other is: it has all named columns and the other lacks one, or it has
// more columns where none is named.
func (h *foundHeader) isBetter(other *foundHeader) bool {
	if !h.open && (h.cause == "") != (other.cause == "") {
		return h.cause == ""
	}
	return (h.open || h.cause != "") && len(h.names) > len(other.names)
}

// headerBy reads the header at text[at:] with fields separated by sep.
func (o *Options) headerBy(text []byte, at int, sep byte) (h foundHeader) {
	end, _ := infile.RecordEnd(text, at, sep, true)
	fields, broken := infile.SplitRecord(nil, infile.Chomp(text[at:end]), sep)
	h.layout, h.cause = o.find(infile.Names(fields))
	h.sep, h.size, h.lines = sep, end, bytes.Count(text[at:end], []byte("\n"))
	h.numbered = isNumbered(h.names)
	switch {
	case broken != "":
		h.cause = broken
	case h.open && !h.numbered && (slices.ContainsFunc(fields, isNumber) || isAllNumbers(text[at:end])):
		h.cause = "no header: the first line must name the columns (id, if there is one, and the coordinates); " + o.Flag("no-header") + " reads numbers without one, as columns x1, x2 and so on"
	}
	return h
}

func quoted(sep byte) string { return string([]rune{'\'', rune(sep), '\''}) }

// isNumber reports whether a field is a number.
func isNumber(field []byte) bool {
	_, cause := infile.ParseFloat(field)
	return cause == ""
}

// isMeant reports whether a field of the first row shows that its column holds numbers: a number, a number that points cannot have,
// or an empty field, which is then an error.
func isMeant(field []byte) bool {
	field = infile.Trim(field)
	if len(field) == 0 || isNumber(field) {
		return true
	}
	_, err := strconv.ParseFloat(string(field), 64) // which reads NaN, infinities and numbers that are too large
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// learn finds out from the first row which columns hold numbers, where none are named (see isMeant), and which named columns hold
// times. Where bad rows are skipped, that row is the first with as many fields as the header. Rows that fail Options.Where are passed
// over (see infile.Splitter.Ahead); learn finds the columns of these conditions, too.
func (h *csvHeader) learn(o *Options, name string, cut *infile.Splitter, b *infile.Block, end error) (ignored []string, err error) {
	if h.where, err = infile.NewTextWhere(o.Tests, name, h.names); err != nil {
		return nil, err
	}
	var scratch [][]byte
	misses := func(text []byte, at int) (int, bool) { return h.where.Misses(text, at, h.sep, &scratch) }
	cause := ""
	err = cut.Ahead(b, end, misses, func(record []byte) bool {
		fields, bad := h.split(nil, record)
		if bad == nil {
			ignored, cause = h.decide(o, fields)
		}
		return bad == nil || !o.SkipBadRows && len(fields) > 0 // parsing reports what is wrong with it
	})
	if err != nil {
		return nil, err
	}
	return ignored, h.fault(name, cause)
}

// decide decides from the fields of a row which columns are coordinates, or which named columns hold times.
func (h *csvHeader) decide(o *Options, fields [][]byte) (ignored []string, cause string) {
	if cause := h.guessID(func(column int) bool { return isInteger(infile.Trim(fields[column])) }, func(column int) bool { return isMeant(fields[column]) }); cause != "" {
		return nil, cause
	}
	if h.open {
		return h.keep(func(column int) bool { return isMeant(fields[column]) })
	}
	for k, at := range h.x {
		field, times := infile.Trim(fields[at]), o.Times
		if _, err := times.Parse(string(field)); err == nil && !isNumber(field) {
			if h.times == nil {
				h.times = slices.Repeat([]localtime.Reader{o.Times}, len(h.x))
			}
			h.times[k] = times
		}
	}
	return nil, ""
}

// firstOfDay returns the first column whose times are times of day, "" for none.
func firstOfDay(columns []string, times []localtime.Reader) string {
	for i := range times {
		if times[i].OfDay() {
			return columns[i]
		}
	}
	return ""
}

// fault returns the error of a cause, or of too many coordinates where cause is "".
func (h *csvHeader) fault(name, cause string) error {
	if cause == "" {
		cause = h.tooMany()
	}
	if cause == "" {
		return nil
	}
	line := h.lines
	if h.none {
		line++
	}
	return &Error{File: name, Line: line, Cause: cause}
}
