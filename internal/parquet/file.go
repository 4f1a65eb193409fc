package parquet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"

	"flyby/internal/infile"
)

// A File is a Parquet file, whose columns may be any that hold single values, numbers, text and timestamps, or lists of numbers. It is
// read by row groups.
type File struct {
	Groups []Group
	Firsts []int // the first row of each row group, then the number of rows

	src       *infile.Source
	end       int64 // where the pages end and the footer begins
	rows      int64
	notes     []byte // the list of key-value metadata
	schema    []schemaElement
	columns   []Column
	encrypted bool
}

// A schemaElement is a node of the tree of columns, in the order of a walk that
// goes down first.
type schemaElement struct {
	raw        []byte // a format.SchemaElement
	name       []byte
	kind       int64 // format.Type of a leaf, -1: a group
	repetition int64 // format.FieldRepetitionType
	children   int64
}

// A Group is a row group.
type Group struct {
	Rows   int64
	chunks []chunkMeta // one a leaf
}

// A chunkMeta describes a column chunk and its place in the file.
type chunkMeta struct {
	codec            int64 // format.CompressionCodec
	values           int64
	size             int64 // bytes in the file
	data, dictionary int64 // offset of the first page of data, and of a dictionary or 0
	encrypted        bool
	elsewhere        bool   // the chunk is in another file
	statistics       []byte // a format.Statistics
}

// A Column is a child of the schema's root, or a part of a struct that is one: the part's name has both names, such as "bbox.xmin".
type Column struct {
	schemaElement
	above int // for a part: how many of the structs around it may be null
	index int // index among the leaf columns of its first leaf
	at    int // index among the elements of the schema; the elements below it follow
}

// Name returns the name of the column.
func (c *Column) Name() string { return string(c.name) }

// Open reads the footer of a file.
func Open(src *infile.Source) (f *File, err error) {
	defer Recover(src.Name, &err)()
	f = &File{src: src, rows: -1}
	text, err := f.footer()
	if err != nil {
		return nil, err
	}
	switch ok := f.parse(text); {
	case !ok:
		return nil, f.incomplete("its footer is corrupt")
	case f.encrypted:
		return nil, f.errorf("encrypted Parquet, which flyby does not read")
	}
	if cause := f.findColumns(); cause != "" {
		return nil, f.incomplete(cause)
	}
	return f, f.count()
}

// Rows returns the number of rows of the file.
func (f *File) Rows() int { return f.Firsts[len(f.Firsts)-1] }

// Note returns the value of a key of the metadata; ok is false where there is no such key.
func (f *File) Note(key string) (text string, ok bool) {
	r := &ThriftReader{Rest: f.notes}
	r.Each(func(depth int) bool {
		var name, value []byte
		if !r.Structure(depth, &name, &value) {
			return false
		}
		if string(name) == key {
			text, ok = string(value), true
		}
		return true
	})(ThriftList, 0)
	return text, ok
}

// Pick returns a file that has only some row groups of f, read from src, which may be another source.
func (f *File) Pick(src *infile.Source, groups []int) *File {
	part := &File{src: src, end: f.end, Firsts: []int{0}}
	for _, i := range groups {
		part.Groups = append(part.Groups, f.Groups[i])
		part.Firsts = append(part.Firsts, part.Rows()+int(f.Groups[i].Rows))
	}
	return part
}

// Settle drops the footer, which columns and statistics keep as a whole; types found before can still be read.
func (f *File) Settle() {
	f.columns, f.schema, f.notes = nil, nil, nil
	for i := range f.Groups {
		for k := range f.Groups[i].chunks {
			f.Groups[i].chunks[k].statistics = nil
		}
	}
}

// Bytes returns the memory that row groups hold, about.
func (f *File) Bytes() (n uint64) {
	const group, chunk = 24 + 8 + 8, 72 // a Group with its first row, and a chunkMeta
	for i := range f.Groups {
		n += group + chunk*uint64(len(f.Groups[i].chunks))
	}
	return n
}

// Locate returns the place of a row of the file.
func (f *File) Locate(row int) infile.Error {
	group, _ := slices.BinarySearch(f.Firsts, row+1)
	return infile.Error{File: f.src.Name, Row: row, Group: group}
}

// Outgrown returns an error that memory is too little.
func (f *File) Outgrown(err error) error {
	return fmt.Errorf("format: read %s: %w", f.src.Name, err)
}

func (f *File) errorf(cause string, args ...any) error {
	return &infile.Error{File: f.src.Name, Cause: fmt.Sprintf(cause, args...)}
}

func (f *File) incomplete(cause string) error {
	return f.errorf("not a complete Parquet file (%s)", cause)
}

// broken returns an error that a part of the file cannot be read.
func (f *File) broken(cause string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &infile.Error{File: f.src.Name, Cause: fmt.Sprintf("%s (%v)", cause, err), Err: err}
}

// readAt fills b from an offset of the file.
func (f *File) readAt(b []byte, at int64) error {
	if n, err := f.src.At.ReadAt(b, at); n < len(b) {
		return f.broken("cannot be read", infile.Named(err, f.src.Name))
	}
	return nil
}

// Recover turns a panic into an error. Decompressors trust their input, and a corrupt page can make one index past its buffers; some
// are in assembly, where a wild address would end the process but for SetPanicOnFault.
func Recover(name string, err *error) func() {
	old := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(old)
		if p := recover(); p != nil {
			*err = &infile.Error{File: name, Cause: fmt.Sprintf("the Parquet file is corrupt (the decoder stopped at: %v)", p)}
		}
	}
}

// count computes the first row of each row group.
func (f *File) count() error {
	rows := int64(0)
	for i := range f.Groups {
		f.Firsts = append(f.Firsts, int(rows))
		if f.Groups[i].Rows > math.MaxInt64-rows {
			return f.errorf("corrupt: row group %d claims %d rows", i, f.Groups[i].Rows)
		}
		rows += f.Groups[i].Rows
	}
	if f.Firsts = append(f.Firsts, int(rows)); f.rows != rows && f.rows != 0 { // some writers count the rows of row groups alone
		return f.errorf("corrupt: %d rows, %d in its row groups", f.rows, rows)
	}
	return nil
}
