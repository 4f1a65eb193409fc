package infile

import (
	"cmp"
	"slices"
)

// A Block is some whole records of a text file.
type Block struct {
	Text  []byte // the last byte is a newline
	Fatal *Error // the error that stops parsing: after the text where a splitter found it, otherwise in the text; nil: none

	Bad     []*Error // the first few bad rows, with lines counted from the block's first
	Skipped int      // bad rows dropped
	Missed  int      // rows that a condition excludes
	Lines   LineMap  // lines of the good rows, counted from the block's first line
	Count   int      // lines in the text
	Done    int64    // bytes of the file read when the block was filled

	ready chan struct{} // receives once the block is parsed
}

// NewBlock returns a block with room for some bytes of text.
func NewBlock(size int) *Block {
	return &Block{Text: make([]byte, 0, size), ready: make(chan struct{}, 1)}
}

// Reset empties a block for its next text.
func (b *Block) Reset() {
	b.Text, b.Fatal = b.Text[:0], nil
	b.Bad, b.Lines = b.Bad[:0], b.Lines[:0]
	b.Skipped, b.Missed, b.Count = 0, 0, 0
}

// Drop records a bad row: without skip it is Fatal. It reports whether to go on.
func (b *Block) Drop(e *Error, skip bool) bool {
	if !skip {
		b.Fatal = e
		return false
	}
	b.Skipped++
	b.note(e)
	return true
}

// note keeps the first few bad rows, by line.
func (b *Block) note(e *Error) {
	i, _ := slices.BinarySearchFunc(b.Bad, e, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
	if i < MostReasons {
		b.Bad = slices.Insert(b.Bad, i, e)
		b.Bad = b.Bad[:min(len(b.Bad), MostReasons)]
	}
}

// Parsed is a block with the rows made of its records. It is used again.
type Parsed interface {
	Records() *Block
	// Reset empties the block for its next text.
	Reset()
}
