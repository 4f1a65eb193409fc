package house

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// modules are the folders of the repository's modules, by the headings of docs/dependencies.md.
var modules = map[string]string{"flyby": ".", "evaluation": "evaluation", "tools": "tools", "internal/asm": "internal/asm"}

// TestRequirements: docs/dependencies.md gives the reason for each module that a go.mod requires
// directly, and for no other.
func TestRequirements(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "\n## ")[1:] {
		heading, table, _ := strings.Cut(part, "\n")
		folder, ok := modules[heading]
		if !ok {
			t.Errorf("docs/dependencies.md: %q is no module of the repository", heading)
			continue
		}
		var told []string
		for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(table, -1) {
			told = append(told, row[1])
		}
		slices.Sort(told)
		if want := requirements(t, folder); !slices.Equal(told, want) {
			t.Errorf("docs/dependencies.md, %s: %q, but go.mod requires %q", heading, told, want)
		}
	}
	if n := strings.Count(string(text), "\n## "); n != len(modules) {
		t.Errorf("docs/dependencies.md: %d headings, want one for each of %d modules", n, len(modules))
	}
}

// requirements returns the modules, without flyby's, that the module in a folder requires directly,
// in order.
func requirements(t *testing.T, folder string) (paths []string) {
	t.Helper()
	c := exec.Command("go", "mod", "edit", "-json")
	c.Dir = root + "/" + folder
	said, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal(said, &file); err != nil {
		t.Fatal(err)
	}
	for _, r := range file.Require {
		if !r.Indirect && r.Path != module {
			paths = append(paths, r.Path)
		}
	}
	slices.Sort(paths)
	return paths
}
