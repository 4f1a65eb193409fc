package cli

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"flyby/internal/decimal"
)

// finite is a flag that takes a number as files hold it: pflag's own takes hexadecimal
// and underscores, infinities and NaN too.
type finite float64

func (d *finite) Set(s string) error {
	v, err := decimal.Parse(s)
	*d = finite(v)
	return cause(err)
}

func (d *finite) String() string { return strconv.FormatFloat(float64(*d), 'g', -1, 64) }

// Type is what help calls the value where the flag has no word for it.
func (d *finite) Type() string { return "number" }

// whole is a flag that takes a whole number in decimal digits, with a sign or none.
type whole int

func (n *whole) Set(s string) error {
	v, err := ParseWhole(s)
	*n = whole(v)
	return err
}

func (n *whole) String() string { return strconv.Itoa(int(*n)) }

// Type is what help calls the value where the flag has no word for it.
func (n *whole) Type() string { return "whole number" }

// natural is a flag that takes decimal digits: a whole number, 0 or more.
type natural uint64

func (n *natural) Set(s string) error {
	v, err := ParseNatural(s)
	*n = natural(v)
	return err
}

func (n *natural) String() string { return strconv.FormatUint(uint64(*n), 10) }

// Type is what help calls the value where the flag has no word for it.
func (n *natural) Type() string { return "whole number" }

// ParseWhole reads a whole number in decimal digits, with a sign or none.
func ParseWhole(s string) (int, error) {
	v, err := strconv.Atoi(s)
	return v, wrongWhole("a whole number", s, err)
}

// ParseNatural reads decimal digits: a whole number, 0 or more.
func ParseNatural(s string) (uint64, error) {
	v, err := strconv.ParseUint(s, 10, 64)
	return v, wrongWhole("a whole number, 0 or more", s, err)
}

// wrongWhole says why a text is not the whole number that was wanted.
func wrongWhole(wanted, s string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return errors.New("is too large")
	}
	if v, err := strconv.ParseInt(s, 0, 64); err == nil && v >= 0 {
		return fmt.Errorf("must be %s, in decimal digits: %d", wanted, v)
	}
	return fmt.Errorf("must be %s", wanted)
}

// cause is the error that err wraps, which does not repeat the text of the value; else err.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// AddNumber adds a flag that takes a decimal number, as files hold them, which is value until
// it is given. It is kept at the pointer; usage is its help, as pflag has it.
func AddNumber(c *cobra.Command, at *float64, name string, value float64, usage string) {
	*at = value
	c.Flags().Var((*finite)(at), name, usage)
}

// AddWhole is AddNumber for a whole number in decimal digits.
func AddWhole(c *cobra.Command, at *int, name string, value int, usage string) {
	*at = value
	c.Flags().Var((*whole)(at), name, usage)
}

// AddNatural is AddNumber for a whole number, 0 or more.
func AddNatural(c *cobra.Command, at *uint64, name string, value uint64, usage string) {
	*at = value
	c.Flags().Var((*natural)(at), name, usage)
}
