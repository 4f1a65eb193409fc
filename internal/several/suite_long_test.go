//go:build long

package several_test

import (
	"testing"

	"flyby/internal/testing/kerneltest"
)

// TestEverySetting runs the whole suite in each setting.
func TestEverySetting(t *testing.T) {
	for _, s := range settings() {
		t.Run(s.name, func(t *testing.T) { kerneltest.Run(t, s.open, s.abilities()...) })
	}
}
