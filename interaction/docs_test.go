package interaction_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestEquationsAreDocumented: every equation that the code cites by number has
// its section in docs/equations.md.
func TestEquationsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/equations.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^## (E\d+),`).FindAllStringSubmatch(string(text), -1) {
		documented[m[1]] = true
	}
	cited := map[string]string{}
	for _, pattern := range []string{"*.go", "../kernel/*/*.go", "../kernel/*/*.cl", "../kernel/*/internal/*/*.cl", "../binindex/*.go", "../internal/encounter/*.go", "../internal/testing/kerneltest/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range regexp.MustCompile(`\bE[1-9]\d?\b`).FindAllString(string(source), -1) {
				cited[e] = file
			}
		}
	}
	if len(cited) < 9 || len(documented) < 9 {
		t.Errorf("%d equations cited, %d documented", len(cited), len(documented))
	}
	for e, file := range cited {
		if !documented[e] {
			t.Errorf("%s cites %s, which docs/equations.md does not have", file, e)
		}
	}
}
