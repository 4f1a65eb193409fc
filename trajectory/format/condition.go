package format

import "flyby/internal/infile"

// A Condition is what Options.Where asks of a row: how its cell of a column compares with a value. They are
// compared as numbers where both are, integers of 64 bits as such and others as the float64 that they
// round to; else as text, byte by byte, and so are times. Blanks around both do not count.
//
// A cell without a value is empty text: it is less and greater than nothing. So is one that says nan or null,
// where the value is a number. docs/formats.md says what columns and cells the formats have,
// docs/decisions/0043-rows-that-hold.md why it is so.
type Condition struct {
	Column   string // as the file names it
	Operator string // one of Operators
	Value    string
}

// String returns the condition as ParseCondition reads it.
func (c Condition) String() string { return infile.Condition(c).String() }

// Operators are those of a Condition: "=", "!=", "<", "<=", ">" and ">=".
func Operators() []string { return infile.Operators() }

// ErrNoCell is wrapped by errors about a column of Options.Where that a file does not have, or that holds
// neither numbers nor text.
var ErrNoCell = infile.ErrNoCell

// ParseCondition reads a condition such as "speed<=12.5". The column ends before the first operator.
func ParseCondition(s string) (Condition, error) {
	c, err := infile.ParseCondition(s)
	return Condition(c), err
}
