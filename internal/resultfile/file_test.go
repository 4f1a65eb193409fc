package resultfile

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write makes a file.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// gzipped returns a text packed by gzip.
func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rowsOf reads all rows of a file, as "number: fields".
func rowsOf(path string, columns ...string) (rows []string, err error) {
	for row, err := range newFile("", path).Rows(context.Background(), columns) {
		if err != nil {
			return rows, err
		}
		rows = append(rows, strings.Join(row.Fields, "|"))
		if row.Number != len(rows) {
			rows = append(rows, "a wrong number")
		}
	}
	return rows, nil
}

// TestResultRows reads the columns that are asked for, in whatever order the file has them.
func TestResultRows(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		name, text string
		columns    []string
		want       []string
		wrong      string
	}{
		{"plain.csv", "a,b,c\n1,2,3\n4,5,6\n", []string{"c", "a"}, []string{"3|1", "6|4"}, ""},
		{"quoted.csv", "a,b\n\"x, y\",1\n\"two\nlines\",2\n\"a \"\"b\"\"\",3\n", []string{"a", "b"}, []string{"x, y|1", "two\nlines|2", `a "b"|3`}, ""},
		{"header.csv", "a,b\n", []string{"a"}, nil, ""},
		{"empty.csv", "", []string{"a"}, nil, ""},
		{"missing.csv", "a,b\n1,2\n", []string{"c"}, nil, "missing.csv: row 1: no column c"},
		{"short.csv", "a,b\n1,2\n3\n", []string{"b"}, []string{"2"}, "short.csv: row 2: "},
		{"plain.ndjson", `{"a":1,"b":"x"}` + "\n" + `{"b":"y","a":2.50}` + "\n", []string{"b", "a"}, []string{"x|1", "y|2.50"}, ""},
		{"null.ndjson", `{"a":null,"b":"\u00e9\n"}` + "\n", []string{"a", "b"}, []string{"|é\n"}, ""},
		{"empty.ndjson", "", []string{"a"}, nil, ""},
		{"missing.jsonl", `{"a":1}` + "\n" + `{"b":1}` + "\n", []string{"a"}, []string{"1"}, "missing.jsonl: row 2: no key a"},
		{"broken.ndjson", `{"a":1}` + "\n" + `{"a":`, []string{"a"}, []string{"1"}, "broken.ndjson: row 2: "},
		{"list.ndjson", `[1,2]` + "\n", []string{"a"}, nil, "list.ndjson: row 1: "},
		{"packed.csv.gz", gzipped(t, "a,b\n1,2\n"), []string{"b"}, []string{"2"}, ""},
		{"PACKED.NDJSON.GZ", gzipped(t, `{"a":7}`), []string{"a"}, []string{"7"}, ""},
		{"cut.csv.gz", gzipped(t, "a,b\n1,2\n")[:20], []string{"b"}, []string{"2"}, "cut.csv.gz: row 2: unexpected EOF"},
		{"two.geojson", `{"type":"FeatureCollection","features":[` + "\n" + `{"geometry":{"coordinates":[1.5,2],"type":"Point"},"type":"Feature","properties":{"a":1,"b":null}},` + "\n" +
			`{"properties":{"b":"x","a":2},"type":"Feature","geometry":{"type":"Point","coordinates":[3,4,5]}}` + "\n]}\n", []string{"a", "b", "coordinates[1]"}, []string{"1||2", "2|x|4"}, ""},
		{"none.geojson", `{"features":[],"type":"FeatureCollection"}`, []string{"a"}, nil, ""},
		{"cut.geojson", `{"type":"FeatureCollection","features":[{"properties":{"a":1}},`, []string{"a"}, []string{"1"}, "cut.geojson: row 2: unexpected EOF"},
		{"open.geojson", `{"type":"FeatureCollection","features":[{"properties":{"a":1}}]`, []string{"a"}, []string{"1"}, "open.geojson: row 2: unexpected EOF"},
		{"after.geojson", `{"features":[{"properties":{"a":1}}],"bbox":[1,2]} {}`, []string{"a"}, []string{"1"}, "after.geojson: row 2: something after its end"},
		{"bare.geojson", `{"features":[{"geometry":null}]}`, []string{"a"}, nil, "bare.geojson: row 1: a feature without properties"},
		{"flat.geojson", `{"features":[{"geometry":null,"properties":{}}]}`, []string{"coordinates[0]"}, nil, "flat.geojson: row 1: no key coordinates[0]"},
		{"list.geojson", `[1]`, []string{"a"}, nil, "list.geojson: row 1: no list of features"},
		{"point.geojson", `{"type":"Feature","properties":{"a":1}}`, []string{"a"}, nil, "point.geojson: row 1: no list of features"},
		{"odd.geojson", `{"features":7}`, []string{"a"}, nil, "odd.geojson: row 1: no list of features"},
		{"empty.geojson", "", []string{"a"}, nil, "empty.geojson: row 1: unexpected EOF"},
		{"no.parquet", "PAR1", []string{"a"}, nil, "no.parquet: not a complete Parquet file"},
		{"not.csv.gz", "a,b\n1,2\n3,4\n", []string{"b"}, nil, "not.csv.gz: not a gzip archive"},
	} {
		write(t, c.name, c.text)
		rows, err := rowsOf(c.name, c.columns...)
		if !slices.Equal(rows, c.want) {
			t.Errorf("%s: rows %q, want %q", c.name, rows, c.want)
		}
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.wrong)
		}
	}
	if _, err := rowsOf("absent.csv", "a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// TestResultColumns: the columns are the names of the header, or the keys of the first object.
func TestResultColumns(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ name, text, want, wrong string }{
		{"a.csv", "query_traj,entry_traj\n1,2\n", "entry_traj query_traj", ""},
		{"b.ndjson", `{"b":1,"a":2}` + "\n", "a b", ""},
		{"last.ndjson", `{"a":2}`, "a", ""},
		{"none.ndjson", "", "", ""},
		{"blank.ndjson", "\n", "", ""},
		{"none.csv", "", "", "none.csv: empty file"},
		{"broken.ndjson", "{\n", "", "unexpected EOF"},
	} {
		write(t, c.name, c.text)
		columns, err := newFile("", c.name).columns()
		slices.Sort(columns)
		if got := strings.Join(columns, " "); got != c.want {
			t.Errorf("%s: columns %q, want %q", c.name, got, c.want)
		}
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.wrong)
		}
	}
}

