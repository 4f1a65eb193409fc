package fileset

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/internal/testing/tabletest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// skyFacts returns testdata/sky.csv, and the numbers of its columns by name.
func skyFacts(t *testing.T) (text string, of func(row int, name string) float64) {
	t.Helper()
	all, err := os.ReadFile("testdata/sky.csv")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = strings.Cut(string(all), "\n")
	table := tabletest.Of(t, text)
	return string(all), func(row int, name string) float64 {
		var v float64
		if _, err := fmt.Sscan(table.Rows[row][slices.Index(table.Names, name)], &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestSkyAgreesWithAstropy: places and velocities of stars differ from SkyCoord.cartesian and SkyCoord.velocity by at most 1e-12 of their size.
func TestSkyAgreesWithAstropy(t *testing.T) {
	text, of := skyFacts(t)
	worst, rows := 0.0, 0
	take := func(r *reading.Rows, _ func(*trajectory.RowError) error) error {
		for row := range r.T {
			got := [2][3]float64{{r.X[row], r.Y[row], r.Z[row]}, {r.V[0][row], r.V[1][row], r.V[2][row]}}
			for i, names := range [2][3]string{{"x", "y", "z"}, {"vx", "vy", "vz"}} {
				size, off := 0.0, 0.0
				for axis, name := range names {
					want := of(rows, name)
					size, off = math.Hypot(size, want), math.Hypot(off, got[i][axis]-want)
				}
				if worst = max(worst, off/size); !(off <= 1e-12*size) {
					t.Errorf("row %d: %v are %v, off by %v of %v", rows, names, got[i], off, size)
				}
			}
			if want := (of(rows, "ref_epoch") - 2016) / 1e6; r.T[row] != want {
				t.Errorf("row %d: t is %v, want %v", rows, r.T[row], want)
			}
			rows++
		}
		return nil
	}
	_, report, err := ReadRows(t.Context(), "-", withText(format.Options{Preset: "gaia", States: true, Ahead: 1}, text), take)
	if err != nil || rows != 200 || report.Units != (format.Units{Length: "pc", Time: "Myr"}) {
		t.Fatalf("%d rows, %+v, %v", rows, report, err)
	}
	t.Logf("at most %.2g off", worst)
}

// readSet is readText of a data set, which may be one of states.
func readSet(t *testing.T, name, content string, o format.Options) (*trajectory.Store, format.Report, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	store, report, err := ReadFiles(t.Context(), []File{{Path: path}}, o)
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), filepath.Dir(path)+string(filepath.Separator), ""))
	}
	return store, report, err
}

