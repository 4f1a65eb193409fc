package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestArrowPackages: of github.com/apache/arrow-go the binary has arrays and IPC, and no Parquet, compute, Flight or C data, which would
// make it four times as large. docs/decisions/0124-the-size-of-the-binary.md has the bound of its size.
func TestArrowPackages(on *testing.T) {
	t := beside(on)
	listed, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/apache/arrow-go/"
	some := 0
	for path := range strings.Lines(string(listed)) {
		if path = strings.TrimSpace(path); !strings.HasPrefix(path, module) {
			continue
		}
		some++
		for _, not := range []string{"/parquet", "/arrow/compute", "/arrow/flight", "/arrow/cdata", "/arrow/avro", "/arrow/csv"} {
			if strings.Contains(path+"/", not+"/") {
				t.Errorf("%s is linked", path)
			}
		}
	}
	if some == 0 {
		t.Error("no package of the library is linked: this test looks at nothing")
	}
}
