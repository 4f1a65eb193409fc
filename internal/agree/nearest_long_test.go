//go:build long

package agree_test

import (
	"strconv"
	"testing"

	"flyby"
	"flyby/internal/testing/kerneltest"
)

// TestNearestOfManyScenes: ranks equal the ranks of brute force in rational numbers on 10,000 scenes with ties, a tenth of them by all methods on all devices.
func TestNearestOfManyScenes(t *testing.T) {
	r := kerneltest.Rand(t)
	all := ways(t)
	for part := range 100 {
		t.Run(strconv.Itoa(part), func(t *testing.T) { // whose end closes its databases
			for i := range 100 {
				c := tiedCase(r)
				if i%5 == 0 {
					c = anyCase(t, r)
				}
				checkNearest(t, c, flyby.Options{Device: "cpu"})
				if i%10 == 0 {
					for _, w := range all {
						checkNearest(t, c, flyby.Options{Method: w.method, Device: w.device})
					}
				}
				if t.Failed() {
					t.Fatalf("scene %d of part %d", i, part)
				}
			}
		})
		if t.Failed() {
			return
		}
	}
}
