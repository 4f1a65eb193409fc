package house

import (
	"bytes"
	"go/ast"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Limits in lines: of files and functions outside of tests; of the root, which is the public API alone; of kernel, which
// is the contract of drivers, and of the driver for OpenCL; of perfmodel, which predicts; of README.md, which a newcomer
// reads first; and of CHANGELOG.md before the first release.
const (
	mostFileLines     = 400
	mostFunctionLines = 50
	mostRootLines     = 1700
	mostRootFiles     = 18
	mostRootNames     = 70
	mostKernelLines   = 500
	mostDriverMethods = 15
	mostModelLines    = 1500
	mostModelNames    = 30
	mostReadmeLines   = 150
	mostChangeLines   = 60
)

// generated reports whether a program wrote the file.
func (s source) generated() bool { return ast.IsGenerated(s.ast) }

// TestFilesAndFunctionsAreShort: no file is longer than mostFileLines, and no function longer than mostFunctionLines;
// tests, which hold tables, and generated files may be.
func TestFilesAndFunctionsAreShort(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() || s.generated() {
			continue
		}
		if n := s.lines(); n > mostFileLines {
			t.Errorf("%s: %d lines, at most %d are allowed: it holds more than one noun", s.path, n, mostFileLines)
		}
		for _, d := range s.ast.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && s.span(f) > mostFunctionLines {
				t.Errorf("%s: %s has %d lines, at most %d are allowed", s.at(f), f.Name.Name, s.span(f), mostFunctionLines)
			}
		}
	}
}

// span returns the number of lines of a node.
func (s source) span(n ast.Node) int {
	return s.pos.Position(n.End()).Line - s.pos.Position(n.Pos()).Line + 1
}

// TestRootIsSmall: questions, the types that answer them, and results fit in few pages. Code that outgrows them belongs
// into internal/engine, or is a question of its own.
func TestRootIsSmall(t *testing.T) {
	all := sources(t)
	files, lines := size(all, func(s source) bool { return s.folder() == "." })
	if names := len(exported(all, ".")); lines > mostRootLines || files > mostRootFiles || names > mostRootNames {
		t.Errorf("%d lines in %d files, %d exported names; allowed are %d, %d and %d", lines, files, names, mostRootLines, mostRootFiles, mostRootNames)
	}
}

// TestKernelIsSmall: kernel is short, since every author of a driver reads it.
func TestKernelIsSmall(t *testing.T) {
	if _, lines := size(sources(t), func(s source) bool { return s.folder() == "kernel" }); lines == 0 || lines > mostKernelLines {
		t.Errorf("%d lines, allowed are %d", lines, mostKernelLines)
	}
}

// TestOpenCLDriverIsSmall: opencl.Driver opens, loads and closes. Other work on a device belongs to its rooms, the
// packages below kernel/opencl/internal.
func TestOpenCLDriverIsSmall(t *testing.T) {
	if n := methods(sources(t), "kernel/opencl", "Driver"); n == 0 || n > mostDriverMethods {
		t.Errorf("%d methods, allowed are %d", n, mostDriverMethods)
	}
}

// methods counts the methods of a type, exported or not.
func methods(all []source, folder, of string) (n int) {
	for _, s := range all {
		if s.folder() != folder || s.test() {
			continue
		}
		for _, d := range s.ast.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && receiver(f) == of {
				n++
			}
		}
	}
	return n
}

// TestModelIsSmall: perfmodel predicts. The parts of a search are estimated in packages below it, and a device is
// measured in one above it.
func TestModelIsSmall(t *testing.T) {
	all := sources(t)
	_, lines := size(all, func(s source) bool { return s.folder() == "perfmodel" })
	if names := exported(all, "perfmodel"); lines == 0 || lines > mostModelLines || len(names) > mostModelNames {
		t.Errorf("%d lines, %d exported names (%s); allowed are %d and %d", lines, len(names), strings.Join(names, " "), mostModelLines, mostModelNames)
	}
}

