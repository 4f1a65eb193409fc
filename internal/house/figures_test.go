package house

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// door reports whether the file is part of a door, through which questions come and answers go: packages with the packages below them.
func (s source) door() bool {
	for _, folder := range []string{"cmd", "internal/cli", "internal/doctor", "internal/webpage", "job", "question", "report", "serve", "slabs", "verify"} {
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
	names, packages := publicNames(all)
	t.Logf("public: %d names in %d packages, methods and fields apart", names, packages)
	for _, folder := range []string{".", "cmd/flyby", "kernel", "perfmodel", "internal/estimate"} {
		files, lines := size(all, func(s source) bool { return s.folder() == folder })
		t.Logf("%s: %d lines in %d files, %d exported names", folder, lines, files, len(exported(all, folder)))
	}
	_, doors := size(all, source.door)
	t.Logf("doors: %d lines", doors)
	t.Logf("opencl.Driver: %d methods (at most %d)", methods(all, "kernel/opencl", "Driver"), mostDriverMethods)
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

// publicNames counts the types, functions, constants and variables that other modules can name, and the packages that declare them.
func publicNames(all []source) (names, packages int) {
	outside := regexp.MustCompile(`(^|/)(internal|cmd|docs|evaluation|tools)(/|$)`)
	folders := map[string]bool{}
	for _, s := range all {
		if !outside.MatchString(s.folder()) && !s.test() {
			folders[s.folder()] = true
		}
	}
	for folder := range folders {
		for _, name := range exported(all, folder) {
			if !strings.Contains(name, ".") {
				names++
			}
		}
	}
	return names, len(folders)
}
