package infile

import (
	"fmt"
	"strings"
)

// A Tally counts the rows of files: all, dropped and left out.
type Tally struct {
	Rows    int      // rows in the files, bad ones included
	Skipped int      // bad rows dropped
	Twice   int      // of Skipped: rows at a time that their trajectory has had, at another place
	Missed  int      // rows left out that fail Options.Where
	Reasons []string // the errors of the first few dropped rows
	Bytes   int64    // size of the files as read
	Files   int      // number of files, where several are read
	Rowless []string // names of files that were left out since they have no usable row: see Kinds
}

// RowlessText names the files that were left out for want of a usable row, "" where every file has one.
func (c *Tally) RowlessText() string {
	const most = 5
	switch n := len(c.Rowless); {
	case n == 0:
		return ""
	case n == 1:
		return "left out 1 file without a usable row: " + c.Rowless[0]
	case n > most:
		return fmt.Sprintf("left out %d files without a usable row: %s, ...", n, strings.Join(c.Rowless[:most], ", "))
	default:
		return fmt.Sprintf("left out %d files without a usable row: %s", n, strings.Join(c.Rowless, ", "))
	}
}

// Skip counts a row that is dropped.
func (c *Tally) Skip(e *Error) {
	c.Skipped++
	c.Reasons = AddReason(c.Reasons, e)
}

// Add adds the tally of other files.
func (c *Tally) Add(of *Tally) {
	c.Rows, c.Skipped, c.Twice, c.Missed = c.Rows+of.Rows, c.Skipped+of.Skipped, c.Twice+of.Twice, c.Missed+of.Missed
	c.Bytes, c.Files = c.Bytes+of.Bytes, c.Files+of.Files
	c.Rowless = append(c.Rowless, of.Rowless...)
	c.Reasons = append(c.Reasons, of.Reasons[:min(len(of.Reasons), MostReasons-len(c.Reasons))]...)
}

// AllBad returns the cause of an error about files in which every row is bad, apart from left rows that
// were left out.
func (c *Tally) AllBad(left int) string {
	cause := fmt.Sprintf("every one of %d rows is bad", c.Rows-left)
	if len(c.Reasons) > 0 {
		cause += ", such as " + c.Reasons[0]
	}
	return cause
}

// A Ledger counts the rows of a text as its blocks are merged in order, and keeps their lines.
type Ledger struct {
	Tally
	Source *Source
	Lines  LineMap        // lines of the rows that were kept
	Next   int            // the first line of the next block
	Number func(e *Error) // turns an error's line into a row's number; nil: errors have lines
}

// Placed returns the error of the file that an error of a block is, whose lines count from the block's.
func (l *Ledger) Placed(e *Error) *Error {
	placed := *e
	placed.File, placed.Line = l.Source.Name, l.Next+e.Line
	if l.Number != nil && placed.Line > 0 {
		l.Number(&placed)
	}
	return &placed
}

// Leave adds a block's counts, and keeps the errors of its first few bad rows.
func (l *Ledger) Leave(b *Block) {
	l.Skipped, l.Missed = l.Skipped+b.Skipped, l.Missed+b.Missed
	for _, e := range b.Bad {
		l.Reasons = AddReason(l.Reasons, l.Placed(e))
	}
	l.Next += b.Count
}

// Place returns the place in the file of a row that was kept.
func (l *Ledger) Place(row int) Error {
	e := Error{File: l.Source.Name, Line: l.Lines.Line(row)}
	if l.Number != nil {
		l.Number(&e)
	}
	return e
}
