package house

import (
	"go/ast"
	"os"
	"slices"
	"strings"
	"testing"
)

// Limits in lines of files and functions outside of tests, and in names: of the root, which is the public API alone, of the driver
// for OpenCL, and of internal/predict, which predicts. No folder or page has a limit in lines: the size of the whole is productTokens.
const (
	mostFileLines     = 400
	mostFunctionLines = 50
	mostRootNames     = 85
	mostDriverMethods = 15
	mostModelNames    = 31
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

// TestRootIsSmall: the root exports questions, the types that answer them, and results. Other code belongs into internal/engine, or
// is a question of its own.
func TestRootIsSmall(t *testing.T) {
	if names := len(exported(sources(t), ".")); names > mostRootNames {
		t.Errorf("%d exported names, allowed are %d", names, mostRootNames)
	}
}

// TestOpenCLDriverIsSmall: opencl.clDriver opens, loads and closes. Other work on a device belongs to its rooms, the
// packages below kernel/opencl/internal.
func TestOpenCLDriverIsSmall(t *testing.T) {
	if n := methods(sources(t), "kernel/opencl", "clDriver"); n == 0 || n > mostDriverMethods {
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

// TestModelIsSmall: internal/predict predicts. The parts of a search are estimated in packages below it, and a device is
// measured in one above it.
func TestModelIsSmall(t *testing.T) {
	if names := exported(sources(t), "internal/predict"); len(names) == 0 || len(names) > mostModelNames {
		t.Errorf("%d exported names (%s), allowed are %d", len(names), strings.Join(names, " "), mostModelNames)
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
