package trajectory

import (
	"math"
	"testing"
)

// TestCountable: more rows than 32 bits can count are refused, not counted wrongly.
func TestCountable(t *testing.T) {
	for samples, want := range map[int]string{
		0:                  "",
		math.MaxUint32:     "",
		math.MaxUint32 + 1: "4294967296 samples are more than the 4294967295 of a store: larger data sets are searched in slabs of time",
	} {
		if err := countable(samples); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%d samples: %v, want %q", samples, err, want)
		}
	}
}
