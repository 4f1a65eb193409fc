package house

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// mostFolderFiles is how many Go files a folder has at most, tests aside: as many as a reader overlooks.
const mostFolderFiles = 40

// commandImports is how many packages of internal the command imports: what it needs of them no Go program can call. It falls, and
// never rises.
const commandImports = 6

// TestFoldersAreRooms: a folder has few files.
func TestFoldersAreRooms(t *testing.T) {
	files := map[string]int{}
	for _, s := range sources(t) {
		if !s.test() {
			files[s.folder()]++
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(files)) {
		if n := files[folder]; n > mostFolderFiles {
			t.Errorf("%s: %d Go files, at most %d are allowed: it is more than one room", folder, n, mostFolderFiles)
		}
	}
}

// TestCommandImports: what a feature is made of can be called by a Go program, and so the command need not reach into internal.
func TestCommandImports(t *testing.T) {
	internal := map[string]bool{}
	for _, s := range sources(t) {
		if s.test() || s.folder() != "cmd/flyby" {
			continue
		}
		for _, i := range s.ast.Imports {
			if to := strings.Trim(i.Path.Value, `"`); strings.HasPrefix(to, module+"/internal/") {
				internal[to] = true
			}
		}
	}
	if n := len(internal); n != commandImports {
		t.Errorf("cmd/flyby imports %d packages of internal, commandImports says %d (fewer: lower it): %v", n, commandImports, slices.Sorted(maps.Keys(internal)))
	}
}
