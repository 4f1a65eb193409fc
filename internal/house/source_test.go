// Package house holds rules of the whole repository as tests: which package imports which
// (layers_test.go), which packages print, how long files and functions are (limits_test.go), which
// words comments use, that the pages cited by comments exist, and that the names and links of pages
// do (docs_test.go).
//
// A failure names the rule, the place, and the remedy. make limits prints the figures.
package house

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// root is the repository, as seen from this folder.
const root = "../.."

// source is a Go file of the repository, which includes its other modules.
type source struct {
	path string // from the root, with slashes
	ast  *ast.File
	pos  *token.FileSet
	text []byte
}

// folder returns the folder of the file from the root: "." for the root itself.
func (s source) folder() string { return path.Dir(s.path) }

// test reports whether the file is a test's.
func (s source) test() bool { return strings.HasSuffix(s.path, "_test.go") }

// testSupport reports whether the file is in a package below internal/testing, which tests alone import.
func (s source) testSupport() bool { return strings.HasPrefix(s.path, "internal/testing/") }

// lines returns the number of lines of the file.
func (s source) lines() int { return bytes.Count(s.text, []byte("\n")) }

// at returns the place of a node, for messages.
func (s source) at(n ast.Node) string {
	p := s.pos.Position(n.Pos())
	return s.path + ":" + strconv.Itoa(p.Line)
}

// sources returns all Go files, parsed once.
func sources(t *testing.T) []source {
	t.Helper()
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 300 {
		t.Fatalf("%d Go files: this is not the repository", len(all))
	}
	return all
}

var parsed = sync.OnceValues(func() (all []source, err error) {
	err = eachFile(func(name string, text []byte) error {
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		s := source{path: name, pos: token.NewFileSet(), text: text}
		s.ast, err = parser.ParseFile(s.pos, name, text, parser.ParseComments|parser.SkipObjectResolution)
		all = append(all, s)
		return err
	})
	return all, err
})

// eachFile calls f for all files written by hand: for neither test data nor build outputs.
func eachFile(f func(name string, text []byte) error) error {
	return filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && (d.Name() == "testdata" || rel == ".git" || rel == "bin" || rel == "dist"):
			return filepath.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return f(rel, text)
	})
}
