package clrt

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Constant is a number that Go defines and the text of a file uses by its name.
type Constant struct {
	Name   string
	Value  uint64  // of at most 32 bits
	Double float64 // if not 0, in its place
}

// Slots returns a constant for each field of a struct of 32-bit words: its name in
// capitals with _SLOT after it, and the number of words before it.
func Slots(of reflect.Type) []Constant {
	var all []Constant
	for _, f := range reflect.VisibleFields(of) {
		all = append(all, Constant{Name: strings.ToUpper(snake(f.Name)) + "_SLOT", Value: uint64(f.Offset / 4)})
	}
	return all
}

// text returns the constant as an int where it fits, otherwise as a uint; a double in
// hexadecimal, which is exact.
func (c Constant) text() string {
	switch {
	case c.Double != 0:
		return fmt.Sprintf("%x", c.Double)
	case c.Value > math.MaxInt32:
		return fmt.Sprintf("%#xu", c.Value)
	}
	return fmt.Sprint(c.Value)
}

// prelude defines the constants of all files of a source, each once. It refuses a
// constant with two values.
func (s Source) prelude() (string, error) {
	var b strings.Builder
	values := map[string]Constant{}
	for _, f := range s.Files {
		for _, c := range f.Constants {
			was, known := values[c.Name]
			if known && was != c || c.Value>>32 > 0 {
				return "", fmt.Errorf("opencl: build %s: %s of %s is %s, and %s before", s.Label, c.Name, f.Name, c.text(), was.text())
			}
			if values[c.Name] = c; !known {
				fmt.Fprintf(&b, "#define %s %s\n", c.Name, c.text())
			}
		}
	}
	return b.String(), nil
}
