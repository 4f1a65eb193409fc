// Package lines cuts text into lines, a file of any size in little memory.
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
	buf     []byte // read, not yet gone through
	mem     []byte
	atEnd   bool
	Line    int // that next returned last, 1-based
	at      int // where that begins
	end     int // and where the next does
}

// maxLine bounds a line of text.
const maxLine = 1 << 20

// Start reads the first of the text, and refuses what cannot be text.
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

// Next returns the next line without its end, which stands behind it in memory as \r or \n. It
// is valid until the next call. The error is io.EOF after the last.
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

// Early is an error unless the line at hand begins where a header may stand.
func (r *Reader) Early() error {
	if r.at > infile.MaxPreamble {
		return infile.NoHeader(r.Source.Name, r.Line)
	}
	return nil
}

// Fail is an error of the line at hand.
func (r *Reader) Fail(cause string) *infile.Error {
	return &infile.Error{File: r.Source.Name, Line: r.Line, Cause: cause}
}
