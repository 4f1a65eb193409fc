package house

import (
	"go/ast"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestGlossary: a type whose name ends in a word of docs/glossary.md is listed there with that word,
// and each listed type exists. Tests and the evaluation have words of their own.
func TestGlossary(t *testing.T) {
	glossary := words(t)
	found := map[string]bool{}
	for _, s := range sources(t) {
		if s.test() || measures(s.folder()) {
			continue
		}
		for _, name := range typesIn(s) {
			full := path.Base(s.folder()) + "." + name
			found[full] = true
			kept, ok := glossary[lastWord(name)]
			if ok && !slices.Contains(kept, full) {
				t.Errorf("%s: type %s: docs/glossary.md keeps %q for something else, or for no type: say what it is, or list it there",
					s.path, full, lastWord(name))
			}
		}
	}
	for word, kept := range glossary {
		for _, full := range kept {
			if !found[full] || !strings.HasPrefix(lastWord(full), word) {
				t.Errorf("docs/glossary.md: %s is listed with %q, but there is no such type", full, word)
			}
		}
	}
}

// words reads the first table of the glossary: the types of each word.
func words(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(root + "/docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| (\w+) \|(.*)\|(.*)\|$`).FindAllStringSubmatch(string(text), -1) {
		if row[1] == "word" {
			continue
		}
		table[row[1]] = strings.Fields(row[3])
	}
	if len(table) < 20 {
		t.Fatalf("%d words in docs/glossary.md", len(table))
	}
	return table
}

// typesIn returns the names of all types of a file, local ones too.
func typesIn(s source) (names []string) {
	ast.Inspect(s.ast, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			names = append(names, spec.Name.Name)
		}
		return true
	})
	return names
}

// lastWord returns the last word of a name in mixed case, in lower case and the singular.
func lastWord(name string) string {
	all := regexp.MustCompile(`[A-Z]?[a-z0-9]+|[A-Z]+`).FindAllString(name, -1)
	last := strings.ToLower(all[len(all)-1])
	if strings.HasSuffix(last, "ches") {
		return strings.TrimSuffix(last, "es")
	}
	return strings.TrimSuffix(last, "s")
}
