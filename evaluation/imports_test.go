package evaluation

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed is what this module may use of flyby: what is public for everybody, one package of insides, and packages
// that know nothing of flyby.
func allowed() []string {
	return []string{
		"flyby", "flyby/datasets", "flyby/trajectory", "flyby/trajectory/format",
		"flyby/internal/enginetest",
		"flyby/internal/atomicfile", "flyby/internal/memory", "flyby/internal/printable",
	}
}

// TestImports wants no file to know more of flyby than it may.
func TestImports(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		files++
		for _, i := range file.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			ours := name == "flyby" || strings.HasPrefix(name, "flyby/")
			if ours && !strings.HasPrefix(name+"/", "flyby/evaluation/") && !slices.Contains(allowed(), name) {
				t.Errorf("%s imports %s", path, name)
			}
		}
		return nil
	})
	if err != nil || files < 60 {
		t.Errorf("%d files, %v", files, err)
	}
}
