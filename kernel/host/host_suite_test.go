package host_test

import (
	"testing"

	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/kernel/host"
)

// TestDriver runs the suite of drivers on one thread and on several.
func TestDriver(t *testing.T) {
	for name, threads := range map[string]int{"one thread": 1, "three threads": 3} {
		t.Run(name, func(t *testing.T) {
			kerneltest.Run(t, func(testing.TB) kernel.Driver { return host.New(threads) }, kerneltest.Ranges, kerneltest.Walks, kerneltest.Joins)
		})
	}
}
