package format

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
)

// A splitter cuts text into blocks of whole records.
type splitter struct {
	src   *source
	size  int    // of a block, about
	sep   byte   // between fields
	carry []byte // the beginning of a record, left over by the last block
}

// run fills blocks and hands them out until the text or ctx ends, b first.
func (s *splitter) run(ctx context.Context, b *block, work, order, free chan *block) error {
	for err := error(nil); ; err = s.fill(b) {
		if err != nil && err != io.EOF {
			return err
		}
		if fatal := b.fatal != nil; fatal || len(b.text) > 0 {
			order <- b // neither blocks: there is room for every block
			work <- b
			if fatal || err == io.EOF {
				return nil
			}
			select {
			case b = <-free:
				b.reset()
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err == io.EOF || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// begin fills the first block, at least with the header, whatever separates its fields.
func (s *splitter) begin(b *block) error {
	err := s.fill(b)
	for more := newBlock(0); err == nil && b.fatal == nil && !hasHeader(b.text); {
		if err = s.fill(more); err == nil || err == io.EOF {
			b.text, b.fatal = append(b.text, more.text...), more.fatal
		}
	}
	return err
}

// hasHeader reports whether text has a whole record that does not begin with #.
func hasHeader(text []byte) bool {
	at, _ := afterComments(text)
	for _, sep := range []byte(separators) {
		if _, ok := recordEnd(text, at, sep, false); !ok {
			return false
		}
	}
	return true
}

// afterComments returns where the first line of text is that does not begin with #, and how many
// are before it. Text ends in a newline.
func afterComments(text []byte) (at, lines int) {
	at = len(text) - len(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	for at < len(text) && text[at] == '#' {
		at += bytes.IndexByte(text[at:], '\n') + 1
		lines++
	}
	return at, lines
}

// recut cuts the first block anew, where what separates fields was not known before, or its text
// began with lines that are no records. end is io.EOF if the block has the last of the text.
func (s *splitter) recut(b *block, sep byte, end error) {
	s.sep = sep
	b.text = append(b.text, s.carry...)
	n := lastRecordEnd(b.text, sep, end == io.EOF)
	s.carry = append(s.carry[:0], b.text[n:]...)
	b.text = b.text[:n]
}

// fill reads whole records into b.text. The error is io.EOF with the last ones.
func (s *splitter) fill(b *block) error {
	b.text = append(b.text[:0], s.carry...)
	s.carry = s.carry[:0]
	for {
		from := len(b.text)
		b.text = slices.Grow(b.text, max(s.size-from, s.size/2, 1))
		n, err := s.src.read(b.text[from:cap(b.text)])
		b.text = b.text[:from+n]
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF && len(b.text) > 0 && b.text[len(b.text)-1] != '\n' {
			b.text = append(b.text, '\n')
		}
		end := lastRecordEnd(b.text, s.sep, err == io.EOF)
		if end > 0 || err == io.EOF {
			s.carry = append(s.carry, b.text[end:]...)
			b.text = b.text[:end]
			return err
		}
		if bytes.IndexByte(b.text, '\n') < 0 && len(b.text) > maxRecord {
			b.fatal = &Error{Cause: fmt.Sprintf("a line longer than %d bytes", maxRecord)}
			if what := sniff(b.text); what != "" {
				b.fatal.Cause = "this is " + what
			}
			b.text = b.text[:0]
			return nil
		}
	}
}
