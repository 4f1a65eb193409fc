package infile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Condition is one of Options.Where, which a row of trajectories or a point must meet: its cell of a column compares
// with a value by an operator. See Condition of package trajectory/format.
type Condition struct {
	Column   string // as the file names it
	Operator string // one of Operators
	Value    string
}

// Operators returns the operators of a Condition: "=", "!=", "<", "<=", ">" and ">=".
func Operators() []string { return []string{"=", "!=", "<", "<=", ">", ">="} }

// ErrNoCell is wrapped by errors about a column of Options.Where that a file does not have, or that holds
// neither numbers nor text.
var ErrNoCell = errors.New("format: no cells for a condition")

// ParseCondition reads a condition such as "speed<=12.5". The column ends before the first operator.
func ParseCondition(s string) (Condition, error) {
	at := strings.IndexAny(s, "=<>")
	if at > 0 && s[at] == '=' && s[at-1] == '!' {
		at--
	}
	if at < 0 {
		return Condition{}, fmt.Errorf("format: condition %q: no operator: write COLUMN=VALUE, or one of %s in place of =", s, operatorList())
	}
	c := Condition{Column: s[:at]}
	for _, op := range Operators() {
		if strings.HasPrefix(s[at:], op) && len(op) > len(c.Operator) {
			c.Operator = op
		}
	}
	c.Value = s[at+len(c.Operator):]
	c.Column, c.Value = strings.Trim(c.Column, " \t"), strings.Trim(c.Value, " \t")
	return c, c.Check()
}

func operatorList() string { return strings.Join(Operators()[1:], " ") }

// Check returns the error of a condition that is not valid.
func (c Condition) Check() error {
	cause := ""
	switch {
	case c.Column == "":
		cause = "no column before the operator"
	case !slices.Contains(Operators(), c.Operator):
		cause = fmt.Sprintf("no operator %q: there are = %s", c.Operator, operatorList())
	case strings.IndexAny(c.Value, "=<>") == 0:
		cause = fmt.Sprintf("no operator %q: there are = %s", c.Operator+c.Value[:1], operatorList())
	case c.Value == "" && c.Operator != "=" && c.Operator != "!=":
		cause = "no value behind the operator; an empty cell is found by ="
	default:
		return nil
	}
	return fmt.Errorf("format: condition %q: %s", c.String(), cause)
}

// String returns the condition as ParseCondition reads it.
func (c Condition) String() string { return c.Column + c.Operator + c.Value }