// TestSkyStatesOfFormats: stars have the same paths in all formats of tables, and a star without a radial velocity, or without a parallax above 0, has none.
func TestSkyStatesOfFormats(t *testing.T) {
	text := "source_id,ra,dec,parallax,pmra,pmdec,radial_velocity,ref_epoch\n" +
		"5,90,0,500,1.5,-2,3,2016\n6,0,-90,250,0,0,,2016\n7,180,0,0,0,0,1,2016\n8,211.25,-61.5,13.21,-7.75,0.014,-22,2015.5\n9,10,20,30,,,5,2016\n"
	o := format.Options{States: true, Ahead: 1, Behind: 2, Stale: 9}
	read := func(name, content string) (*trajectory.Store, format.Report) {
		store, report, err := readSet(t, name, content, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return store, report
	}
	want, told := read("a.csv", text)
	if s := told.States; s.Paths != 2 || s.Still != 2 || told.Preset.Unplaced != 1 || s.From != "pmra (mas/yr), pmdec (mas/yr), radial_velocity (km/s)" {
		t.Errorf("%+v, %+v", s, told.Preset)
	}
	for name, content := range (textTable{tabletest.Of(t, text)}).files(t) {
		got, report := read(name, content)
		if formattest.SameStore(t, got, want); *report.States != *told.States || report.Preset != told.Preset {
			t.Errorf("%s: %+v, want %+v", name, report.States, told.States)
		}
	}
}

// TestSkyUnits: columns of stars that say units say the preset's, in any spelling; other units, and options that cannot be meant, are refused.
func TestSkyUnits(t *testing.T) {
	table := func(units string) string {
		names, of := strings.Fields("source_id ra dec parallax pmra pmdec radial_velocity ref_epoch"), strings.Fields(units)
		for i := range names {
			names[i] += " " + of[i] + " float64"
		}
		names[0] = "source_id '' int64"
		return ecsvFile("", "5 90 0 500 1.5 -2 3 2016\n", names...)
	}
	states := format.Options{States: true, Ahead: 1}
	for _, units := range []string{"'' deg deg mas mas.yr**-1 mas/yr km.s**-1 yr", "'' '' degree '' mas.yr-1 '' km.s-1 a"} {
		if _, report, err := readSet(t, "a.ecsv", table(units), states); err != nil || report.States.Paths != 1 {
			t.Errorf("%s: %v", units, err)
		}
	}
	const good = "'' deg deg mas mas/yr mas/yr km/s yr"
	csv := "source_id,ra,dec,parallax,pmra,pmdec,radial_velocity,ref_epoch\n5,90,0,500,1.5,-2,3,2016\n"
	for _, c := range []struct {
		name, text string
		o          format.Options
		want       string
	}{
		{"a.ecsv", table(strings.Replace(good, "mas ", "arcsec ", 1)), states, "a.ecsv: column parallax is in arcsec, and the preset reads mas"},
		{"a.ecsv", table(strings.Replace(good, "km/s", "m/s", 1)), states, "a.ecsv: column radial_velocity is in m/s, and the preset reads km/s"},
		{"a.ecsv", table(strings.Replace(good, "deg", "rad", 1)), format.Options{}, "a.ecsv: column ra is in rad, and the preset reads deg"},
		{"a.csv", csv, format.Options{ColumnUnits: map[string]string{"z": "km"}}, "a.csv: column parallax is in mas, and --units says z=km"},
		{"a.csv", csv, format.Options{Units: format.Units{Length: "kpc"}}, "a.csv: lengths are in pc, and --units says kpc"},
		{"a.csv", csv, format.Options{Height: format.NoHeight}, "a.csv:1: preset gaia has no height none"},
		{"a.csv", csv, format.Options{Reading: format.Reading{LonLat: true}}, "a.csv:1: preset gaia has places in space, and no longitudes and latitudes of the Earth"},
		{"a.csv", csv, format.Options{States: true, Ahead: 1, Columns: map[string]string{"speed": "pmra", "course": "pmdec"}}, "a.csv:1: preset gaia has proper motions and radial velocities, and no speed"},
		{"a.csv", strings.Replace(csv, "radial_velocity", "rv", 1), format.Options{States: true, Ahead: 1, Preset: "gaia"}, `a.csv:1: no column radial_velocity of preset gaia; there is "source_id", "ra", "dec", "parallax", "pmra", "pmdec", "rv", "ref_epoch"`},
		{"a.csv", strings.Replace(csv, ",90,", ",361,", 1), format.Options{}, `a.csv:2: column ra: "361": a right ascension outside 0 to 360 degrees`},
		{"a.csv", strings.Replace(csv, ",0,", ",-90.5,", 1), format.Options{}, `a.csv:2: column dec: "-90.5": a declination outside -90 to 90 degrees`},
		{"a.csv", strings.Replace(csv, ",500,", ",1e-300,", 1), format.Options{}, `a.csv:2: column parallax: "1e-300": a parallax without a distance`},
		{"a.csv", strings.Replace(csv, ",500,", ",x,", 1), format.Options{}, `a.csv:2: column parallax: "x": not a number`},
		{"a.csv", strings.Replace(csv, ",2016", ",J2016", 1), format.Options{}, `a.csv:2: column ref_epoch: "J2016": not a number`},
	} {
		if _, _, err := readSet(t, c.name, c.text, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}
