package house

import (
	"go/ast"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rootEntries returns the names of the folders and of the files in the root, without hidden ones.
func rootEntries(t *testing.T) (folders, files []string) {
	t.Helper()
	err := eachFile(func(name string, _ []byte) error {
		if first, _, below := strings.Cut(name, "/"); strings.HasPrefix(first, ".") {
			return nil
		} else if below {
			folders = append(folders, first)
		} else {
			files = append(files, first)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(folders)
	return slices.Compact(folders), files
}

// TestFoldersAreOnTheMap: docs/architecture.md has a line for each folder of the root, and the first paragraph of the folder's doc.go
// names a package that imports it.
func TestFoldersAreOnTheMap(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| folder |")
	table, _, _ = strings.Cut(table, "\n\n")
	var mapped []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|").FindAllStringSubmatch(table, -1) {
		for name := range strings.SplitSeq(row[1], ", ") {
			mapped = append(mapped, strings.Trim(name, "`"))
		}
	}
	folders, _ := rootEntries(t)
	for _, name := range folders {
		if !slices.Contains(mapped, name) {
			t.Errorf("docs/architecture.md: the folder %s is not in the table of folders", name)
		}
	}
	for _, name := range mapped {
		if name != "." && !slices.Contains(folders, name) {
			t.Errorf("docs/architecture.md: there is no folder %s", name)
		}
	}
	all := sources(t)
	for _, s := range all {
		name, ok := strings.CutSuffix(s.path, "/doc.go")
		if !ok || !slices.Contains(folders, name) {
			continue
		}
		if !namesCaller(all, s, name) {
			t.Errorf("%s: the first paragraph names no package that imports %s", s.path, name)
		}
	}
}

// namesCaller reports whether the first paragraph of the comment of a package names another package that imports it.
func namesCaller(all []source, doc source, name string) bool {
	said, _, _ := strings.Cut(doc.ast.Doc.Text(), "\n\n")
	said = joined(said)
	return slices.ContainsFunc(all, func(s source) bool {
		uses := !s.test() && slices.ContainsFunc(s.ast.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"`+module+"/"+name+`"` })
		caller := regexp.QuoteMeta(s.folder())
		if caller == `\.` {
			caller = "flyby"
		}
		return uses && s.folder() != name && regexp.MustCompile(`(^|[ (,])`+caller+`\b`).MatchString(strings.TrimPrefix(said, "Package "+name))
	})
}
