package house

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// commandImports is the number of packages of internal that the command imports: a Go program cannot call them. It falls. It
// rose from 6 when the packages that only this module calls went below internal, so that what is public is small.
const commandImports = 18

// TestCommandImports: a Go program can call the parts of every feature, so the command need not reach into internal.
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

// TestTestSupport: what tests share is no part of the product.
func TestTestSupport(t *testing.T) {
	for _, s := range sources(t) {
		if !s.product() {
			continue
		}
		for _, i := range s.ast.Imports {
			if strings.HasPrefix(i.Path.Value, `"`+module+"/internal/testing/") {
				t.Errorf("%s imports %s, which is for tests", s.at(i), i.Path.Value)
			}
		}
	}
}
