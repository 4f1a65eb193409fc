package house

import (
	"bytes"
	"strings"
	"testing"
)

// door reports whether the file is part of a door, through which questions come and answers go: packages with the packages below them.
func (s source) door() bool {
	for _, folder := range []string{"cmd", "internal/cli", "internal/asking", "internal/doctor", "internal/ends", "internal/webpage", "job", "question", "report", "serve", "slabs", "verify"} {
		if strings.HasPrefix(s.path, folder+"/") {
			return true
		}
	}
	return false
}

// TestFigures prints the figures of the house; make limits shows them.
func TestFigures(t *testing.T) {
	all := sources(t)
	files, lines := size(all, source.product)
	t.Logf("product of the main module: %d tokens, %d lines in %d files", productTokens(all), lines, files)
	folders, inRoot := rootEntries(t)
	t.Logf("root: %d files, %d folders", len(inRoot), len(folders))
	logNames(t, all)
	for _, folder := range []string{".", "cmd/flyby", "kernel", "internal/predict", "internal/estimate"} {
		files, lines := size(all, func(s source) bool { return s.folder() == folder })
		t.Logf("%s: %d lines in %d files, %d exported names", folder, lines, files, len(exported(all, folder)))
	}
	_, doors := size(all, source.door)
	t.Logf("doors: %d lines", doors)
	t.Logf("opencl.clDriver: %d methods (at most %d)", methods(all, "kernel/opencl", "clDriver"), mostDriverMethods)
	for _, name := range []string{"README.md", "CHANGELOG.md"} {
		t.Logf("%s: %d lines", name, bytes.Count(rootPage(t, name), []byte("\n")))
	}
	logArrows(t, all)
	for _, m := range manners {
		found, words := m.count(t)
		t.Logf("%s: %d in %d words of comments and docs, %.2f a thousand (at most %.1f)", m.name, found, words, 1000*float64(found)/float64(words), m.most)
	}
	t.Logf("root's names (at most %d): %s", mostRootNames, strings.Join(exported(all, "."), " "))
}
