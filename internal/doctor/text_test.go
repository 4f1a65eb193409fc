package doctor

import (
	"strings"
	"testing"
)

// TestDiagnosisText: an ICD file, the bound of memory, the OpenCL library, a platform without a device and the verdict on searches have a line
// each.
func TestDiagnosisText(t *testing.T) {
	d := Diagnosis{
		Bounds: []Bound{{By: "the cgroup", Left: 1 << 30}}, Library: Library{Path: "libOpenCL.so.1"}, Runs: true, Empty: []string{"rusticl"},
		ICDs: []ICD{{File: "/opt/icd/b.icd", Library: "libb.so", Cause: "libb.so: no such library"}},
	}
	for _, part := range []string{`/opt/icd/b.icd names "libb.so": libb.so: no such library`, "the cgroup leaves 1.0 GiB", "OpenCL       libOpenCL.so.1", "platform     rusticl: no device\n", "searches     run\n"} {
		if text := d.Text(); !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}
