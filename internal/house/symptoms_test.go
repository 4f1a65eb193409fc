package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSymptoms: each message that docs/symptoms.md quotes stands in the sources, or in a transcript of the command; "…" stands for what differs.
func TestSymptoms(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/symptoms.md")
	if err != nil {
		t.Fatal(err)
	}
	var product strings.Builder
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		source := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
		if err != nil || d.IsDir() || !source && !strings.Contains(path, "testdata/transcripts/") {
			return err
		}
		text, err := os.ReadFile(path)
		product.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		found++
		for part := range strings.SplitSeq(row[1], "…") {
			if !strings.Contains(product.String(), strings.TrimSpace(part)) {
				t.Errorf("docs/symptoms.md quotes %q, and neither a source nor a transcript has %q", row[1], strings.TrimSpace(part))
			}
		}
	}
	if found < 20 {
		t.Errorf("%d messages were found", found)
	}
}
