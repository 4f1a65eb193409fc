package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"testing"
)

// arrows are the uses between the files of a folder: from a file to each other file that declares a function, type, variable,
// constant or method which the file names.
type arrows map[string]map[string]bool

// folderArrows returns the arrows of each folder of the product. A selector counts as a method where one file alone declares a
// method of the name, and no struct of the folder has a field of it.
func folderArrows(all []source) (map[string]arrows, error) {
	files := map[string][]*ast.File{}
	names := map[*ast.File]string{}
	for _, s := range all {
		if !s.product() || s.generated() {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), s.path, s.text, 0) // resolves names within the file
		if err != nil {
			return nil, err
		}
		files[s.folder()] = append(files[s.folder()], f)
		names[f] = s.path
	}
	folders := map[string]arrows{}
	for folder, fs := range files {
		folders[folder] = arrowsOf(fs, names)
	}
	return folders, nil
}

// arrowsOf returns the arrows between the files of a package.
func arrowsOf(files []*ast.File, names map[*ast.File]string) arrows {
	at, methods := declarers(files)
	uses := arrows{}
	for _, f := range files {
		from := names[f]
		uses[from] = map[string]bool{}
		add := func(to *ast.File) {
			if to != nil && to != f {
				uses[from][names[to]] = true
			}
		}
		for _, id := range f.Unresolved {
			add(at[id.Name])
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				add(methods[sel.Sel.Name])
			}
			return true
		})
	}
	return uses
}

// declarers returns the file that declares each name of a package, and each method's name; nil for a name of several files or
// of a field.
func declarers(files []*ast.File) (at, methods map[string]*ast.File) {
	at, methods = map[string]*ast.File{}, map[string]*ast.File{}
	for _, f := range files {
		for _, d := range f.Decls {
			if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil {
				if old, ok := methods[m.Name.Name]; ok && old != f {
					methods[m.Name.Name] = nil
				} else {
					methods[m.Name.Name] = f
				}
				continue
			}
			for _, name := range declared(d) {
				at[name] = f
			}
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.StructType); ok {
				for _, field := range s.Fields.List {
					for _, id := range field.Names {
						methods[id.Name] = nil
					}
				}
			}
			return true
		})
	}
	return at, methods
}

// count returns the number of arrows, and how many of them climb: lead to a file that stands before their own in the order that
// has few such arrows, found by the greedy rule of Eades, Lin and Smyth (1993). A folder that reads from top to bottom has none.
func (a arrows) count() (n, climbing int) {
	place := map[string]int{}
	for i, name := range a.order() {
		place[name] = i
	}
	for from, to := range a {
		for name := range to {
			n++
			if place[name] < place[from] {
				climbing++
			}
		}
	}
	return n, climbing
}

// order returns the files, users first: files that nothing left uses go to the front, files that use nothing left to the back, and
// where there is neither, the file with the most uses more than users goes to the front.
func (a arrows) order() []string {
	left := slices.Sorted(maps.Keys(a))
	var front, back []string
	for len(left) > 0 {
		best, surplus, sink := 0, -len(a)-1, false
		for i, name := range left {
			out, in := a.degrees(name, left)
			if out == 0 {
				best, sink = i, true
				break
			}
			if in == 0 {
				out = len(a)
			}
			if out-in > surplus {
				best, surplus = i, out-in
			}
		}
		if sink {
			back = append(back, left[best])
		} else {
			front = append(front, left[best])
		}
		left = slices.Delete(left, best, best+1)
	}
	slices.Reverse(back)
	return append(front, back...)
}

// degrees returns how many of some files a file uses, and how many use it.
func (a arrows) degrees(name string, among []string) (out, in int) {
	for _, other := range among {
		if a[name][other] {
			out++
		}
		if a[other][name] {
			in++
		}
	}
	return out, in
}

// logArrows prints the folders with many arrows, and the share that climbs.
func logArrows(t *testing.T, all []source) {
	t.Helper()
	folders, err := folderArrows(all)
	if err != nil {
		t.Fatal(err)
	}
	total, climbing := 0, 0
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		n, up := folders[folder].count()
		total, climbing = total+n, climbing+up
		if n >= 60 {
			t.Logf("arrows of %s: %s", folder, share(up, n))
		}
	}
	t.Logf("arrows between files of one folder, all: %s", share(climbing, total))
}

// share says a part of a number, and its share.
func share(part, of int) string {
	return fmt.Sprintf("%d of %d climb, %.0f %%", part, of, 100*float64(part)/float64(max(of, 1)))
}

// TestArrows: a circle of three files has one climbing arrow, a chain has none.
func TestArrows(t *testing.T) {
	to := func(names ...string) map[string]bool {
		set := map[string]bool{}
		for _, name := range names {
			set[name] = true
		}
		return set
	}
	for _, c := range []struct {
		name        string
		a           arrows
		n, climbing int
	}{
		{"chain", arrows{"a": to("b", "c"), "b": to("c"), "c": to()}, 3, 0},
		{"circle", arrows{"a": to("b"), "b": to("c"), "c": to("a")}, 3, 1},
		{"two files of each other", arrows{"a": to("b"), "b": to("a")}, 2, 1},
	} {
		if n, climbing := c.a.count(); n != c.n || climbing != c.climbing {
			t.Errorf("%s: %d of %d arrows climb, want %d of %d", c.name, climbing, n, c.climbing, c.n)
		}
	}
}
