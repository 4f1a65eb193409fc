package machine_test

import (
	"errors"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/machine"
)

// TestSelectorsAreValid: each form of a selector is valid, and no other text; both are decided without a look at
// devices.
func TestSelectorsAreValid(t *testing.T) {
	explained := 0
	for form, means := range machine.Selectors() {
		if err := (flyby.Options{Device: strings.Replace(form, ":N", ":7", 1)}).Validate(); err != nil {
			t.Errorf("%s: %v", form, err)
		}
		if means != "" {
			explained++
		}
	}
	if explained == 0 {
		t.Error("no form says what it stands for")
	}
	for _, none := range []string{"tpu", "gpu:7", "opencl:N", "opencl:", "cpu:0", " "} {
		if err := (flyby.Options{Device: none}).Validate(); !errors.Is(err, flyby.ErrNoDevice) {
			t.Errorf("%q: %v, want %v", none, err, flyby.ErrNoDevice)
		}
	}
	for range machine.Selectors() {
		break // an iterator allows it
	}
}

// TestMethodsOnHost: the baselines need no device, and the others run on one.
func TestMethodsOnHost(t *testing.T) {
	for _, m := range flyby.Methods() {
		if want := m == flyby.MethodRTree || m == flyby.MethodBruteForce; machine.OnHost(m) != want {
			t.Errorf("%s: %v, want %v", m, machine.OnHost(m), want)
		}
	}
}
