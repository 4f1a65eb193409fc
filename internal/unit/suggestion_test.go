package unit

import (
	"strings"
	"testing"
)

// TestMeant wants a question for names that people give units, and none of these names to be a
// unit.
func TestMeant(t *testing.T) {
	for _, c := range []struct {
		name string
		d    Dimension
		want string
	}{
		{"nm", Length, ": is it nmi?"}, {"NM", Length, ": is it nmi?"}, {"feet", Length, ": is it ft?"}, {"hours", Time, ": is it h?"},
		{"kts", Speed, ": is it kn?"}, {"kmh", Speed, ": is it km/h?"}, {"nm/h", Speed, ": is it nmi?"}, {"nmi/hr", Speed, ": is it h?"},
		{"nm", Time, ""}, {"hours", Length, ""}, {"furlong", Length, ""}, {"", Length, ""}, {"ms-1", Time, ""},
	} {
		_, err := Find(c.name, c.d)
		if err == nil {
			t.Fatalf("%q is a unit of %v", c.name, c.d)
		}
		if _, hint, _ := strings.Cut(err.Error(), ": is it"); c.want != "" && ": is it"+hint != c.want || c.want == "" && hint != "" {
			t.Errorf("%q of %v: %v, want %q", c.name, c.d, err, c.want)
		}
	}
}

// TestMeantIsNone wants no name with a question to be a unit.
func TestMeantIsNone(t *testing.T) {
	for _, name := range []string{"m", "nmi", "min", "h", "kn", "km/h", "d"} {
		if got := Meant(name, Length, Time, Speed); got != "" {
			t.Errorf("%s, a unit: %q", name, got)
		}
	}
}
