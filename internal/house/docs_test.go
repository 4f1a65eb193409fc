package house

import (
	"bytes"
	"cmp"
	"go/ast"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// page is a page of Markdown, without its fenced blocks.
type page struct {
	path, text string
}

// pages returns all pages of the repository.
func pages(t *testing.T) (all []page) {
	t.Helper()
	fences := regexp.MustCompile("(?ms)^```.*?^```$")
	err := eachFile(func(name string, text []byte) error {
		if strings.HasSuffix(name, ".md") {
			all = append(all, page{name, fences.ReplaceAllString(string(text), "")})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Fatalf("%d pages: these are not all", len(all))
	}
	return all
}

// past reports whether a page describes the past, and so may name removed things.
func (p page) past() bool {
	return strings.HasPrefix(p.path, "docs/decisions/") || p.path == "CHANGELOG.md"
}

// TestLinks: every link of a page into the repository leads to a file.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)
	for _, p := range pages(t) {
		for _, found := range link.FindAllStringSubmatch(p.text, -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			if _, err := os.Stat(root + "/" + path.Join(path.Dir(p.path), found[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", p.path, found[1])
			}
		}
	}
}

// TestPictureOfFiles: docs/architecture.md and the package comment of internal/runs have one picture of all files on disk.
func TestPictureOfFiles(t *testing.T) {
	var texts [2]string
	for i, name := range []string{"/docs/architecture.md", "/internal/runs/doc.go"} {
		text, err := os.ReadFile(root + name)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	picture := regexp.MustCompile("(?s)\nwritten by .*?\n```").FindString(texts[0])
	picture = strings.TrimSuffix(picture, "\n```")
	if n := strings.Count(picture, "\n"); n < 20 || !strings.Contains(strings.ReplaceAll(texts[1], "\n//\t", "\n"), picture) {
		t.Errorf("a picture of %d lines, and another one in internal/runs/doc.go", n)
	}
}

// TestNamesInPages: every path, package, type, field, method and test that a page names between backticks exists.
func TestNamesInPages(t *testing.T) {
	there := newNames(t)
	span, named := regexp.MustCompile("`([^`\n]+)`"), 0
	for _, p := range pages(t) {
		if p.past() {
			continue
		}
		for _, found := range span.FindAllStringSubmatch(p.text, -1) {
			known, why := there.check(found[1])
			if why != "" {
				t.Errorf("%s: `%s`: %s", p.path, found[1], why)
			}
			if known {
				named++
			}
		}
	}
	if named < 60 {
		t.Errorf("%d names were found", named)
	}
}

// names are the names that a page may use.
type names struct {
	files    map[string]bool            // files and folders, from the root
	bases    map[string]bool            // last elements of files
	packages map[string]map[string]bool // declarations of each: Name, Type.Field, Type.Method; packages of one name share an entry
	members  map[string]bool            // Type.Field and Type.Method of all packages
	tests    map[string]bool
}

func newNames(t *testing.T) *names {
	t.Helper()
	n := &names{map[string]bool{}, map[string]bool{}, map[string]map[string]bool{}, map[string]bool{}, map[string]bool{}}
	err := eachFile(func(name string, _ []byte) error {
		n.bases[path.Base(name)] = true
		for ; name != "."; name = path.Dir(name) {
			n.files[name] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sources(t) {
		n.add(s)
	}
	return n
}

// add adds the declarations of a file. A test adds itself, and methods of the types that it shows.
func (n *names) add(s source) {
	in := n.packages[s.ast.Name.Name]
	if in == nil {
		in = map[string]bool{}
		n.packages[s.ast.Name.Name] = in
	}
	for _, d := range s.ast.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && s.test() {
			n.tests[f.Name.Name] = true
			if f.Recv != nil {
				n.members[receiver(f)+"."+f.Name.Name] = true
			}
			continue
		}
		for _, name := range append(declaredAll(d), fields(d)...) {
			in[name] = true
			if strings.Contains(name, ".") {
				n.members[name] = true
			}
		}
	}
}

// declaredAll returns the names of declared, and the methods of unexported types.
func declaredAll(d ast.Decl) []string {
	if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
		return []string{receiver(f) + "." + f.Name.Name}
	}
	return declared(d)
}

// fields returns the fields of structs and the methods of interfaces as Type.Field. An embedded type goes by its name.
func fields(d ast.Decl) (all []string) {
	ast.Inspect(d, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		var list *ast.FieldList
		switch of := spec.Type.(type) {
		case *ast.StructType:
			list = of.Fields
		case *ast.InterfaceType:
			list = of.Methods
		default:
			return true
		}
		for _, f := range list.List {
			for _, id := range f.Names {
				all = append(all, spec.Name.Name+"."+id.Name)
			}
		}
		return true
	})
	return all
}

var (
	pathLike = regexp.MustCompile(`^(flyby/)?\.?[a-z]\w*(/[\w.-]+)+/?$`)
	fileLike = regexp.MustCompile(`^\w+\.(go|cl|ci|md|sh)$`)
	nameLike = regexp.MustCompile(`^([a-z]\w*)\.([A-Z]\w*(\.[A-Z]\w*)?)(\(.*\))?$`)
	ownLike  = regexp.MustCompile(`^[A-Z]\w*\.[A-Za-z]\w*$`)
	testLike = regexp.MustCompile(`^(Test|Fuzz|Benchmark|Example)[A-Z]\w*$`)
)

// check reports whether a text between backticks is a name of the repository's, and why it does not exist: "" where it
// does, or where the text is no such name.
func (n *names) check(text string) (known bool, why string) {
	switch {
	case pathLike.MatchString(text):
		at := strings.TrimSuffix(strings.TrimPrefix(text, "flyby/"), "/")
		if first, _, _ := strings.Cut(at, "/"); n.files[first] && !n.files[at] {
			return true, "there is no such file or folder"
		}
		return n.files[at], ""
	case fileLike.MatchString(text):
		if !n.bases[text] {
			return true, "there is no such file"
		}
	case testLike.MatchString(text):
		if !n.tests[text] {
			return true, "there is no such test"
		}
	case nameLike.MatchString(text):
		parts := nameLike.FindStringSubmatch(text)
		in := n.packages[parts[1]]
		if in != nil && !in[parts[2]] {
			return true, "package " + parts[1] + " declares no " + parts[2]
		}
		return in != nil, ""
	case ownLike.MatchString(text):
		if !n.members[text] {
			return true, "no type of that name has it"
		}
	default:
		return false, ""
	}
	return true, ""
}

// TestFuzzTargetsAreListed: docs/testing.md names every fuzz target.
func TestFuzzTargetsAreListed(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range newNames(t).tests {
		if strings.HasPrefix(name, "Fuzz") && !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/testing.md does not name %s", name)
		}
	}
}

// TestDecisions: each decision states below its title whether it holds.
func TestDecisions(t *testing.T) {
	status, found := regexp.MustCompile(`\A# \d{4}:? .*\n\nStatus: (accepted|superseded)`), 0
	for _, p := range pages(t) {
		if path.Dir(p.path) != "docs/decisions" || path.Base(p.path) == "README.md" {
			continue
		}
		found++
		if !status.MatchString(p.text) {
			t.Errorf("%s: its title is not followed by its status", p.path)
		}
	}
	if found < 15 {
		t.Errorf("%d decisions were found", found)
	}
}

// TestIndex: docs/README.md leads to every page below docs, by docs/decisions/README.md to decisions.
func TestIndex(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/README.md")
	decisions, err2 := os.ReadFile(root + "/docs/decisions/README.md")
	if err := cmp.Or(err, err2); err != nil {
		t.Fatal(err)
	}
	text = append(text, bytes.ReplaceAll(decisions, []byte("]("), []byte("](decisions/"))...)
	for _, p := range pages(t) {
		name, below := strings.CutPrefix(p.path, "docs/")
		if !below || name == "decisions/README.md" || name == "README.md" || strings.HasPrefix(name, "evaluation/") && name != "evaluation/README.md" {
			continue
		}
		if !strings.Contains(string(text), "]("+name+")") {
			t.Errorf("docs/README.md does not lead to %s", p.path)
		}
	}
}

// TestArchitectureNamesLayers: docs/architecture.md describes every layer, below the layers that it may import.
func TestArchitectureNamesLayers(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## 5. ")
	line := func(name string) int { return strings.Index(table, "\n| `"+name+"`") }
	for _, l := range layers {
		if l.name == "internal/testing/cltest" || l.name == "cmd/flyby" { // on the line of another layer
			continue
		}
		at := line(l.name)
		if at < 0 {
			t.Errorf("docs/architecture.md §5 has no line for %s", l.name)
		}
		for _, name := range strings.Fields(l.imports) {
			if line(name) > at {
				t.Errorf("docs/architecture.md §5: %s may import %s, which stands below it", l.name, name)
			}
		}
	}
}
