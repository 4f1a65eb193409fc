//go:build long

package main

import (
	"fmt"
	"testing"
)

// TestSlabChaosOfMany: the property of TestSlabChaos holds for a hundred further seeds.
func TestSlabChaosOfMany(on *testing.T) {
	t := beside(on)
	for seed := range uint64(100) {
		t.Run(fmt.Sprint("seed ", 1000+seed), func(t *place) {
			t.Parallel()
			chaos(t, 1000+seed)
		})
	}
}
