package asking

import (
	"fmt"
	"strings"

	"flyby/trajectory"
)

// span says which numbers the field takes: "above 0 and at most 1". It leaves out trajectory.MaxMagnitude, the most of all lengths.
func (f *Field) span() string {
	text := fmt.Sprintf("%v or more", f.least)
	if f.above {
		text = fmt.Sprintf("above %v", f.least)
	}
	if f.most > 0 && f.most != trajectory.MaxMagnitude {
		text += fmt.Sprintf(" and at most %v", f.most)
	}
	return text
}

// takes says which values the field takes: "a number, 0 or more".
func (f *Field) takes() string {
	text := f.span()
	switch {
	case f.unlimited:
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

// instead returns the words that stand in place of quantities.
func (f *Field) instead() []string {
	if f.isQuantity() && f.Words != nil {
		return f.Words()
	}
	return nil
}

// isQuantity reports whether the value is a quantity, or several.
func (f *Field) isQuantity() bool {
	return f.Type == Quantity || f.Type == Quantities || f.Type == Bound
}