// TestReadmeIsShort: README.md is read at one sitting. Longer texts belong to the pages of docs.
func TestReadmeIsShort(t *testing.T) {
	if n := bytes.Count(rootPage(t, "README.md"), []byte("\n")); n == 0 || n > mostReadmeLines {
		t.Errorf("%d lines, allowed are %d", n, mostReadmeLines)
	}
}

// releaseHeading begins the section of a release in CHANGELOG.md, such as ## [1.0.0] - 2027-01-31.
var releaseHeading = regexp.MustCompile(`(?m)^## \[?v?\d+\.\d+\.\d+`)

// TestChangelogIsShort: until the first release CHANGELOG.md says only what a user has to know; history and reasons are
// in docs/decisions and in the commits.
func TestChangelogIsShort(t *testing.T) {
	text := rootPage(t, "CHANGELOG.md")
	if releaseHeading.Match(text) {
		return
	}
	if n := bytes.Count(text, []byte("\n")); n == 0 || n > mostChangeLines {
		t.Errorf("%d lines, allowed are %d before the first release", n, mostChangeLines)
	}
}

// rootPage returns the text of a page in the root.
func rootPage(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(root + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestFigures prints the figures that the house limits; make limits shows them.
func TestFigures(t *testing.T) {
	all := sources(t)
	files, lines := size(all, func(s source) bool { return s.folder() == "." })
	t.Logf("root: %d lines in %d files, %d exported names (at most %d, %d and %d)", lines, files, len(exported(all, ".")), mostRootLines, mostRootFiles, mostRootNames)
	_, lines = size(all, func(s source) bool { return s.folder() == "kernel" })
	t.Logf("kernel: %d lines (at most %d)", lines, mostKernelLines)
	t.Logf("opencl.Driver: %d methods (at most %d)", methods(all, "kernel/opencl", "Driver"), mostDriverMethods)
	files, lines = size(all, func(s source) bool { return s.folder() == "perfmodel" })
	t.Logf("perfmodel: %d lines in %d files, %d exported names (at most %d lines and %d names)", lines, files, len(exported(all, "perfmodel")), mostModelLines, mostModelNames)
	files, lines = size(all, func(s source) bool { return s.folder() == "perfmodel/estimate" })
	t.Logf("perfmodel/estimate: %d lines in %d files, %d exported names", lines, files, len(exported(all, "perfmodel/estimate")))
	for name, most := range map[string]int{"README.md": mostReadmeLines, "CHANGELOG.md": mostChangeLines} {
		t.Logf("%s: %d lines (at most %d)", name, bytes.Count(rootPage(t, name), []byte("\n")), most)
	}
	found, words := pointingWords(t)
	t.Logf("pointing words: %d in %d words of comments and docs, %.2f a thousand (at most %.1f)", found, words, 1000*float64(found)/float64(words), mostPointing)
	t.Logf("root's names: %s", strings.Join(exported(all, "."), " "))
}

// size counts the wanted files outside of tests, and their lines.
func size(all []source, wanted func(source) bool) (files, lines int) {
	for _, s := range all {
		if wanted(s) && !s.test() {
			files++
			lines += s.lines()
		}
	}
	return files, lines
}

// exported returns the exported names of a package one by one: types, functions, methods of exported types, variables,
// each constant. Fields count with their type.
func exported(all []source, folder string) (names []string) {
	for _, s := range all {
		if s.folder() != folder || s.test() {
			continue
		}
		for _, d := range s.ast.Decls {
			for _, id := range declared(d) {
				if ast.IsExported(id) {
					names = append(names, id)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names) // a name in files for different systems counts once
}

// declared returns the names that a declaration makes in a package. Methods of exported types come after their type's
// name and a point, methods of other types not at all.
func declared(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		if of := receiver(d); d.Name.IsExported() && ast.IsExported(of) {
			return []string{of + "." + d.Name.Name}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// receiver returns the name of a method's type.
func receiver(f *ast.FuncDecl) (name string) {
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}
