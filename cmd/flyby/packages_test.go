package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPackages wants the name of every package of the module to be one that messages
// are freed of.
func TestPackages(t *testing.T) {
	known := strings.Split(packages, "|")
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly)
		if err == nil && file.Name.Name != "main" && !slices.Contains(known, file.Name.Name) {
			t.Errorf("%s: package %s is not among %s", path, file.Name.Name, packages)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestMessage wants messages without the names of packages, wherever one begins, and
// otherwise as they are.
func TestMessage(t *testing.T) {
	for text, want := range map[string]string{
		"flyby: open: kernel: load: opencl: buffer \"entries\" of 9 bytes: cl: out of memory": `open: load: buffer "entries" of 9 bytes: out of memory`,
		"format: write a.csv: disk full":                       "write a.csv: disk full",
		"several: device 2: opencl: lost (cl: no such device)": "device 2: lost (no such device)",
		"format: trajectory: baseline: flyby: no":              "no",
		"format.csv:3: column opencl: \"host: x\": no":         "format.csv:3: column opencl: \"host: x\": no",
		`a.csv:2: column x: "a: opencl: b": opencl: no`:        `a.csv:2: column x: "a: opencl: b": no`,
		"--rows: speed is fine":                                "--rows: speed is fine",
	} {
		if got := message(errors.New(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := message(fmt.Errorf("flyby: %w", errors.Join(errors.New("flyby: one"), errors.New("opencl: two")))); got != "one; two" {
		t.Errorf("joined: %s", got)
	}
}
