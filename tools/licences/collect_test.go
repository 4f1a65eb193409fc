package licences

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	classifier "github.com/google/licenseclassifier/v2"
	"github.com/google/licenseclassifier/v2/assets"
)

// module is a module that packages were taken from, with its licence files.
type module struct {
	path, version string
	files         map[string]string // contents by name below the module's root
}

// listedPackage is go list's description of a package.
type listedPackage struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// licenceFile matches the file names of licences and notices.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright)([-._].*)?$`)

// byHand has the licences of files that only a person can judge, by module and name: a choice
// between two, and a link to the text beside it.
var byHand = map[string]string{
	"github.com/golang/freetype: LICENSE":        "FTL", // or the GPL; the text is in licenses
	"github.com/ajstarks/svgo: LICENSE-link.txt": "CC-BY-4.0",
}

// chosenTexts lists texts of licences in other files than the licence files.
var chosenTexts = map[string][]string{"github.com/golang/freetype": {"licenses/ftl.txt"}}

// collect adds the modules of packages of flyby's module, and of their imports, as built for a
// system, with the licence files beside the packages and above them.
func collect(t *testing.T, into map[string]*module, row string, arguments ...string) {
	t.Helper()
	collectIn(t, ".", into, row, arguments...)
}

// collectIn is collect for the module in a folder of the repository.
func collectIn(t *testing.T, folder string, into map[string]*module, row string, arguments ...string) {
	t.Helper()
	list := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,Standard,Module"}, arguments...)...)
	goos, goarch, _ := strings.Cut(row, "/")
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	list.Dir = filepath.Join("..", "..", folder)
	var failed bytes.Buffer
	list.Stderr = &failed
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list for %s: %v: %s", row, err, &failed)
	}
	for packages := json.NewDecoder(bytes.NewReader(out)); packages.More(); {
		var p listedPackage
		if err := packages.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if p.Standard || p.Module == nil || p.Module.Main || p.Module.Path == "flyby" {
			continue
		}
		m := into[p.Module.Path]
		if m == nil {
			m = &module{p.Module.Path, p.Module.Version, map[string]string{}}
			into[p.Module.Path] = m
			for _, name := range chosenTexts[m.path] {
				m.read(t, p.Module.Dir, filepath.Join(p.Module.Dir, filepath.FromSlash(name)))
			}
		}
		m.add(t, p.Module.Dir, p.Dir)
	}
}

// add reads the licence files of a folder and of the folders above it, up to the root.
func (m *module) add(t *testing.T, root, folder string) {
	t.Helper()
	for ; strings.HasPrefix(folder, root); folder = filepath.Dir(folder) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Type().IsRegular() && licenceFile.MatchString(e.Name()) && !strings.HasSuffix(e.Name(), ".go") {
				m.read(t, root, filepath.Join(folder, e.Name()))
			}
		}
	}
}

// read reads a licence file of a module whose root is given.
func (m *module) read(t *testing.T, root, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		t.Fatal(err)
	}
	m.files[filepath.ToSlash(name)] = strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
}

// newClassifier returns a classifier of licences by their texts.
func newClassifier(t *testing.T) *classifier.Classifier {
	t.Helper()
	c, err := assets.DefaultClassifier()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// kinds names the licences of a module by their texts, in order; "unknown" with the file for an
// unknown licence, "none" where there is no file.
func (m *module) kinds(known *classifier.Classifier) []string {
	var all []string
	for name, text := range m.files {
		if kind := byHand[m.path+": "+name]; kind != "" {
			all = append(all, kind)
			continue
		}
		licence := strings.HasPrefix(strings.ToLower(filepath.Base(name)), "licen")
		for _, match := range known.Match([]byte(text)).Matches {
			if match.MatchType == "License" || match.MatchType == "Header" {
				all, licence = append(all, match.Name), false
			}
		}
		if licence {
			all = append(all, "unknown ("+name+")")
		}
	}
	if len(all) == 0 {
		all = []string{"none"}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// names returns the names of the licence files, in order.
func (m *module) names() []string {
	var names []string
	for name := range m.files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// write makes the text: the table, then every licence.
func write(all map[string]*module, known *classifier.Classifier) string {
	var paths []string
	for path := range all {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var table, texts strings.Builder
	table.WriteString("What the flyby command is built from, for all systems together, and its licences.\nflyby itself is under the Apache License 2.0.\n\n")
	for _, path := range paths {
		m := all[path]
		fmt.Fprintf(&table, "%s\n", strings.TrimSpace(fmt.Sprintf("%-40s %-42s %s", path, m.version, strings.Join(m.kinds(known), ", "))))
		for _, name := range m.names() {
			fmt.Fprintf(&texts, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 100), path, name, m.files[name])
		}
	}
	return table.String() + texts.String()
}
