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
		end := lastRecordEnd(b.text, err == io.EOF)
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
