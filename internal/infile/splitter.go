package infile

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
)

// Separators are the bytes that may separate fields.
const Separators = ",;\t|"

// A Splitter cuts text into blocks of whole records. Where a Blank separates fields, the text of blocks is Squeezed.
type Splitter struct {
	src   *Source
	size  int    // bytes of a block, about
	sep   byte   // between fields
	signs []Sign // the signs of data that are no text
	carry []byte // the beginning of a record, left over by the last block

	Longest int // bytes of a line; 0: MaxRecord
}

// NewSplitter returns a splitter into blocks of some size, whose fields a comma separates until recut changes that.
func NewSplitter(src *Source, size int, signs []Sign) *Splitter {
	return &Splitter{src: src, size: size, sep: ',', signs: signs}
}

// Separator returns the byte that separates fields.
func (s *Splitter) Separator() byte { return s.sep }

// run fills blocks and hands them out until the text or ctx ends, b first.
func run[B Parsed](ctx context.Context, s *Splitter, b B, work, order, free chan B) error {
	for err := error(nil); ; err = s.Fill(b.Records()) {
		if err != nil && err != io.EOF {
			return err
		}
		if fatal := b.Records().Fatal != nil; fatal || len(b.Records().Text) > 0 {
			b.Records().Done = s.src.Done.Load()
			order <- b // neither send waits: there is room for every block
			work <- b
			if fatal || err == io.EOF {
				return nil
			}
			select {
			case b = <-free:
				b.Reset()
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err == io.EOF || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// Begin fills the first block, at least with the header, whatever byte separates its fields. The error is io.EOF if the block has the
// last of the text, and otherwise names the file: it is an *Error where the first MaxPreamble bytes have no header, or are no text.
func (s *Splitter) Begin(b *Block) error {
	more, at := NewBlock(0), 0
	for err := s.Fill(b); ; err = s.Fill(more) {
		if err != nil && err != io.EOF {
			return err
		}
		b.Text = append(b.Text, more.Text...)
		at, _ = passComments(b.Text, at)
		switch fatal := cmp.Or(b.Fatal, more.Fatal); {
		case at > MaxPreamble:
			return NoHeader(s.src.Name, 1+bytes.Count(b.Text[:MaxPreamble], []byte("\n")))
		case fatal != nil:
			fatal.File, fatal.Line = s.src.Name, 1+bytes.Count(b.Text, []byte("\n"))
			return fatal
		case err == io.EOF || hasRecord(b.Text, at):
			return err
		}
	}
}

// PutBack gives the source back the text that Begin read into b, so that it is read again. Neither b nor the splitter may be used any
// more.
func (s *Splitter) PutBack(b *Block) {
	s.src.Data = io.MultiReader(bytes.NewReader(b.Text), bytes.NewReader(s.carry), s.src.Data)
}

// MaxPreamble is the most bytes before the header of a text, such as lines that begin with #: a file without a header is not read to its
// end.
const MaxPreamble = 1 << 20

// NoHeader returns the error of a file that has more than MaxPreamble bytes before a header, of which line is the last line.
func NoHeader(file string, line int) *Error {
	return &Error{File: file, Line: line, Cause: fmt.Sprintf("no header in the first %d bytes: no more may stand before it", MaxPreamble)}
}

// hasRecord reports whether text has a whole record at a place, whatever byte separates its fields.
func hasRecord(text []byte, at int) bool {
	for _, sep := range []byte(Separators) {
		if _, ok := RecordEnd(text, at, sep, false); !ok {
			return false
		}
	}
	return true
}

// TextStart returns the index after a byte order mark, 0 without one.
func TextStart(text []byte) int {
	return len(text) - len(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
}

// AfterComments returns the index of the first line that does not begin with #, and the number of lines before it. Text ends in a
// newline.
func AfterComments(text []byte) (at, lines int) { return passComments(text, 0) }

// passComments is AfterComments from index from on, at which a line begins.
func passComments(text []byte, from int) (at, lines int) {
	at = max(from, TextStart(text))
	for at < len(text) && text[at] == '#' {
		at += bytes.IndexByte(text[at:], '\n') + 1
		lines++
	}
	return at, lines
}

// recut cuts the first block anew, with a separator that was not known before, or without the lines at its beginning that are no
// records. end is io.EOF if the block has the last of the text.
func (s *Splitter) recut(b *Block, sep byte, end error) {
	s.sep = sep
	b.Text = append(b.Text, s.carry...)
	n := LastRecordEnd(b.Text, sep, end == io.EOF)
	s.carry = append(s.carry[:0], b.Text[n:]...)
	b.Text = s.squeezed(b.Text[:n])
}

// squeezed returns text, Squeezed where a Blank separates fields.
func (s *Splitter) squeezed(text []byte) []byte {
	if s.sep != Blank {
		return text
	}
	return Squeezed(text)
}

// Fill reads whole records into b.Text. The error is io.EOF with the last records.
func (s *Splitter) Fill(b *Block) error {
	b.Text = append(b.Text[:0], s.carry...)
	s.carry = s.carry[:0]
	for {
		from := len(b.Text)
		b.Text = slices.Grow(b.Text, max(s.size-from, s.size/2, 1))
		n, err := s.src.Fill(b.Text[from:cap(b.Text)])
		b.Text = b.Text[:from+n]
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF && len(b.Text) > 0 && b.Text[len(b.Text)-1] != '\n' {
			b.Text = append(b.Text, '\n')
		}
		end := LastRecordEnd(b.Text, s.sep, err == io.EOF)
		if end > 0 || err == io.EOF {
			s.carry = append(s.carry, b.Text[end:]...)
			b.Text = s.squeezed(b.Text[:end])
			return err
		}
		if most := cmp.Or(s.Longest, MaxRecord); len(b.Text) > most && bytes.IndexByte(b.Text, '\n') < 0 {
			b.Fatal = &Error{Cause: fmt.Sprintf("a line longer than %d bytes", most)}
			if what := Sniff(b.Text, s.signs); what != "" {
				b.Fatal.Cause = "this is " + what
			}
			b.Text = b.Text[:0]
			return nil
		}
	}
}
