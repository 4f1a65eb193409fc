package infile

import "fmt"

// A Tally counts the rows of files by what became of them.
type Tally struct {
	Rows    int      // rows in the files, bad ones included
	Skipped int      // bad rows dropped
	Twice   int      // of these, rows at a time that their trajectory has had, at another place
	Missed  int      // rows left out that do not hold Options.Where
	Reasons []string // why rows were dropped, for the first few of them
	Bytes   int64    // size of the files as read
	Files   int      // how many files there are, where several are read
}

// Skip counts a row that is dropped.
func (c *Tally) Skip(e *Error) {
	c.Skipped++
	c.Reasons = AddReason(c.Reasons, e)
}

// Add adds the rows of other files.
func (c *Tally) Add(of *Tally) {
	c.Rows, c.Skipped, c.Twice, c.Missed = c.Rows+of.Rows, c.Skipped+of.Skipped, c.Twice+of.Twice, c.Missed+of.Missed
	c.Bytes, c.Files = c.Bytes+of.Bytes, c.Files+of.Files
	c.Reasons = append(c.Reasons, of.Reasons[:min(len(of.Reasons), MostReasons-len(c.Reasons))]...)
}

// AllBad is the cause of an error about files of whose rows, but for some that were left out, every one is bad.
func (c *Tally) AllBad(left int) string {
	cause := fmt.Sprintf("every one of %d rows is bad", c.Rows-left)
	if len(c.Reasons) > 0 {
		cause += ", such as " + c.Reasons[0]
	}
	return cause
}

// A Ledger counts the rows of a text as its blocks are merged in order, and knows their lines.
type Ledger struct {
	Tally
	Source *Source
	Lines  LineMap        // of the rows that stayed
	Next   int            // line that the next block begins on
	Number func(e *Error) // makes the number of a row of the line that an error has; nil: rows have lines
}

// Placed turns an error of a block into an error of the file.
func (l *Ledger) Placed(e *Error) *Error {
	e.File, e.Line = l.Source.Name, l.Next+e.Line
	if l.Number != nil && e.Line > 0 {
		l.Number(e)
	}
	return e
}

// Leave goes on after a block, and remembers the first few of its bad rows.
func (l *Ledger) Leave(b *Block) {
	l.Skipped, l.Missed = l.Skipped+b.Skipped, l.Missed+b.Missed
	for _, e := range b.Bad {
		l.Reasons = AddReason(l.Reasons, l.Placed(e))
	}
	l.Next += b.Count
}

// Place says where a row that stayed is in the file.
func (l *Ledger) Place(row int) Error {
	e := Error{File: l.Source.Name, Line: l.Lines.Line(row)}
	if l.Number != nil {
		l.Number(&e)
	}
	return e
}
