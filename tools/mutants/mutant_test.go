package main

import (
	"os"
	"strings"
	"testing"
)

// TestMutantsApply: the text that each mutant replaces is in its file once, and no two mutants
// share a name.
func TestMutantsApply(t *testing.T) {
	named := map[string]bool{}
	for _, m := range mutants() {
		text, err := os.ReadFile("../../" + m.file)
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
		} else if n := strings.Count(string(text), m.old); n != 1 {
			t.Errorf("%s: %q is in %s %d times, want once", m.name, m.old, m.file, n)
		}
		if named[m.name] || m.old == m.new {
			t.Errorf("%s: named twice, or changes nothing", m.name)
		}
		named[m.name] = true
	}
}
