package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestErrorsBeginWithTheirPackage wants every error of a package of the module that
// begins with a word and a colon to begin with the package's name, or that of a folder
// above it: message takes that word away.
func TestErrorsBeginWithTheirPackage(t *testing.T) {
	errorsSeen := 0
	files := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && isModule(path) && path != "../.." {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if word, ok := firstWord(n); ok {
				errorsSeen++
				name := strings.TrimSuffix(word, ": ")
				if name != file.Name.Name && !slices.Contains(strings.Split(filepath.ToSlash(path), "/"), name) {
					t.Errorf("%s: an error of package %s begins with %q", files.Position(n.Pos()), file.Name.Name, word)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || errorsSeen < 50 {
		t.Errorf("%d errors, %v", errorsSeen, err)
	}
}

// isModule reports whether a folder is a module of its own, whose errors flyby does not
// tell.
func isModule(path string) bool {
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil
}

// firstWord returns what message would take from the error that a call makes of its
// text.
func firstWord(n ast.Node) (word string, ok bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "Errorf" && f.Sel.Name != "New" {
		return "", false
	}
	if of, ok := f.X.(*ast.Ident); !ok || of.Name != "fmt" && of.Name != "errors" {
		return "", false
	}
	literal, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	word = packageName.FindString(text)
	return word, err == nil && word != ""
}

// wrapped is an error of several layers, the outermost first.
func wrapped(layers ...string) error {
	err := errors.New(layers[len(layers)-1])
	for i := len(layers) - 2; i >= 0; i-- {
		err = fmt.Errorf(layers[i], err)
	}
	return err
}

// TestMessage wants messages without the names of packages, wherever one begins, and
// otherwise as they are.
func TestMessage(t *testing.T) {
	for want, err := range map[string]error{
		`open: load: buffer "entries" of 9 bytes: out of memory`: wrapped("flyby: open: %w", "kernel: load: %w", `opencl: buffer "entries" of 9 bytes: %w`, "cl: out of memory"),
		"write a.csv: disk full":                                 wrapped("format: write a.csv: disk full"),
		"device 2: lost (no such device)":                        wrapped("several: device 2: %w", "opencl: lost (%w)", "cl: no such device"),
		"no":                                                     wrapped("format: %w", "trajectory: %w", "baseline: %w", "flyby: no"),
		"a package made later":                                   wrapped("flyby: %w", "encounter7: a package made later"),
		"format.csv:3: column opencl: \"host: x\": no":           wrapped("format.csv:3: column opencl: \"host: x\": no"),
		`a.csv:2: column x: "a: opencl: b": no`:                  wrapped(`a.csv:2: column x: "a: opencl: b": %w`, "opencl: no"),
		`a.csv:2: column x: "opencl: no": no`:                    wrapped(`a.csv:2: column x: "opencl: no": %w`, "opencl: no"),
		"--rows: speed is fine":                                  usage(newApp(t.Context(), streams{}).command(), "--rows: speed is fine"),
	} {
		if got := message(err); got != want {
			t.Errorf("%v: %s, want %s", err, got, want)
		}
	}
	joined := fmt.Errorf("flyby: %w", errors.Join(errors.New("flyby: one"), fmt.Errorf("opencl: %w", errors.New("cl: two"))))
	if got := message(joined); got != "one; two" {
		t.Errorf("joined: %s", got)
	}
}
