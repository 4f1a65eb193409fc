package house

import (
	"go/ast"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mostPublicNames bounds the exported types, functions, constants and variables that another module can import, without methods and fields, and
// mostPublicPackages the packages that declare them.
const (
	mostPublicNames    = 464
	mostPublicPackages = 25
)

// public reports whether another module can import the file's package.
func (s source) public() bool {
	command := strings.HasPrefix(s.path, "cmd/") || strings.HasPrefix(s.path, "docs/")
	return s.product() && !command && !strings.Contains("/"+s.path, "/internal/")
}

// publicNames returns the exported names of each package that another module can import, without methods.
func publicNames(all []source) map[string][]string {
	names := map[string][]string{}
	for _, s := range all {
		if s.public() {
			names[s.folder()] = nil
		}
	}
	for folder := range names {
		names[folder] = slices.DeleteFunc(exported(all, folder), func(name string) bool { return strings.Contains(name, ".") })
	}
	return names
}

// count returns the number of names of all packages.
func count(names map[string][]string) (n int) {
	for _, of := range names {
		n += len(of)
	}
	return n
}

// TestPublicNames: what another module can import stays small. A name that one package alone uses is its own, a function of a type is its
// method, and what only this module calls is below internal.
func TestPublicNames(t *testing.T) {
	names := publicNames(sources(t))
	if n := count(names); n > mostPublicNames || len(names) > mostPublicPackages {
		t.Errorf("%d exported names in %d packages, allowed are %d in %d", n, len(names), mostPublicNames, mostPublicPackages)
	}
}

// logNames prints the number of exported names of each public package.
func logNames(t *testing.T, all []source) {
	names := publicNames(all)
	t.Logf("public names: %d in %d packages (at most %d in %d)", count(names), len(names), mostPublicNames, mostPublicPackages)
	for _, folder := range slices.Sorted(maps.Keys(names)) {
		t.Logf("public names: %d %s", len(names[folder]), folder)
	}
}

// listedPackage is a row of the table of packages in docs/fields/go.md.
var listedPackage = regexp.MustCompile("(?m)^\\| `(flyby[a-z0-9/]*)` \\| [^|]*\\. \\|$")

// TestPublicPackagesAreListed: docs/fields/go.md lists each public package once, with one sentence, and no other.
func TestPublicPackagesAreListed(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/fields/go.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed, public []string
	for _, row := range listedPackage.FindAllSubmatch(page, -1) {
		listed = append(listed, string(row[1]))
	}
	for folder := range publicNames(sources(t)) {
		if folder == "." {
			public = append(public, module)
		} else {
			public = append(public, module+"/"+folder)
		}
	}
	slices.Sort(listed)
	slices.Sort(public)
	if !slices.Equal(listed, public) {
		t.Errorf("docs/fields/go.md lists %v, want %v", listed, public)
	}
}

// leaks are the public declarations that name a type of an internal package, or packages that do, each with its reason.
var leaks = map[string]string{
	". MemoryError":               "an alias: the memory of all packages is one quota's, whose error it is",
	". Method.About":              "what a method says of itself is declared by the drivers of points, whose contract is internal",
	". PointMethods":              "as Method.About",
	". Progress":                  "an alias of what the engine tells",
	". Zones.Opened":              "for package job, whose rows have the ids and the attributes of zones",
	"binindex Builder":            "its threads are a pool of the module",
	"group Search.ConvoysInSlabs": "for data in slabs, which the module alone reads",
	"job Job.Pair":                "for package slabs, whose pairs of slabs are internal",
	"job Job.Tune":                "for the command tune",
	"job Job.Zones":               "for the command visits, which tells what was made of zones",
	"kernel Hits":                 "its Budget is the quota of the search",
	"kernel/host Driver.Pool":     "its threads are a pool of the module, which joins of points share",
	"points/format":               "the readers' workshop",
	"report":                      "its pages are made in report/internal/page",
	"serve Config":                "access to a server is internal/door",
	"trajectory/format":           "the readers' workshop",
	"trajectory/input":            "the readers' workshop",
	"trajectory/output":           "the writers' workshop",
}

// TestPublicTypes: an exported declaration of a public package names in its signature and its exported fields no type of an internal package, which
// another module could not name. leaks has the exceptions.
func TestPublicTypes(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sources(t) {
		if !s.public() || s.generated() {
			continue
		}
		for _, d := range s.ast.Decls {
			name := s.folder() + " " + strings.Join(declared(d), " ")
			for _, of := range internalTypes(s, d) {
				seen[name], seen[s.folder()] = true, true
				if leaks[name] == "" && leaks[s.folder()] == "" {
					t.Errorf("%s: %s names %s, which no other module can", s.at(d), name, of)
				}
			}
		}
	}
	for name := range leaks {
		if !seen[name] {
			t.Errorf("%s names no internal type any more: take it out of leaks", name)
		}
	}
}

// internalTypes returns the types of internal packages in the public part of a declaration.
func internalTypes(s source, d ast.Decl) (found []string) {
	internal := map[string]bool{}
	for _, i := range s.ast.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err != nil || !strings.HasPrefix(path, module+"/") || !strings.Contains(path, "/internal/") {
			continue
		}
		name := path[strings.LastIndex(path, "/")+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		internal[name] = true
	}
	for _, n := range publicParts(d) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				return len(n.Names) == 0 || slices.ContainsFunc(n.Names, func(id *ast.Ident) bool { return id.IsExported() })
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok && internal[of.Name] {
					found = append(found, of.Name+"."+n.Sel.Name)
				}
			}
			return true
		})
	}
	return found
}

// publicParts returns the types of an exported declaration: of a function its parameters and results one by one, since their names are not exported.
func publicParts(d ast.Decl) (all []ast.Node) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() || d.Recv != nil && !ast.IsExported(receiver(d)) {
			return nil
		}
		for _, list := range []*ast.FieldList{d.Type.Params, d.Type.Results} {
			if list == nil {
				continue
			}
			for _, f := range list.List {
				all = append(all, f.Type)
			}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() && d.Tok == token.TYPE {
					all = append(all, spec.Type)
				}
			case *ast.ValueSpec:
				if spec.Type != nil && spec.Names[0].IsExported() {
					all = append(all, spec.Type)
				}
			}
		}
	}
	return all
}
