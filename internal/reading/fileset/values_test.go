package fileset

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/reading/parquet"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A valued is a row with two columns of values.
type valued struct {
	ID   string  `parquet:"id"`
	T    float64 `parquet:"t"`
	X    float64 `parquet:"x"`
	Y    float64 `parquet:"y"`
	Sign string  `parquet:"sign"`
	Kind string  `parquet:"kind"`
}

// values are the row's values by column.
func (v *valued) values() map[string]string { return map[string]string{"sign": v.Sign, "kind": v.Kind} }

// signFile makes rows of some trajectories: in order of time but for a few, some at one time, at one place or another, some without values.
func signFile(rng *rand.Rand, rows, late int) (all []valued) {
	now, prefix := map[string]float64{}, []string{"", "o"}[rng.IntN(2)] // ids are integers, or names
	for range rows {
		id := fmt.Sprint(prefix, rng.IntN(3))
		now[id] += float64(rng.IntN(3))
		t := now[id]
		if rng.IntN(100) < late {
			t = float64(rng.IntN(12))
		}
		v := valued{ID: id, T: t, X: t, Sign: []string{"", "A", "B", "C"}[rng.IntN(4)], Kind: "ship " + id}
		if rng.IntN(6) == 0 {
			v.Y = 1
		}
		all = append(all, v)
	}
	return all
}

// followers returns the good rows of a file: all but the rows before a row of their trajectory in time, or beside it.
func followers(file []valued) (good []valued) {
	last := map[string]valued{}
	for _, v := range file {
		before, known := last[v.ID]
		if known && (v.T < before.T || v.T == before.T && (v.X != before.X || v.Y != before.Y)) {
			continue
		}
		good, last[v.ID] = append(good, v), v
	}
	return good
}

// moments puts rows in order of time, and leaves out all but the first of the rows of a trajectory at one time and several places.
func moments(rows []valued) (good []valued) {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b valued) int { return cmp.Compare(a.T, b.T) })
	first := map[string]valued{}
	for _, v := range rows {
		of, known := first[v.ID]
		if known && of.T == v.T && (of.X != v.X || of.Y != v.Y) {
			continue
		}
		if good = append(good, v); !known || of.T != v.T {
			first[v.ID] = v
		}
	}
	return good
}

// valueAt is the value of a trajectory at a time, by a pass over all rows in order of time.
func valueAt(rows []valued, id, column string, t float64) string {
	value, then := "", 0.0
	for _, v := range rows {
		text := v.values()[column]
		switch {
		case v.ID != id || text == "":
		case value == "" || v.T <= t && v.T > then:
			value, then = text, v.T
		}
	}
	return value
}

// wantValues compares attributes with the rows that they come from, at all times of rows and between.
func wantValues(t *testing.T, of string, a *format.Attributes, s *trajectory.Store, rows []valued) {
	t.Helper()
	for _, column := range []string{"sign", "kind"} {
		h := a.History(column, s)
		for traj := range s.Trajectories() {
			id := s.ID(traj)
			first := rows[slices.IndexFunc(rows, func(v valued) bool { return v.ID == id })]
			if got := h.Text(h.First(traj)); got != first.values()[column] {
				t.Fatalf("%s: %s of %s is %q first, want %q", of, column, id, got, first.values()[column])
			}
			for twice := -3; twice < 90; twice++ {
				at := float64(twice) / 2
				if got, want := h.Text(h.At(traj, at)), valueAt(rows, id, column, at); got != want {
					t.Fatalf("%s: %s of %s at %v is %q, want %q; rows: %v", of, column, id, at, got, want, rows)
				}
			}
		}
	}
}

// textOf writes rows as CSV, or with another separator.
func textOf(rows []valued, separator string) string {
	text := strings.Join([]string{"id", "sign", "t", "x", "y", "kind"}, separator) + "\n"
	for _, v := range rows {
		text += strings.Join([]string{v.ID, v.Sign, fmt.Sprint(v.T), fmt.Sprint(v.X), fmt.Sprint(v.Y), v.Kind}, separator) + "\n"
	}
	return text
}

// writeRows writes rows to a file of a format.
func writeRows(t *testing.T, rows []valued, folder, name string) File {
	t.Helper()
	text := textOf(rows, ",")
	if strings.HasSuffix(name, ".parquet") {
		text = formattest.InGroups(t, rows, 7)
	}
	if strings.HasSuffix(name, ".vot") {
		text = `<VOTABLE><RESOURCE><TABLE>`
		for _, field := range []string{`id" datatype="char" arraysize="*`, `t" datatype="double`, `x" datatype="double`, `y" datatype="double`, `sign" datatype="char" arraysize="*`, `kind" datatype="char" arraysize="*`} {
			text += `<FIELD name="` + field + `"/>`
		}
		text += "<DATA><TABLEDATA>"
		for _, v := range rows {
			text += fmt.Sprintf("<TR><TD>%s</TD><TD>%v</TD><TD>%v</TD><TD>%v</TD><TD>%s</TD><TD>%s</TD></TR>", v.ID, v.T, v.X, v.Y, v.Sign, v.Kind)
		}
		text += "</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>"
	}
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return File{Path: path}
}