// TestResultOfOthers: only OpenAny opens files of clusters and groups.
func TestResultOfOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, columns := range map[string]string{"clusters": "id,label,kind\n", "groups": "group,t_start,t_end,size\n"} {
		write(t, name+".csv", columns)
		if f, err := OpenAny("", name+".csv"); err != nil || f.Level() != Level(name) {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
		if _, err := OpenIn("", name+".csv"); !errors.Is(err, ErrNoResult) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestResultLevel tells hits from encounters, and both from other files.
func TestResultLevel(t *testing.T) {
	for columns, want := range map[string]string{
		"query_traj query_seg entry_traj entry_seg t_enter t_exit":            "hits",
		"query_traj entry_traj t_enter t_exit t_closest d_min v_closest open": "encounters",
		"entry_traj open t_enter query_traj":                                  "encounters",
		"query_traj entry_traj encounters duration t_first t_last":            "pairs",
		"id label kind":            "clusters",
		"id eps minpts label kind": "clusters",
		"group t_start t_end size": "groups",
		"group t size traj_id":     "groups",
		"traj_id t x y":            "",
		"query_traj":               "",
		"":                         "",
	} {
		level, err := levelOf(strings.Fields(columns))
		if string(level) != want || (err == nil) != (want != "") {
			t.Errorf("%q: level %q, error %v", columns, level, err)
		}
	}
}

// TestSameField: two texts of one number are the same, a text of the next number is not.
func TestSameField(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"", "", true}, {"1", "1", true}, {"1", "1.0", true}, {"1e-3", "0.001", true}, {"0", "-0", false},
		{"0.1", "0.10000000000000001", true}, {"0.1", "0.10000000000000002", false}, {"", "0", false},
		{"2024-05-01T12:00:00.25Z", "1714564800.25", true}, {"1714564800.25", "2024-05-01T12:00:00Z", false}, {"car", "car", true}, {"car", "Car", false}, {"2024-05-01T12:00:00Z", "2024-05-01T12:00:00.0000001Z", false},
		{"NaN", "nan", false}, {"start", "", false}, {"9007199254740993", "9007199254740992", true},
	} {
		if got := SameField(c.a, c.b); got != c.same || SameField(c.b, c.a) != c.same {
			t.Errorf("%q and %q: the same: %t", c.a, c.b, got)
		}
	}
}

// FuzzResultRows: any file of results is read or refused, and each row has as many fields as columns were
// asked for.
func FuzzResultRows(f *testing.F) {
	f.Add("query_traj,entry_traj\n1,2\n", "r.csv")
	f.Add("query_traj,entry_traj\n\"1,2\n", "r.csv")
	f.Add(`{"query_traj":1,"entry_traj":"a"}`+"\n", "r.ndjson")
	f.Add(`{"query_traj":{},"entry_traj":[1]}`, "r.jsonl")
	f.Add("\x1f\x8b\x08", "r.csv.gz")
	f.Add(`{"features":[{"geometry":{"coordinates":[1,2]},"properties":{"query_traj":1,"entry_traj":null}}]}`, "r.geojson")
	f.Add("\x28\xb5\x2f\xfd", "r.ndjson.zst")
	f.Fuzz(func(t *testing.T, text, name string) {
		if !slices.Contains([]string{"r.csv", "r.ndjson", "r.jsonl", "r.csv.gz", "r.ndjson.zst", "r.geojson"}, name) {
			return
		}
		path := filepath.Join(t.TempDir(), name)
		write(t, path, text)
		file := newFile("", path)
		columns, err := file.columns()
		if err == nil {
			levelOf(columns) //nolint:errcheck // the error does not matter
		}
		for row, err := range file.Rows(context.Background(), []string{"query_traj", "entry_traj"}) {
			if err == nil && len(row.Fields) != 2 {
				t.Fatalf("row %d has fields %q", row.Number, row.Fields)
			}
		}
	})
}
