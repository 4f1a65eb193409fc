package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/tier"
)

// TestFields: the console blocks of the pages of docs/fields, and of docs/report.md, each page run in a folder with copies
// of docs/fields/data, print what the pages show. A block has six commands at most.
func TestFields(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	pages, err := filepath.Glob("../../docs/fields/*.md")
	if err != nil || len(pages) < 8 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	for _, path := range append(pages, "../../docs/report.md") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".md"), func(t *place) {
			for _, block := range regexp.MustCompile("(?s)```console\n.*?```").FindAllString(read(t, path), -1) {
				if n := strings.Count(block, "\n$ "); n < 1 || n > 6 {
					t.Errorf("%d commands in\n%s", n, block)
				}
			}
			replayPage(t, path)
		})
	}
}

// replayPage runs the console blocks of a page in a folder with copies of docs/fields/data and the files that its shell
// blocks write, keeps that folder as the current one, and compares the output with the page, or rewrites the page.
func replayPage(t *place, path string) {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	folder, text := t.TempDir(), read(t, path)
	if err := os.CopyFS(folder, os.DirFS("../../docs/fields/data")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	writeTyped(t, text)
	got := replayed(t, text)
	if *rewrite {
		write(t, path, got)
	} else if got != text {
		t.Errorf("%s should be\n%s", path, got)
	}
}

// TestGoOfFields: docs/fields/go.md has the program of docs/fields/meetings, and the output that the program's example
// promises.
func TestGoOfFields(on *testing.T) {
	t := beside(on)
	page := read(t, "../../docs/fields/go.md")
	if !strings.Contains(page, "```go\n"+read(t, "../../docs/fields/meetings/main.go")+"```") {
		t.Error("docs/fields/go.md does not hold docs/fields/meetings/main.go")
	}
	_, prints, _ := strings.Cut(read(t, "../../docs/fields/meetings/main_test.go"), "// Output: ")
	if prints, _, _ = strings.Cut(prints, "\n"); prints == "" || !strings.Contains(page, "```text\n"+prints+"\n```") {
		t.Errorf("docs/fields/go.md does not hold %q", prints)
	}
}