// TestValuesInTime: a column has at each time the value of the last good row with a value, of rows at one time the first, otherwise that of the first later
// one: of one file and of several, which overlap in time or not, in any order, in three formats.
func TestValuesInTime(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 46))
		late := []int{0, 0, 20, 60}[rng.IntN(4)]
		ending := []string{"csv", "parquet", "vot"}[rng.IntN(3)]
		o := format.Options{Reading: format.Reading{Threads: 1 + rng.IntN(2), SkipBadRows: true}, Attributes: []string{"sign", "lacking", "kind"}, SortTimes: rng.IntN(2) == 0}
		folder := t.TempDir()
		var files []File
		var rows []valued
		for i := range 1 + rng.IntN(3) {
			file := signFile(rng, 1+rng.IntN(30), late)
			if rng.IntN(2) == 0 { // files follow one another
				for k := range file {
					file[k].T, file[k].X = file[k].T+float64(12*i), file[k].X+float64(12*i)
				}
			}
			files = append(files, writeRows(t, file, folder, fmt.Sprintf("%d.%s", i, ending)))
			if !o.SortTimes {
				file = followers(file)
			}
			rows = append(rows, file...)
		}
		rows = moments(rows)
		rows = moments(rows)
		of := fmt.Sprintf("seed %d, %d files %s, sorted %v", seed, len(files), ending, o.SortTimes)
		s, report, err := ReadFiles(t.Context(), files, o)
		if err != nil {
			t.Fatalf("%s: %v", of, err)
		}
		wantValues(t, of, report.Attributes, s, rows)
		_, report, err = ReadFileRows(t.Context(), files, o, passOver)
		if err != nil {
			t.Fatalf("%s: %v", of, err)
		}
		wantValues(t, of+", handed on", report.Attributes, s, rows)
	}
}

// TestValuesOfPipes: rows that come once, in any order, have the values that a file has.
func TestValuesOfPipes(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 47))
		rows := signFile(rng, 30, 50)
		o := format.Options{Reading: format.Reading{SkipBadRows: true, Stdin: io.NopCloser(bytes.NewReader([]byte(textOf(rows, ","))))}, Attributes: []string{"sign", "kind"}, SortTimes: true}
		s, report, err := Read(t.Context(), "-", o)
		if err != nil {
			t.Fatal(err)
		}
		wantValues(t, fmt.Sprint("seed ", seed), report.Attributes, s, moments(rows))
	}
}

// TestValuesOfRowGroups: row groups that are read for ids and times alone have the values of all rows.
func TestValuesOfRowGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 48))
	rows := followers(signFile(rng, 200, 0))
	slices.SortStableFunc(rows, func(a, b valued) int { return cmp.Compare(a.T, b.T) })
	file := writeRows(t, rows, t.TempDir(), "a.parquet")
	o := format.Options{Attributes: []string{"sign", "kind"}}
	s, _, err := Read(t.Context(), file.Path, o)
	if err != nil {
		t.Fatal(err)
	}
	groups, ok := OpenGroups(file.Path, o)
	if !ok {
		t.Fatal("no row groups")
	}
	defer groups.Close() //nolint:errcheck // it was only read
	pick := parquet.Pick{Keys: true, Numbers: true}
	for i := range groups.Len() {
		pick.Groups = append(pick.Groups, i)
	}
	_, report, err := groups.Read(t.Context(), pick, passOver)
	if err != nil {
		t.Fatal(err)
	}
	wantValues(t, "row groups", report.Attributes, s, moments(rows))
}

// TestValuesOfHeldPositions: rows that a preset leaves out, since they repeat a position, have values too, unless the row that they repeat is bad.
func TestValuesOfHeldPositions(t *testing.T) {
	text := "time,icao24,lat,lon,lastposupdate,callsign,geoaltitude,baroaltitude\n"
	for _, row := range []string{"100,a,1,2,100,", "101,a,1,2,100,ONE", "110,a,1,3,110,", "111,a,1,3,110,TWO", "112,a,1,4,105,EARLY", "113,a,1,4,105,EARLY", "120,a,1,5,120,THREE"} {
		text += row + ",9,9\n"
	}
	s, report, err := readText(t, "states.csv", text, format.Options{Reading: format.Reading{SkipBadRows: true}, Attributes: []string{"callsign"}})
	if err != nil || report.Preset.Repeated != 3 || report.Skipped != 1 {
		t.Fatalf("%v, %+v, %d skipped", err, report.Preset, report.Skipped)
	}
	h := report.Attributes.History("callsign", s)
	for at, want := range map[float64]string{99: "ONE", 100: "ONE", 107: "ONE", 110: "TWO", 119: "TWO", 120: "THREE", 999: "THREE"} {
		if got := h.Text(h.At(0, at)); got != want {
			t.Errorf("at %v: %q, want %q", at, got, want)
		}
	}
	if got := report.Attributes.Of("callsign", s)[0]; got != "" {
		t.Errorf("first: %q", got)
	}
}
