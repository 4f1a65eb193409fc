package clrt

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Constant is a number that both sides know: Go, which gives it, and the text of a
// file, which names it.
type Constant struct {
	Name  string
	Value uint64 // of 32 bits at most
}

// Slots returns a constant for each field of a struct of 32-bit words: its name in
// capitals with _SLOT after it, and the number of words before it.
func Slots(of reflect.Type) []Constant {
	var all []Constant
	for _, f := range reflect.VisibleFields(of) {
		all = append(all, Constant{strings.ToUpper(snake(f.Name)) + "_SLOT", uint64(f.Offset / 4)})
	}
	return all
}

// define is the constant as an int where it is one, else as a uint.
func (c Constant) define() string {
	if c.Value > math.MaxInt32 {
		return fmt.Sprintf("#define %s %#xu\n", c.Name, c.Value)
	}
	return fmt.Sprintf("#define %s %d\n", c.Name, c.Value)
}

// prelude defines the constants of all files of a source, each once. It refuses one
// that has two values.
func (s Source) prelude() (string, error) {
	var b strings.Builder
	values := map[string]uint64{}
	for _, f := range s.Files {
		for _, c := range f.Constants {
			was, known := values[c.Name]
			if known && was != c.Value || c.Value>>32 > 0 {
				return "", fmt.Errorf("opencl: build %s: %s of %s is %d, and %d before", s.Label, c.Name, f.Name, c.Value, was)
			}
			if values[c.Name] = c.Value; !known {
				b.WriteString(c.define())
			}
		}
	}
	return b.String(), nil
}
