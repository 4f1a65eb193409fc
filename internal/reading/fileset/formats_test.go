package fileset

import (
	"context"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// TestAddFormatErrors: an error in a file of an added format has its line, and the format is named in lists of names.
func TestAddFormatErrors(t *testing.T) {
	all := append(Formats().All, formattest.Positions())
	for text, want := range map[string]string{
		"a 0 1 2\na 0 1 3\n": `p.pos:2: column t: "0": repeated time within its trajectory`,
		"a 0 1 2\nb 0 1\n":   "p.pos:2: 3 fields, want 4",
		"":                   "p.pos: no rows",
	} {
		if _, _, err := readTextAs(t, "p.pos", text, reading.Options{Formats: all}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if got, want := formatsOf(&reading.Options{Formats: all}).Known(), ", .pos; all but .parquet and .arrows also with .gz or .zst, .zip of such files; - for CSV"; !strings.HasPrefix(got, ".csv, ") || !strings.HasSuffix(got, want) {
		t.Errorf("known: %s, which should end in %s", got, want)
	}
	if _, _, err := Read(context.Background(), "p.pos", format.Options{}); err == nil || !strings.Contains(err.Error(), "unknown extension") {
		t.Errorf("without the format: %v", err)
	}
}

// TestAddFormatRows: the codec of an added format gives trajectories, with the rules of all formats, and docs/add-a-format.md shows it as it is.
func TestAddFormatRows(t *testing.T) {
	all := append(Formats().All, formattest.Positions())
	const rows = "a 0 1 2\nb 0 5 6\na 1 1.5 2\n"
	where := []format.Condition{{Column: "x", Operator: "<", Value: "3"}}
	for _, c := range []struct {
		text, want string
		format.Options
	}{
		{rows, "a,0,1,2\na,1,1.5,2\nb,0,5,6\n", format.Options{}},
		{rows + "b 1\nb 1 x 6\n", "a,0,1,2\na,1,1.5,2\nb,0,5,6\n", format.Options{Reading: format.Reading{SkipBadRows: true}}},
		{rows, "a,0,1,2\na,1,1.5,2\n", format.Options{Reading: format.Reading{Where: where}}},
	} {
		s, _, err := readTextAs(t, "p.pos", c.text, reading.Options{Options: c.Options, Formats: all})
		if err != nil || dump(t, s) != c.want {
			t.Errorf("%q: %v, %v, want %q", c.text, err, s, c.want)
		}
	}
	source, err := os.ReadFile("../../../internal/testing/formattest/positions.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/add-a-format.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, code, ok := strings.Cut(string(source), "// openPositions "); !ok || !strings.Contains(string(page), "```go\n// openPositions "+code+"```\n") {
		t.Error("docs/add-a-format.md shows another codec than formattest/positions.go has")
	}
}

// tables returns the formats for all uses.
func tables() []reading.Formats {
	return []reading.Formats{Formats(), output.Written(reading.StoreOutput), output.Written(reading.ResultOutput), output.Written(reading.TableOutput)}
}

// TestFormats wants extensions that no two formats or packings share, so that a name has
// one meaning, and "-" to be a format for every use.
func TestFormats(t *testing.T) {
	owner := map[string]string{}
	claim := func(name, ext string) {
		if other, taken := owner[ext]; taken || ext != strings.ToLower(ext) || ext[0] != '.' {
			t.Errorf("extension %q of %s, of %s too", ext, name, other)
		}
		owner[ext] = name
	}
	read := map[string]reading.Format{}
	for _, f := range Formats().All {
		for _, ext := range f.Extensions {
			claim(f.Name, ext)
		}
		if read[f.Name] = f; f.Read == nil && f.Codec == nil {
			t.Errorf("%s is not read", f.Name)
		}
	}
	for _, f := range output.Written(reading.ResultOutput).All {
		of, isRead := read[f.Name]
		if !isRead {
			for _, ext := range f.Extensions {
				claim(f.Name, ext)
			}
		} else if !slices.Equal(f.Extensions, of.Extensions) || f.Magic != of.Magic || f.Packed != of.Packed {
			t.Errorf("%s is written as %v, and read as %v", f.Name, f, of)
		}
		if f.Stores && !isRead {
			t.Errorf("%s is written as trajectories, and not read", f.Name)
		}
	}
	for _, p := range infile.Packings() {
		claim(p.Name, p.Extension)
	}
	for _, all := range tables() {
		if f, ok := all.Choose("-", ""); !ok || f.Name != "CSV" {
			t.Errorf("- for use %d: %v, %v", all.Use, f.Name, ok)
		}
		for _, ext := range all.Extensions() {
			if f, ok := all.Choose("x"+strings.ToUpper(ext), ""); !ok {
				t.Errorf("%s for use %d: %v, %v", ext, all.Use, f.Name, ok)
			}
		}
	}
}

// TestSniffTable wants every magic of the table to be recognised in a file that should be
// text, with what to do about it.
func TestSniffTable(t *testing.T) {
	for _, p := range infile.Packings() {
		if got, want := infile.Sniff([]byte(p.Magic+"..."), signs()), "a "+p.Name+" archive, which is read from a file whose name ends in "+p.Extension; got != want {
			t.Errorf("%s: %q, want %q", p.Name, got, want)
		}
	}
	for _, f := range Formats().All {
		if f.Magic == "" {
			continue
		}
		if got, want := infile.Sniff([]byte(f.Magic+"..."), signs()), f.Name+" data, which is read from a file whose name ends in "+f.Extensions[0]; got != want {
			t.Errorf("%s: %q, want %q", f.Name, got, want)
		}
	}
}

// TestPackageComment wants the package comment and docs/add-a-format.md to have every
// extension of the table.
func TestPackageComment(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../../trajectory/format/doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/add-a-format.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, all := range tables() {
		for _, ext := range all.Extensions() {
			for _, p := range infile.Packings() {
				ext = strings.TrimSuffix(ext, p.Extension)
			}
			for where, text := range map[string]string{"doc.go": file.Doc.Text(), "docs/add-a-format.md": string(page)} {
				if !strings.Contains(text, ext) {
					t.Errorf("%s is not in %s", ext, where)
				}
			}
		}
	}
}

// TestReadOnlyExtensions wants names that are read as CSV, and files of these names refused for writing.
func TestReadOnlyExtensions(t *testing.T) {
	for path, want := range map[string]string{
		"a.tsv": "CSV", "a.TXT.gz": "CSV", "a": "CSV", "b.c/a.zst": "CSV",
		"a.pos": "", ".": "", "a.": "", "/": "", "a.b/": "",
	} {
		f, ok := Formats().Choose(path, "")
		if f.Name != want || ok != (want != "") {
			t.Errorf("%s: %q, %v, want %q", path, f.Name, ok, want)
		}
		if f, ok := output.Written(reading.ResultOutput).Choose(path, ""); ok {
			t.Errorf("%s may be written as %s", path, f.Name)
		}
	}
}

// TestChooseByWord: a word counts where the end of a path says no format, and may say a packing of what is read.
func TestChooseByWord(t *testing.T) {
	read, written := Formats(), output.Written(reading.ResultOutput)
	for _, c := range []struct {
		all                       reading.Formats
		path, word, want, packing string
	}{
		{read, "-", "Parquet", "Parquet", ""}, {read, "-", "tsv.GZ", "CSV", "gzip"}, {read, "-", "parquet.gz", "", ""}, {read, "-", "gz", "", ""},
		{read, "/dev/fd/5", "gpx", "GPX", ""}, {read, "a", "ecsv.zst", "ECSV", "zstd"}, {read, "a.zst", "ecsv.gz", "ECSV", ""}, {read, "a.gz", "arrow", "", ""},
		{read, "a.dat", "csv", "CSV", ""}, {read, "a.plt", "csv.gz", "PLT", ""}, {read, "a.dat", "dat", "", ""},
		{written, "-", "ndjson", "NDJSON", ""}, {written, "-", "csv.gz", "", ""}, {written, "a", "", "", ""}, {written, "a.gz", "jsonl", "NDJSON", ""},
	} {
		f, ok := c.all.Choose(c.path, c.word)
		if ok != (c.want != "") || ok && (f.Name != c.want || f.Packing != c.packing) {
			t.Errorf("%s as %q: %q, %q, %v, want %q, %q", c.path, c.word, f.Name, f.Packing, ok, c.want, c.packing)
		}
	}
}
