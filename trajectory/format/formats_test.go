package format

import (
	"bufio"
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"flyby/internal/infile"
	"flyby/internal/outfile"
	"flyby/trajectory"
)

// positions is a format that flyby has not: a line "id t x y" for each sample, packed or not.
// docs/add-a-format.md follows it.
func positions() Format {
	return Format{
		Name: "positions", Extensions: []string{".pos"}, Packed: true, About: "id, time and place, a line each",
		read: readPositions, written: true, stores: true,
	}
}

func readPositions(_ context.Context, src *infile.Source, o *Options) (*parsed, error) {
	p := &parsed{place: func(row int) Error { return Error{File: src.Name, Line: row + 1} }}
	var cause string
	if p.layout, cause = o.find([]string{"id", "t", "x", "y"}); cause != "" {
		return nil, &Error{File: src.Name, Line: 1, Cause: cause}
	}
	var names []string
	c := &p.columns
	lines := bufio.NewScanner(src.Data)
	for lines.Scan() {
		p.rows++
		var name string
		var t, x, y float64
		if _, err := fmt.Sscan(lines.Text(), &name, &t, &x, &y); err != nil {
			return nil, &Error{File: src.Name, Line: p.rows, Cause: "not an id and three numbers", Err: err}
		}
		names = append(names, name)
		c.T, c.X, c.Y = append(c.T, t), append(c.X, x), append(c.Y, y)
	}
	if err := lines.Err(); err != nil {
		return nil, src.Broken(err)
	}
	c.ID = trajectory.Names(names)
	return p, nil
}

// A positionSink writes rows as they come.
type positionSink struct {
	out     *outfile.File
	columns []outColumn
}

func writePositions(out *outfile.File, c content, _ means) sink { return &positionSink{out, c.columns} }

func (s *positionSink) write(n int) error {
	var text []byte
	for row := range n {
		for _, c := range s.columns {
			text = append(c.referenceValue(text, row, false, false), ' ')
		}
		text[len(text)-1] = '\n'
	}
	_, err := s.out.Write(text)
	return err
}

func (s *positionSink) finish() error { return nil }
func (s *positionSink) abandon()      {}

func (s *positionSink) atWork() time.Duration { return 0 }
func (s *positionSink) memory() uint64        { return 0 }

// TestAddFormat adds a format by one value each for reading and writing: it is read and written, packed too, and it is not what
// "-" is.
func TestAddFormat(t *testing.T) {
	all := append(Formats(), positions())
	want := randomStore(t, 4, 5, storeKind{flat: true, times: timeSeconds, names: false})
	for _, name := range []string{"p.pos", "P.POS", "p.pos.gz", "p.pos.zst"} {
		path := filepath.Join(t.TempDir(), name)
		if err := WriteStore(context.Background(), path, want, WriteOptions{formats: append(writables(), writable{positions(), writePositions})}); err != nil {
			t.Fatal(err)
		}
		got, report, err := Read(context.Background(), path, Options{formats: all})
		if err != nil || report.Rows != want.Samples() {
			t.Fatalf("%s: %v, %+v", name, err, report)
		}
		if got.Samples() != want.Samples() || got.Trajectories() != want.Trajectories() || got.Extent() != want.Extent() {
			t.Errorf("%s: %d samples, %v, want %d, %v", name, got.Samples(), got.Extent(), want.Samples(), want.Extent())
		}
	}
}

// TestAddFormatErrors: what is wrong in a file of a format that one value adds has its line, and the format is named where names are
// listed.
func TestAddFormatErrors(t *testing.T) {
	all := append(Formats(), positions())
	for text, want := range map[string]string{
		"a 0 1 2\na 0 1 3\n": `p.pos:2: column t: "0": repeated time within its trajectory`,
		"a 0 1 2\nb 0 1\n":   "p.pos:2: not an id and three numbers",
		"":                   "p.pos: no rows",
	} {
		if _, _, err := readText(t, "p.pos", text, Options{formats: all}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if got, want := Known(all, Input), ", .pos; all but .parquet also with .gz or .zst, .zip of such files; - for CSV"; !strings.HasPrefix(got, ".csv, ") || !strings.HasSuffix(got, want) {
		t.Errorf("known: %s, which should end in %s", got, want)
	}
	if _, _, err := Read(context.Background(), "p.pos", Options{}); err == nil || !strings.Contains(err.Error(), "unknown extension") {
		t.Errorf("without the format: %v", err)
	}
}

// served returns the formats that are there for a use.
func served(u Use) []Format {
	if u == Input {
		return Formats()
	}
	return Written()
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
	read := map[string]Format{}
	for _, f := range Formats() {
		for _, ext := range f.Extensions {
			claim(f.Name, ext)
		}
		if read[f.Name] = f; !f.Serves(Input) {
			t.Errorf("%s is not read", f.Name)
		}
	}
	for _, f := range Written() {
		of, isRead := read[f.Name]
		if !isRead {
			for _, ext := range f.Extensions {
				claim(f.Name, ext)
			}
		} else if !slices.Equal(f.Extensions, of.Extensions) || f.Magic != of.Magic || f.Packed != of.Packed {
			t.Errorf("%s is written as %v, and read as %v", f.Name, f, of)
		}
		if !f.Serves(ResultOutput) || f.Serves(StoreOutput) && !isRead {
			t.Errorf("%s is not written, or written as trajectories and not read", f.Name)
		}
	}
	for _, p := range Packings() {
		claim(p.Name, p.Extension)
	}
	for _, u := range []Use{Input, StoreOutput, ResultOutput, TableOutput} {
		if f, ok := Find(served(u), "-", u); !ok || f.Name != "CSV" {
			t.Errorf("- for use %d: %v, %v", u, f.Name, ok)
		}
		for _, ext := range Extensions(served(u), u) {
			if f, ok := Find(served(u), "x"+strings.ToUpper(ext), u); !ok || !f.Serves(u) {
				t.Errorf("%s for use %d: %v, %v", ext, u, f.Name, ok)
			}
		}
	}
}

// TestSniffTable wants every magic of the table to be recognised in a file that should be
// text, with what to do about it.
func TestSniffTable(t *testing.T) {
	for _, p := range Packings() {
		if got, want := infile.Sniff([]byte(p.Magic+"..."), signs()), "a "+p.Name+" archive, which is read from a file whose name ends in "+p.Extension; got != want {
			t.Errorf("%s: %q, want %q", p.Name, got, want)
		}
	}
	for _, f := range Formats() {
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
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/add-a-format.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range []Use{Input, StoreOutput, ResultOutput, TableOutput} {
		for _, ext := range Extensions(served(u), u) {
			for _, p := range Packings() {
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

// TestReadOnlyExtensions wants names that are read as CSV, and none of them to be written.
func TestReadOnlyExtensions(t *testing.T) {
	for path, want := range map[string]string{
		"a.tsv": "CSV", "a.TXT.gz": "CSV", "a": "CSV", "b.c/a.zst": "CSV",
		"a.pos": "", ".": "", "a.": "", "/": "", "a.b/": "",
	} {
		f, ok := Find(Formats(), path, Input)
		if f.Name != want || ok != (want != "") {
			t.Errorf("%s: %q, %v, want %q", path, f.Name, ok, want)
		}
		if f, ok := Find(Written(), path, ResultOutput); ok {
			t.Errorf("%s may be written as %s", path, f.Name)
		}
	}
}
