package fileset

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/output"
	"flyby/internal/parquet"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

const (
	unitless = "id,t,x,y\n1,0,0,0\n1,1,1,1\n1,5,2,2\n"
	stamped  = "id,t,lon,lat\n1,2024-05-01T00:00:00Z,0,0\n1,2024-05-01T00:00:01Z,0,1e-3\n"
	fcdText  = `<fcd-export><timestep time="0"><vehicle id="a" x="1" y="2"/></timestep></fcd-export>`
)

// daysText returns a FITS table of days.
func daysText() string {
	return strings.ReplaceAll(fitsFile(fitsTable{cards: starColumns("TIMESYS = 'TDB'"), rows: stars()}.bytes()), "'Myr'", "'d'  ")
}

// TestUnitsOfFiles: Options.Units adds units that a file does not have, and may not contradict the file's, as a whole and
// row by row.
func TestUnitsOfFiles(t *testing.T) {
	lonLat := format.Options{Reading: format.Reading{LonLat: true}}
	for _, c := range []struct {
		name, text string
		o          format.Options
		given      format.Units
		want       format.Units
		fail       string
	}{
		{"a.csv", unitless, format.Options{}, format.Units{}, format.Units{}, ""},
		{"a.csv", unitless, format.Options{}, format.Units{Length: "kpc", Time: "Myr"}, format.Units{Length: "kpc", Time: "Myr"}, ""},
		{"a.csv", unitless, format.Options{}, format.Units{Time: "mjd"}, format.Units{Time: "mjd"}, ""},
		{"a.csv", stamped, lonLat, format.Units{}, format.Units{Length: "m", Time: "s"}, ""},
		{"a.csv", stamped, lonLat, format.Units{Length: "m", Time: "s"}, format.Units{Length: "m", Time: "s"}, ""},
		{"a.csv", stamped, lonLat, format.Units{Length: "km"}, format.Units{}, "a.csv: lengths are in m, and --units says km; of heights alone --units z=km says it"},
		{"a.csv", stamped, lonLat, format.Units{Time: "jd"}, format.Units{}, "a.csv: times are in s, and --units says jd"},
		{"a.fcd.xml", fcdText, format.Options{}, format.Units{}, format.Units{Length: "m", Time: "s"}, ""},
		{"a.fcd.xml", fcdText, format.Options{}, format.Units{Length: "m", Time: "min"}, format.Units{}, "a.fcd.xml: times are in s, and --units says min"},
		{"a.fits", daysText(), format.Options{}, format.Units{}, format.Units{Length: "kpc", Time: "d", Scale: "TDB"}, ""},
		{"a.fits", daysText(), format.Options{}, format.Units{Time: "mjd"}, format.Units{Length: "kpc", Time: "mjd", Scale: "TDB"}, ""},
		{"a.fits", daysText(), format.Options{}, format.Units{Length: "pc", Time: "d"}, format.Units{}, "a.fits: lengths are in kpc, and --units says pc"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		o := c.o
		o.Units = c.given
		_, whole, err := Read(context.Background(), path, o)
		var taken format.Units
		_, rows, again := ReadRows(context.Background(), path, o, func(r *reading.Rows, _ func(*trajectory.RowError) error) error {
			taken = r.Units
			return nil
		})
		if c.fail != "" {
			if err == nil || again == nil || !strings.HasSuffix(err.Error(), c.fail) || err.Error() != again.Error() {
				t.Errorf("%s with %+v: %v, %v, want %s", c.name, c.given, err, again, c.fail)
			}
			continue
		}
		if err != nil || again != nil || whole.Units != c.want || rows.Units != c.want || taken != c.want {
			t.Errorf("%s with %+v: %+v, %+v, %+v, %v, %v, want %+v", c.name, c.given, whole.Units, rows.Units, taken, err, again, c.want)
		}
	}
}

// TestUnitsKnown: the caller sets gaps in the units of the file, or ends the reading.
func TestUnitsKnown(t *testing.T) {
	o := format.Options{Units: format.Units{Time: "h"}, UnitsKnown: func(file string, u format.Units, o *format.Options) error {
		if filepath.Base(file) != "a.csv" || u != (format.Units{Time: "h"}) {
			t.Errorf("%s has %+v", file, u)
		}
		o.MaxGap = 2
		return nil
	}}
	s, _, err := readText(t, "a.csv", unitless, o)
	if err != nil || s.Segments() != 2 {
		t.Fatalf("%v segments, %v: the gap of 4 h is none", s.Segments(), err)
	}
	stop := errors.New("no such unit")
	o.UnitsKnown = func(string, format.Units, *format.Options) error { return stop }
	if _, _, err := readText(t, "a.csv", unitless, o); !errors.Is(err, stop) {
		t.Errorf("%v, want %v", err, stop)
	}
}

// TestUnitsDiffer: labels are compared as units where they name units.
func TestUnitsDiffer(t *testing.T) {
	for _, c := range []struct {
		a, b               format.Units
		what, mine, others string
	}{
		{format.Units{}, format.Units{Length: "m", Time: "s", Scale: "TDB"}, "", "", ""},
		{format.Units{Length: "kpc"}, format.Units{Length: "pc"}, "lengths", "kpc", "pc"},
		{format.Units{Length: "au", Time: "a"}, format.Units{Length: "AU", Time: "yr"}, "", "", ""},
		{format.Units{Length: "solRad"}, format.Units{Length: "solRad"}, "", "", ""},
		{format.Units{Time: "d"}, format.Units{Time: "mjd"}, "times", "d", "mjd"},
		{format.Units{Scale: "TT"}, format.Units{Scale: "TDB"}, "time scales", "TT", "TDB"},
	} {
		what, mine, others := c.a.Differ(c.b)
		back, theirs, own := c.b.Differ(c.a)
		if what != c.what || mine != c.mine || others != c.others || back != what || theirs != others || own != mine {
			t.Errorf("%+v, %+v: %s, %s, %s, and the other way %s, %s, %s", c.a, c.b, what, mine, others, back, theirs, own)
		}
	}
	if got := (format.Units{Length: "m"}).Or(format.Units{Length: "km", Time: "s", Scale: "GPS"}); got != (format.Units{Length: "m", Time: "s", Scale: "GPS"}) {
		t.Errorf("%+v", got)
	}
}

// noted returns a value of a Parquet file's metadata.
func noted(t *testing.T, path, key string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquetgo.OpenFile(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	value, _ := f.Lookup(key)
	return value
}

// TestUnitsInParquet: units go into the metadata of a written file, a unit a column, and read back.
func TestUnitsInParquet(t *testing.T) {
	store := func(text string, o format.Options) *trajectory.Store {
		s, _, err := readText(t, "a.csv", text, o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	early := store("id,t,x,y\n1,1970-01-01T00:00:00Z,0,0\n", format.Options{})
	parsecs := format.Units{Length: "kpc", Time: "Myr", Scale: "TDB"}
	for _, c := range []struct {
		name                       string
		store                      *trajectory.Store
		units, back                format.Units
		written, found, hits, when string
	}{
		{"nothing is known", store(unitless, format.Options{}), format.Units{}, format.Units{}, "", "", "", ""},
		{"stars", store(unitless, format.Options{}), parsecs, parsecs, `{"t":"Myr","x":"kpc","y":"kpc"}`,
			`{"t_enter":"Myr","t_exit":"Myr","t_closest":"Myr","d_min":"kpc","v_closest":"kpc/Myr"}`, `{"t_enter":"Myr","t_exit":"Myr"}`, "TDB"},
		{"dates", store("id,t,x,y,z,r\n1,0,0,0,0,1\n", format.Options{}), format.Units{Length: "AU", Time: "mjd"}, format.Units{Length: "AU", Time: "mjd"},
			`{"t":"mjd","x":"AU","y":"AU","z":"AU","r":"AU"}`, `{"t_enter":"mjd","t_exit":"mjd","t_closest":"mjd","d_min":"AU","v_closest":"AU/d"}`, `{"t_enter":"mjd","t_exit":"mjd"}`, ""},
		{"ships", store(stamped, format.Options{Reading: format.Reading{LonLat: true}}), format.Units{}, format.Units{Length: "m", Time: "s"}, `{"x":"m","y":"m","z":"m"}`, `{"d_min":"m","v_closest":"m/s"}`, "", ""},
		{"stamps as seconds", early, format.Units{Length: "ft"}, format.Units{Length: "ft", Time: "s"}, `{"x":"ft","y":"ft"}`,
			`{"t_enter":"s","t_exit":"s","t_closest":"s","d_min":"ft","v_closest":"ft/s"}`, `{"t_enter":"s","t_exit":"s"}`, ""},
		{"signs", store(unitless, format.Options{}), format.Units{Length: `a"b`}, format.Units{Length: `a"b`}, `{"x":"a\"b","y":"a\"b"}`, `{"d_min":"a\"b"}`, "", ""},
	} {
		folder, o := t.TempDir(), output.WriteOptions{Units: c.units}
		path := filepath.Join(folder, "store.parquet")
		if err := output.WriteStore(context.Background(), path, c.store, o); err != nil {
			t.Fatal(err)
		}
		if got := noted(t, path, reading.UnitsKey); got != c.written {
			t.Errorf("%s: the store has %s, want %s", c.name, got, c.written)
		}
		got, report, err := Read(context.Background(), path, format.Options{})
		if err != nil || report.Units != c.back {
			t.Fatalf("%s: %+v, %v, want %+v", c.name, report.Units, err, c.back)
		}
		formattest.SameStore(t, got, c.store)
		for name, want := range map[string]string{"e.parquet": c.found, "h.parquet": c.hits} {
			path := filepath.Join(folder, name)
			writeNone(t, path, c.store, o)
			if got := noted(t, path, reading.UnitsKey); got != want {
				t.Errorf("%s: %s has %s, want %s", c.name, name, got, want)
			}
			if got := noted(t, path, reading.ScaleKey); got != c.when {
				t.Errorf("%s: %s has the scale %q, want %q", c.name, name, got, c.when)
			}
		}
	}
}

// writeNone writes no encounters to e.parquet, no hits to another file.
func writeNone(t *testing.T, path string, s *trajectory.Store, o output.WriteOptions) {
	t.Helper()
	if filepath.Base(path) == "e.parquet" {
		w, err := output.CreateEncounters(path, s, s, o)
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	w, err := output.CreateHits(path, s, s, o)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestUnitsOfParquet: units of the columns in use count, and have to agree.
func TestUnitsOfParquet(t *testing.T) {
	type row struct {
		ID int64   `parquet:"id"`
		T  float64 `parquet:"t"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	for _, c := range []struct {
		value string
		o     format.Options
		want  format.Units
		fail  string
	}{
		{`{}`, format.Options{}, format.Units{}, ""},
		{`{"t":"a","x":"pc","mass":"kg"}`, format.Options{}, format.Units{Length: "pc", Time: "a"}, ""},
		{`{"x":"pc","y":"kpc"}`, format.Options{}, format.Units{}, "column x is in pc, column y in kpc"},
		{`{"x":"deg","y":"deg"}`, format.Options{Reading: format.Reading{LonLat: true}}, format.Units{Length: "m"}, ""},
		{`{"x":"km"}`, format.Options{Reading: format.Reading{LonLat: true}}, format.Units{}, "column x is in km: --lonlat needs degrees"},
		{`{"x":"km"}`, format.Options{Units: format.Units{Length: "m"}}, format.Units{}, "lengths are in km, and --units says m"},
		{`["km"]`, format.Options{}, format.Units{}, `its metadata say flyby.units = "[\"km\"]", which is no JSON object of strings`},
		{`{"x":1}`, format.Options{}, format.Units{}, "no JSON object of strings"},
		{``, format.Options{}, format.Units{}, "no JSON object of strings"},
	} {
		var b bytes.Buffer
		w := parquetgo.NewGenericWriter[row](&b, parquetgo.KeyValueMetadata(reading.UnitsKey, c.value))
		if _, err := w.Write([]row{{ID: 1}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "a.parquet")
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		_, report, err := Read(context.Background(), path, c.o)
		if (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) || report.Units != c.want && err == nil {
			t.Errorf("%s: %+v, %v, want %+v, %q", c.value, report.Units, err, c.want, c.fail)
		}
		g, ok := OpenGroups(path, c.o)
		if ok != (err == nil) || ok && g.Units() != c.want {
			t.Errorf("%s: the row groups are opened: %v", c.value, ok)
		}
		if ok {
			g.Close() //nolint:errcheck // it was only read
		}
	}
}

// TestVerticalInParquet: the vertical threshold of results goes into the metadata and reads back; without a threshold there
// is no entry.
func TestVerticalInParquet(t *testing.T) {
	s, _, err := readText(t, "a.csv", unitless, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"", "304.8", "<304.8", "<1e-09"} {
		path := filepath.Join(t.TempDir(), "e.parquet")
		writeNone(t, path, s, output.WriteOptions{Vertical: want})
		file, err := parquet.Open(formattest.OnDisk(t, path))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := file.Note(reading.VerticalKey); got != want || noted(t, path, reading.VerticalKey) != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
