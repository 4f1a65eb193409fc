package main

import (
	"path/filepath"
	"testing"

	"flyby/internal/tier"
)

// TestStories: the console blocks of docs/stories.md, run in a folder with copies of
// docs/fields/data, print what the page shows; and the tables of docs/stories, from which the
// pictures are drawn, equal the output of its commands.
func TestStories(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	path, err := filepath.Abs("../../docs/stories.md")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := filepath.Glob(filepath.Join(filepath.Dir(path), "stories", "*.csv"))
	if err != nil || len(tables) < 5 {
		t.Fatalf("%d tables: %v", len(tables), err)
	}
	replayPage(t, path)
	for _, table := range tables {
		name := filepath.Base(table)
		if got := read(t, name); *rewrite {
			write(t, table, got)
		} else if got != read(t, table) {
			t.Errorf("%s is not what the commands of %s write: make docs writes it anew, make figures its picture", table, path)
		}
	}
}
