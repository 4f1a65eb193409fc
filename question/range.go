package question

import (
	"fmt"
	"strings"

	"flyby/trajectory"
)

// A limits value says which numbers a field takes.
type limits struct {
	least float64 // the least number
	above bool    // numbers above the least only
	most  float64 // the greatest number; 0: any
	none  bool    // 0 is no limit, and becomes +Inf
}

// span says which numbers a field takes: "above 0 and at most 1". It leaves out trajectory.MaxMagnitude, the most of all lengths.
func (l *limits) span() string {
	text := fmt.Sprintf("%v or more", l.least)
	if l.above {
		text = fmt.Sprintf("above %v", l.least)
	}
	if l.most > 0 && l.most != trajectory.MaxMagnitude {
		text += fmt.Sprintf(" and at most %v", l.most)
	}
	return text
}

// takes says which values the field takes: "a number, 0 or more".
func (f *Field) takes() string {
	text := f.span()
	switch {
	case f.none:
		return "positive, or 0 for no limit"
	case !f.isQuantity():
		return text
	case f.above:
		text = "a number " + text
	default:
		text = "a number, " + text
	}
	return strings.Join(append([]string{text}, f.instead()...), ", or ")
}

// outside says what a number has to be that the field does not take; "" where the field takes it.
func (f *Field) outside(v float64) string {
	switch {
	case f.most == trajectory.MaxMagnitude && v > f.most:
		return "must be at most 2^1000"
	case f.most > 0 && v > f.most:
	case v > f.least || v == f.least && !f.above:
		return ""
	}
	return "must be " + f.takes()
}

// brackets returns the numbers of the field in brackets, behind a blank; "" where it takes no numbers.
func (f *Field) brackets() string {
	if f.Type == Instant {
		return ""
	}
	return " (" + f.span() + ")"
}

// instead returns the words that stand in place of quantities.
func (f *Field) instead() []string {
	if f.isQuantity() && f.Words != nil {
		return f.Words()
	}
	return nil
}

// isQuantity reports whether the value is a quantity, or several.
func (f *Field) isQuantity() bool { return f.Type == Quantity || f.Type == Quantities || f.Type == Bound }
