// Package licences tests the licences of all modules that the repository uses: that each is an allowed one, and that the text
// embedded in cmd/flyby is up to date.
package licences

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/licenseclassifier/v2/assets"
)

var rewrite = flag.Bool("rewrite", false, "write licences.txt anew")

// allowed lists the licences under which a dependency may be used and handed on
// with a binary under the Apache License.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "FTL", "ISC", "MIT", "MPL-2.0", "OFL-1.1", "Unlicense", "Zlib"}

// rows lists the systems of docs/platforms.md.
func rows(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "release", "rows.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(text))
}

// TestText wants licences.txt to equal the text made from go.mod.
func TestText(t *testing.T) {
	all := map[string]*module{"Go and its standard library": golang(t)}
	for _, row := range rows(t) {
		collect(t, all, row, "./cmd/flyby")
	}
	want := write(all, newClassifier(t))
	embedded := filepath.Join("..", "..", "cmd", "flyby", "licences.txt")
	if *rewrite {
		if err := os.WriteFile(embedded, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text, err := os.ReadFile(embedded); err != nil || string(text) != want {
		t.Error("licences.txt is not what the modules say: make generate writes it anew")
	}
}

// golang returns the module of Go's own code in every binary.
func golang(t *testing.T) *module {
	t.Helper()
	said, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSpace(string(said))
	m := &module{files: map[string]string{}}
	m.add(t, root, root)
	return m
}

// TestAllowed fails where any package here, tests, tools and the evaluation included,
// uses a module without an allowed licence.
func TestAllowed(t *testing.T) {
	all := map[string]*module{}
	collect(t, all, runtime.GOOS+"/"+runtime.GOARCH, "-test", "./...")
	collectIn(t, "evaluation", all, runtime.GOOS+"/"+runtime.GOARCH, "-test", "./...")
	collectIn(t, "tools", all, runtime.GOOS+"/"+runtime.GOARCH, "-test", "./...")
	for _, row := range rows(t) {
		collect(t, all, row, "./cmd/flyby")
	}
	if len(all) < 20 {
		t.Fatalf("%d modules", len(all))
	}
	classifier := newClassifier(t)
	for path, m := range all {
		for _, kind := range m.kinds(classifier) {
			if !slices.Contains(allowed, kind) {
				t.Errorf("%s %s is under %q, which is not among %v", path, m.version, kind, allowed)
			}
		}
	}
}

// TestKinds wants licences that are not allowed, and unknown ones, to be recognised.
func TestKinds(t *testing.T) {
	classifier := newClassifier(t)
	own, err := os.ReadFile(filepath.Join("..", "..", "LICENSE"))
	if err != nil {
		t.Fatal(err)
	}
	copyleft, err := assets.ReadLicenseFile("License/GPL-3.0/license.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"no file":    {nil, "none"},
		"no licence": {map[string]string{"LICENSE": "All rights reserved. No part may be copied."}, "unknown (LICENSE)"},
		"copyleft":   {map[string]string{"COPYING": string(copyleft)}, "GPL-3.0"},
		"our own":    {map[string]string{"LICENSE": string(own)}, "Apache-2.0"},
		"both":       {map[string]string{"LICENSE": string(own), "lib/COPYING": string(copyleft)}, "Apache-2.0, GPL-3.0"},
	} {
		if got := strings.Join((&module{files: c.files}).kinds(classifier), ", "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
