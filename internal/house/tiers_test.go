package house

import (
	"go/ast"
	"path"
	"strings"
	"testing"
)

// TestTiers: each test is of one tier and has one size. A test that make quick leaves out calls tier.Full, and a file with the build
// tag long has _long_ in its name, by which .ci/long finds it.
func TestTiers(t *testing.T) {
	long := 0
	for _, s := range sources(t) {
		tagged := strings.HasPrefix(string(s.text), "//go:build long\n")
		if named := strings.Contains(path.Base(s.path), "_long_"); tagged != named {
			t.Errorf("%s: its tag is long: %v; its name has _long_: %v", s.path, tagged, named)
		}
		if tagged {
			long++
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok && call.Sel.Name == "Short" && s.folder() != "internal/tier" {
				if of, ok := call.X.(*ast.Ident); ok && of.Name == "testing" {
					t.Errorf("%s: testing.Short: call tier.Full, or give the test one size", s.at(call))
				}
			}
			return true
		})
	}
	if long < 10 {
		t.Errorf("%d files with the build tag long", long)
	}
}
