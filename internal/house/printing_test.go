package house

import (
	"go/ast"
	"strings"
	"testing"
)

// prints reports whether a package may write to the standard output: a command, in internal too, and
// the evaluation.
func prints(s source) bool {
	return s.ast.Name.Name == "main" || measures(s.folder())
}

// printers are the functions that write without being handed a writer: whole packages under their
// own name, else functions and variables.
var printers = map[string][]string{
	"fmt": {"Print", "Printf", "Println"},
	"os":  {"Stdout", "Stderr"},
	"log": {"Print", "Printf", "Println", "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"},
}

// TestNothingPrints: a package writes to the writer that it is handed, or to a logger; commands
// print. The tracing of OpenCL's calls, which is built with a tag of its own, writes to the standard
// error.
func TestNothingPrints(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() || prints(s) || s.path == "internal/cl/library.go" {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok && printer(e) {
				t.Errorf("%s: prints: return it, take an io.Writer, or log it", s.at(n))
			}
			if c, ok := n.(*ast.CallExpr); ok && built(c) {
				t.Errorf("%s: the built-in print is for debugging", s.at(n))
			}
			return true
		})
	}
}

func printer(e *ast.SelectorExpr) bool {
	p, ok := e.X.(*ast.Ident)
	if !ok {
		return false
	}
	for _, name := range printers[p.Name] {
		if name == e.Sel.Name {
			return true
		}
	}
	return false
}

func built(c *ast.CallExpr) bool {
	f, ok := c.Fun.(*ast.Ident)
	return ok && strings.HasPrefix(f.Name, "print") && (f.Name == "print" || f.Name == "println")
}
