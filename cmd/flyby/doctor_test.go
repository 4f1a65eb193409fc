package main

import (
	"encoding/json"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/doctor"
)

// TestDoctor: on this machine, where searches run, doctor finds no fault.
func TestDoctor(on *testing.T) {
	t := alone(on)
	if text := must(t, "doctor"); !strings.HasPrefix(text, "cores ") || !strings.HasSuffix(text, "searches     run\n") {
		t.Errorf("doctor says\n%s", text)
	}
	var d doctor.Diagnosis
	if err := json.Unmarshal([]byte(must(t, "doctor", "--json")), &d); err != nil || !d.Runs || d.Cores == 0 || d.Devices[0].Device != "cpu" {
		t.Errorf("%+v, error %v", d, err)
	}
	t.T.Setenv("FLYBY_DEVICE", "opencl:77")
	if r := invoke(t, "", "doctor"); r.status != cli.NoDevice || strings.Contains(r.out, "searches") || r.err == "" {
		t.Errorf("without its device: %+v", r)
	}
}
