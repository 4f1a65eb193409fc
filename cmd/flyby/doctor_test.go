package main

import (
	"encoding/json"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/doctor"
)

// TestDiagnosisText: an ICD file, the bound of memory, the OpenCL library, a platform without a device and the verdict on searches have a line
// each.
func TestDiagnosisText(on *testing.T) {
	t := beside(on)
	d := doctor.Diagnosis{
		Bounds: []doctor.Bound{{By: "the cgroup", Left: 1 << 30}}, Library: doctor.Library{Path: "libOpenCL.so.1"}, Runs: true, Empty: []string{"rusticl"},
		ICDs: []doctor.ICD{{File: "/opt/icd/b.icd", Library: "libb.so", Cause: "libb.so: no such library"}},
	}
	for _, part := range []string{`/opt/icd/b.icd names "libb.so": libb.so: no such library`, "the cgroup leaves 1.0 GiB", "OpenCL       libOpenCL.so.1", "platform     rusticl: no device\n", "searches     run\n"} {
		if text := diagnosisText(&d); !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

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
