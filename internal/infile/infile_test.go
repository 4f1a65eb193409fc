package infile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/decimal"
)

// TestErrorText: the place of an error comes first, then the column and the value, without characters
// that would move a cursor.
func TestErrorText(t *testing.T) {
	for _, c := range []struct {
		e    Error
		want string
	}{
		{Error{File: "a.csv", Cause: "empty file"}, "a.csv: empty file"},
		{Error{File: "a.csv", Line: 17, Column: "x", Value: "abc", Cause: "not a number"}, `a.csv:17: column x: "abc": not a number`},
		{Error{File: "a.parquet", Row: 4, Group: 2, Cause: "late"}, "a.parquet: row 4 (row group 1): late"},
		{Error{File: "a.fits", Record: 4, Cause: "late"}, "a.fits: row 4: late"},
		{Error{File: "a.npy", Index: 1, Column: "x2", Value: "NaN", Cause: "not finite"}, `a.npy: row 0: column x2: "NaN": not finite`},
		{Error{File: "a\x1b[2J", Cause: "b\n"}, `a\x1b[2J: b\n`},
		{Error{File: "a", Column: "x", Value: strings.Repeat("é", 40), Cause: "long"}, `a: column x: "` + strings.Repeat("é", 30) + `...": long`},
	} {
		if got := c.e.Error(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if cause := errors.New("why"); !errors.Is(&Error{Err: cause}, cause) {
		t.Error("the cause is lost")
	}
	if _, err := decimal.Parse("x"); Inner(err) != "not a number" || Inner(io.EOF) != "EOF" {
		t.Error("causes")
	}
}

// TestListOfNames: long lists are cut, long names too.
func TestListOfNames(t *testing.T) {
	names := slices.Repeat([]string{"n"}, 31)
	if got := List(names); !strings.HasSuffix(got, `"n", ... (31 in all)`) || strings.Count(got, `"n"`) != 30 {
		t.Error(got)
	}
	if got := List([]string{"a", "b,"}); got != `"a", "b,"` {
		t.Error(got)
	}
	var reasons []string
	for range MostReasons + 2 {
		reasons = AddReason(reasons, &Error{File: "f", Cause: "c"})
	}
	if len(reasons) != MostReasons {
		t.Error(reasons)
	}
}

// TestSniff: data that are not text are called by the name of their kind.
func TestSniff(t *testing.T) {
	signs := []Sign{{"PAR1", "a table"}}
	for head, want := range map[string]string{
		"x,y\n1,2\n": "", "": "", "PA": "", "PAR1...": "a table", "a\x00b": "binary data or UTF-16, not UTF-8 text",
		"\xff\xfea": "UTF-16 text; convert it to UTF-8", "\x1f\x8b\x08": "a gzip archive, which is read from a file whose name ends in .gz",
	} {
		if got := Sniff([]byte(head), signs); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
	for path, want := range map[string][2]string{"a.csv.GZ": {"a.csv", "gzip"}, "a.zst": {"a", "zstd"}, "a.csv": {"a.csv", ""}, ".gz": {"", "gzip"}} {
		if base, packing := CutPacking(path); base != want[0] || packing != want[1] {
			t.Errorf("%s: %q, %q", path, base, packing)
		}
	}
}

// TestEndsIn: in whatever case, and none where a name has no point.
func TestEndsIn(t *testing.T) {
	for _, c := range []struct {
		path, ext string
		want      bool
	}{{"a.CSV", ".csv", true}, {"a.csv", ".npy", false}, {"a", "", true}, {"b.d/a", "", true}, {"a.b", "", false}, {"/", "", false}} {
		if got := EndsIn(c.path, c.ext); got != c.want {
			t.Errorf("%s, %q: %t", c.path, c.ext, got)
		}
	}
}

// TestColumns: mappings and their errors, and the names of a header.
func TestColumns(t *testing.T) {
	known := func(key string) bool { return key == "id" || key == "t" }
	for text, want := range map[string]string{
		"": "", "id=a": "", "id=a,t=b c": "", "id": `format: columns "id": "id" is not of the form key=name`,
		"t=a,t=b": `format: columns "t=a,t=b": key t twice`, "q=a": `format: columns: unknown key "q" (known: id, t)`,
		"id=": "format: columns: no name for id", "t=a,id=a": `format: columns: id and t are both "a"`,
	} {
		m, err := ParseColumns(text)
		if err == nil {
			err = CheckColumns(m, known, "id, t")
		}
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if m, _ := ParseColumns("id=a,t=b c"); len(m) != 2 || m["id"] != "a" || m["t"] != "b c" {
		t.Error(m)
	}
	if names := Names([][]byte{[]byte(" a "), nil, []byte("b c\t")}); len(names) != 3 || names[0] != "a" || names[1] != "" || names[2] != "b c" {
		t.Errorf("%q", names)
	}
}

// TestLineMap: rows lead to their lines, wherever lines are passed over, in maps that are joined too.
func TestLineMap(t *testing.T) {
	lines := []int{2, 3, 4, 7, 8, 20, 21, 22}
	var whole, first, second LineMap
	for row, line := range lines {
		whole.Add(row, line)
		if row < 3 {
			first.Add(row, line)
		} else {
			second.Add(row-3, line-5)
		}
	}
	first.AddAll(second, 3, 5)
	for row, line := range lines {
		if whole.Line(row) != line || first.Line(row) != line {
			t.Errorf("row %d: lines %d and %d, want %d", row, whole.Line(row), first.Line(row), line)
		}
	}
	if len(whole) != 3 || len(first) != 3 {
		t.Errorf("%d and %d entries for three runs of lines", len(whole), len(first))
	}
	var even LineMap
	for row := range 300 { // on one line, then two lines each
		even.Add(row, 1+2*max(0, row-99))
	}
	if len(even) != 2 || even.Line(50) != 1 || even.Line(100) != 3 || even.Line(299) != 401 {
		t.Errorf("%v", even)
	}
}

// TestIntegers: only canonical decimals are integers.
func TestIntegers(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "-1": -1, "9223372036854775807": 1<<63 - 1, "-9223372036854775808": -1 << 63} {
		if v, ok := ParseInt(text); !ok || v != want {
			t.Errorf("%s: %d, %t", text, v, ok)
		}
	}
	for _, text := range []string{"", "-", "+1", "01", "-0", "1.", "9223372036854775808", "-9223372036854775809", "1 ", "a", "99999999999999999999"} {
		if v, ok := ParseInt(text); ok {
			t.Errorf("%q is %d", text, v)
		}
	}
}

// counted is a block that counts its records.
type counted struct {
	Block
	records []string
}

func (c *counted) Records() *Block { return &c.Block }
func (c *counted) Reset()          { c.Block.Reset(); c.records = nil }

// TestPipeline: records come in order, whole, however small blocks are and whatever is quoted, with many
// threads; an error of merging ends the reading.
func TestPipeline(t *testing.T) {
	var text strings.Builder
	for row := range 500 {
		fmt.Fprintf(&text, "%d;\"a\n;%d\"\n", row, row)
	}
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("# first\nn;s\n"+text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	for _, size := range []int{1, 20, 300, 1 << 20} {
		for _, most := range []int{500, 100} {
			src := &Source{}
			if err := src.Open(path, nil); err != nil {
				t.Fatal(err)
			}
			cut := NewSplitter(src, size, nil)
			first := &counted{Block: *NewBlock(size)}
			err := cut.Begin(&first.Block)
			if err != nil && err != io.EOF {
				t.Fatal(err)
			}
			at, _ := AfterComments(first.Text)
			at, _ = RecordEnd(first.Text, at, ';', true)
			cut.Behind(&first.Block, at, 2, ';', err)
			n := 0
			err = Pipeline[*counted]{
				Threads: 3,
				New:     func(size int) *counted { return &counted{Block: *NewBlock(size)} },
				Parser: func() func(*counted) {
					return func(c *counted) {
						for at := 0; at < len(c.Text); {
							next, _ := RecordEnd(c.Text, at, cut.Separator(), true)
							fields, cause := SplitRecord(nil, Chomp(c.Text[at:next]), ';')
							c.records = append(c.records, cause+string(fields[0])+string(fields[1]))
							at = next
						}
					}
				},
				Merge: func(c *counted) error {
					for _, record := range c.records {
						if want := fmt.Sprintf("%da\n;%d", n, n); record != want {
							t.Errorf("record %d: %q", n, record)
						}
						if n++; n > most {
							return failed
						}
					}
					return nil
				},
			}.Run(context.Background(), cut, first)
			src.Close()
			if most == 500 && (err != nil || n != 500) || most < 500 && err != failed {
				t.Errorf("blocks of %d: %d records, %v", size, n, err)
			}
		}
	}
}

// TestOpenRefuses: folders, missing files, and no standard input are errors.
func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	for path, want := range map[string]string{
		"-":                         "format: read -: there is no standard input",
		folder:                      "format: read " + folder + ": is a folder",
		filepath.Join(folder, "no"): "format: read: open ",
	} {
		if err := new(Source).Open(path, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
