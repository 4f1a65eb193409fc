package cli

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"flyby/internal/decimal"
)

// value is a flag that takes a value as parse reads it: pflag's own numbers may be hexadecimal, too, with underscores, infinities and NaN.
type value[T any] struct {
	at    *T
	parse func(string) (T, error)
	kind  string // what help calls the value where the flag has no word for it
}

// Set reads the value.
func (v value[T]) Set(s string) (err error) {
	*v.at, err = v.parse(s)
	return err
}

// String returns the value as a flag has it.
func (v value[T]) String() string { return fmt.Sprint(*v.at) }

// Type returns the kind of the value.
func (v value[T]) Type() string { return v.kind }

// parseFinite reads a number as files hold it. The error does not repeat the text.
func parseFinite(s string) (float64, error) {
	v, err := decimal.Parse(s)
	if inner := errors.Unwrap(err); inner != nil {
		err = inner
	}
	return v, err
}

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

// AddNumber adds a flag that takes a decimal number, as files hold them, which is start until
// it is given. It is kept at the pointer; usage is its help, as pflag has it.
func AddNumber(c *cobra.Command, at *float64, name string, start float64, usage string) {
	*at = start
	c.Flags().Var(value[float64]{at, parseFinite, "number"}, name, usage)
}

// AddWhole is AddNumber for a whole number in decimal digits.
func AddWhole(c *cobra.Command, at *int, name string, start int, usage string) {
	*at = start
	c.Flags().Var(value[int]{at, ParseWhole, "whole number"}, name, usage)
}

// AddNatural is AddNumber for a whole number, 0 or more.
func AddNatural(c *cobra.Command, at *uint64, name string, start uint64, usage string) {
	*at = start
	c.Flags().Var(value[uint64]{at, ParseNatural, "whole number"}, name, usage)
}
