package infile

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Body has the bytes that "-" stands for in place of standard input: their number is known, and they can be read more than once, and from
// many places.
type Body struct {
	*io.SectionReader
	Name    string  // for messages: "the queries"
	Numbers []int64 // of the catalogue, ascending: the body is a list of objects of another data set; nil: it has a content
	Bare    []int64 // of Numbers: objects without a position
	Of      string  // name of the data set that has the objects; "": not known yet
}

// NewBody returns a body of the first size bytes of bytes, which messages call by a name.
func NewBody(name string, bytes io.ReaderAt, size int64) *Body {
	return &Body{SectionReader: io.NewSectionReader(bytes, 0, size), Name: name}
}

// reader returns a reader of the body from its beginning.
func (b *Body) reader() *io.SectionReader { return io.NewSectionReader(b.SectionReader, 0, b.Size()) }

// File returns the body as a file of a data set.
func (b *Body) File() File { return File{Path: "-", body: b} }

// Origin is the name of a place that no file has: where all coordinates are 0.
const Origin = "origin"

// OriginFile returns a table of the one place Origin, which has no times.
func OriginFile() File {
	const text = "id,t,x,y,z\n" + Origin + ",,0,0,0\n"
	return NewBody(Origin, strings.NewReader(text), int64(len(text))).File()
}

// IsOrigin reports whether the file is OriginFile.
func (f File) IsOrigin() bool { return f.body != nil && f.body.Name == Origin }

// Numbers returns the catalogue numbers that stand for the file; nil: it is no list.
func (f File) Numbers() []int64 {
	if f.body == nil {
		return nil
	}
	return f.body.Numbers
}

// IsWord reports whether a word stands for the file: Origin, or a list of catalogue numbers.
func (f File) IsWord() bool { return f.IsOrigin() || f.Numbers() != nil }

// wordFile returns the file that a word stands for.
func wordFile(word string) (f File, ok bool) {
	if word == Origin {
		return OriginFile(), true
	}
	b := NewBody(Shorten(word), strings.NewReader(word), int64(len(word)))
	for text := range strings.SplitSeq(word, ",") {
		n, ok := CatalogueNumber(strings.TrimSpace(text))
		if !ok {
			return f, false
		}
		b.Numbers = append(b.Numbers, n)
	}
	slices.Sort(b.Numbers)
	b.Numbers = slices.Compact(b.Numbers)
	return b.File(), true
}

// ListNumbers lists numbers for messages.
func ListNumbers(numbers []int64) string {
	const most = 30
	var all []string
	for _, n := range numbers[:min(most, len(numbers))] {
		all = append(all, strconv.FormatInt(n, 10))
	}
	if len(numbers) > most {
		all = append(all, fmt.Sprintf("... (%d in all)", len(numbers)))
	}
	return strings.Join(all, ", ")
}

// CatalogueNumber reads the number of an object of a catalogue, which may have zeros before it.
func CatalogueNumber[T ~string | ~[]byte](text T) (n int64, ok bool) {
	const most = 9
	for i := range len(text) {
		c := text[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, 0 < len(text) && len(text) <= most
}

// Body returns the content of "-"; nil: standard input.
func (f File) Body() *Body { return f.body }
