package main

import (
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

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestErrorsBeginWithTheirPackage: every error of a package of the module that begins with a word and a colon begins with
// the package's name, or the name of a folder above it: cli.Message removes that word.
func TestErrorsBeginWithTheirPackage(on *testing.T) {
	t := beside(on)
	tier.Full(t)
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
				if name != tellerOf(file.Name.Name) && !slices.Contains(strings.Split(filepath.ToSlash(path), "/"), name) {
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

// tellerOf returns the package whose name the errors of a package have: infile and outfile are shared by both packages
// format, input, output, parquet, reading and fileset read and write their formats, clrt and cl are shared by both packages
// opencl, asking has the fields of package question and predict the model of package perfmodel.
func tellerOf(name string) string {
	switch name {
	case "infile", "outfile", "input", "output", "parquet", "reading", "fileset":
		return "format"
	case "clrt", "cl":
		return "opencl"
	case "asking":
		return "question"
	case "predict":
		return "perfmodel"
	}
	return name
}

// isModule reports whether a folder is a module of its own, whose errors flyby does not print.
func isModule(path string) bool {
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil
}

// firstWord returns the word that cli.Message would remove from the error that a call makes from its text.
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
	word = cli.PackageOf(text)
	return word, err == nil && word != ""
}
