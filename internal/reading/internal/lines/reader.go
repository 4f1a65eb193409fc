// Package lines cuts text into lines; a file of any size takes little memory.
package lines

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"flyby/internal/infile"
	"flyby/trajectory"
)

// A Reader goes through text line by line.
type Reader struct {
	Context context.Context
	Source  *infile.Source
	buf     []byte // bytes read and not yet returned
	mem     []byte
	atEnd   bool
	Line    int // the last that Next returned, 1-based
	at      int // its beginning
	end     int // the beginning of the next
}

// maxLine bounds a line of text.
const maxLine = 1 << 20

// Start reads the beginning of the text, and refuses bytes that cannot be text.
func (r *Reader) Start() error {
	if err := r.fill(); err != nil {
		return err
	}
	if len(r.buf) == 0 {
		return &infile.Error{File: r.Source.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	if what := r.Source.Sniff(r.buf[:min(len(r.buf), 4096)]); what != "" {
		return &infile.Error{File: r.Source.Name, Cause: "this is " + what}
	}
	r.buf = bytes.TrimPrefix(r.buf, []byte("\xef\xbb\xbf"))
	return nil
}

// Next returns the next line without its end; the byte behind the line in memory is \r or \n. The
// line is valid until the next call. The error is io.EOF after the last.
func (r *Reader) Next() ([]byte, error) {
	for {
		if i := bytes.IndexByte(r.buf, '\n'); i >= 0 {
			line := r.buf[:i]
			r.buf = r.buf[i+1:]
			r.Line, r.at, r.end = r.Line+1, r.end, r.end+i+1
			return bytes.TrimSuffix(line, []byte("\r")), nil
		}
		if r.atEnd && len(r.buf) == 0 {
			return nil, io.EOF
		}
		if len(r.buf) > maxLine {
			return nil, &infile.Error{File: r.Source.Name, Line: r.Line + 1, Cause: fmt.Sprintf("a line longer than %d bytes", maxLine)}
		}
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
}

// fill reads more. Text that ends without a newline gets one.
func (r *Reader) fill() error {
	if err := r.Context.Err(); err != nil {
		return err
	}
	r.mem = append(r.mem[:0], r.buf...)
	from, size := len(r.mem), r.Source.Block()
	r.mem = slices.Grow(r.mem, max(size-from, size/2, 1)+1)
	n, err := r.Source.Fill(r.mem[from : cap(r.mem)-1])
	if err != nil && err != io.EOF {
		return err
	}
	r.mem = r.mem[:from+n]
	if r.atEnd = err == io.EOF; r.atEnd && len(r.mem) > 0 && r.mem[len(r.mem)-1] != '\n' {
		r.mem = append(r.mem, '\n')
	}
	r.buf = r.mem
	r.Source.Progress()
	return nil
}

// Early returns an error unless the current line begins early enough for a header.
func (r *Reader) Early() error {
	if r.at > infile.MaxPreamble {
		return infile.NoHeader(r.Source.Name, r.Line)
	}
	return nil
}

// Fail returns an error of the current line.
func (r *Reader) Fail(cause string) *infile.Error {
	return &infile.Error{File: r.Source.Name, Line: r.Line, Cause: cause}
}
