package leaves_test

import (
	"math"
	"strconv"
	"testing"

	"flyby/internal/scene"
)

// TestDecade: a number is from its power of ten to below the next, and the powers themselves are exact, which logarithms get wrong.
func TestDecade(t *testing.T) {
	for power := -300; power <= 300; power++ {
		at, err := strconv.ParseFloat("1e"+strconv.Itoa(power), 64)
		if err != nil {
			t.Fatal(err)
		}
		for v, want := range map[float64]int{at: power, math.Nextafter(at, 0): power - 1, math.Nextafter(at, math.Inf(1)): power, 9 * at: power} {
			if got, exact := scene.Decade(v); got != want || exact != (v == at) {
				t.Errorf("%v: %d, %v, want %d", v, got, exact, want)
			}
		}
	}
	if got, exact := scene.Decade(math.Inf(1)); got <= 308 || exact {
		t.Errorf("infinite: %d, %v", got, exact)
	}
}
