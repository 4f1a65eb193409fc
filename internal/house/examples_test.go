package house

import (
	"go/ast"
	"strings"
	"testing"
)

// TestExamples: each function and each type of the root has an Example of its own, and each
// constant and variable is used in one.
func TestExamples(t *testing.T) {
	of, used := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		if s.folder() == "." && s.test() {
			note(s, of, used)
		}
	}
	if len(of) < 5 {
		t.Fatalf("%d examples", len(of))
	}
	for _, s := range sources(t) {
		if s.folder() != "." || s.test() {
			continue
		}
		for _, d := range s.ast.Decls {
			for _, name := range declared(d) {
				if !ast.IsExported(name) || strings.Contains(name, ".") {
					continue // methods are shown with their types
				}
				if !of[name] && !(used[name] && values(d)) {
					t.Errorf("%s: %s has no Example", s.at(d), name)
				}
			}
		}
	}
}

// values reports whether a declaration is of constants or variables.
func values(d ast.Decl) bool {
	g, ok := d.(*ast.GenDecl)
	if !ok || len(g.Specs) == 0 {
		return false
	}
	_, ok = g.Specs[0].(*ast.ValueSpec)
	return ok
}

// note records the names that a file's examples show, and the names that they use.
func note(s source, of, used map[string]bool) {
	for _, d := range s.ast.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Example") {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(f.Name.Name, "Example"), "_")
		of[name] = true
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok {
				if p, ok := e.X.(*ast.Ident); ok && p.Name == module {
					used[e.Sel.Name] = true
				}
			}
			return true
		})
	}
}
