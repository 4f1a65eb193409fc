package fileset

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// byHand returns rows as text, lengths, times and velocities multiplied by rational numbers, each product rounded once.
func byHand(rows [][8]float64, sep, length, time string) string {
	var b strings.Builder
	l, _ := new(big.Rat).SetString(length)
	t, _ := new(big.Rat).SetString(time)
	factors := [8]*big.Rat{big.NewRat(1, 1), t, l, l, l, new(big.Rat).Quo(l, t), new(big.Rat).Quo(l, t), new(big.Rat).Quo(l, t)}
	for _, row := range rows {
		for i, v := range row {
			if i > 0 {
				b.WriteString(sep)
			}
			exact := new(big.Rat).SetFloat64(v)
			rounded, _ := exact.Mul(exact, factors[i]).Float64()
			b.WriteString(strconv.FormatFloat(rounded, 'g', -1, 64))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestIntoUnits: numbers of every format of tables, in units that the file or Options.Units names, are converted to the units of Options.Into: to the bit the data that rational
// numbers give by hand, whether motion is straight or curved, and rows are kept or handed on.
func TestIntoUnits(t *testing.T) {
	rows := randomMotion(rand.New(rand.NewPCG(47, 1)), 3, 40)
	const head = "id,t,x,y,z,vx,vy,vz\n"
	for _, c := range []struct {
		length, time string // of the file
		into         format.Units
		times        trajectory.TimeKind // of the other data
		by, per      string              // factors of lengths and times
		told         string
	}{
		{"kpc", "Myr", format.Units{Length: "pc", Time: "yr"}, trajectory.Number, "1000", "1000000", "converted lengths in kpc to pc, times in Myr to yr"},
		{"pc", "yr", format.Units{Length: "kpc", Time: "Myr"}, trajectory.Number, "1/1000", "1/1000000", "converted lengths in pc to kpc, times in yr to Myr"},
		{"ft", "min", format.Units{Length: "m", Time: "s"}, trajectory.Number, "3048/10000", "60", "converted lengths in ft to m, times in min to s"},
		{"m", "s", format.Units{Length: "ft", Time: "min"}, trajectory.Number, "10000/3048", "1/60", "converted lengths in m to ft, times in s to min"},
		{"m", "h", format.Units{Length: "km", Time: "h"}, trajectory.Number, "1/1000", "1", "converted lengths in m to km"},
		{"km", "d", format.Units{Length: "km", Time: "s"}, trajectory.Number, "1", "86400", "converted times in d to s"},
		{"AU", "d", format.Units{Length: "m", Time: "s"}, trajectory.Timestamp, "149597870700", "1", "converted lengths in AU to m"},
		{"km", "mjd", format.Units{Length: "m", Time: "d"}, trajectory.Number, "1000", "1", "converted lengths in km to m"},
		{"km", "d", format.Units{Length: "km", Time: "jd"}, trajectory.Number, "1", "1", ""},
		{"furlong", "week", format.Units{Length: "m", Time: "s"}, trajectory.Number, "1", "1", ""},
		{"km", "s", format.Units{Length: "furlong", Time: "week"}, trajectory.Number, "1", "1", ""},
		{"km", "s", format.Units{}, trajectory.Number, "1", "1", ""},
		{"", "", format.Units{Length: "m", Time: "s"}, trajectory.Number, "1", "1", ""},
	} {
		files := movingFiles(rows, movingColumns(c.length, c.time, ""))
		files["a.csv"] = head + byHand(rows, ",", "1", "1")
		length, _ := new(big.Rat).SetString(c.by)
		within, _ := length.Float64()
		for _, curve := range []float64{0, 0.05 * within} {
			neutral := head + byHand(rows, ",", c.by, c.per)
			for _, name := range slices.Sorted(maps.Keys(files)) {
				o := format.Options{Curve: curve, Reading: format.Reading{Threads: 2}}
				if name == "a.csv" {
					o.Units = format.Units{Length: c.length, Time: c.time}
				}
				o.IntoUnits(c.into, c.times)
				wantSame(t, fmt.Sprintf("%s %s %s", c.length, c.time, name), files[name], o, neutral, format.Options{Curve: curve})
			}
		}
		path := writeAll(t, t.TempDir(), map[string]string{"a.csv": files["a.csv"]})
		o := format.Options{Units: format.Units{Length: c.length, Time: c.time}}
		o.IntoUnits(c.into, c.times)
		for _, sort := range []bool{false, true} {
			o.SortTimes = sort
			_, report, err := ReadFiles(t.Context(), filesAt(path...), o)
			if err != nil || report.Conversion() != c.told || report.Said != o.Units {
				t.Errorf("%s %s: %v, %q, %+v", c.length, c.time, err, report.Conversion(), report.Said)
			}
		}
	}
}

// TestIntoUnitsOfColumns: a column of its own unit is converted once, to the units of the other data; radii are, values of attributes and conditions are not;
// limits count in the other's units; degrees stay.
func TestIntoUnitsOfColumns(t *testing.T) {
	const text = "id,t,x,y,z,r,speed\na,0,1,2,7,0.5,3\na,60,3,4,7,0.5,3\na,600,5,6,7,0.5,3\nb,0,900,0,0,0.25,9\n"
	o := format.Options{Units: format.Units{Length: "km", Time: "s"}, ColumnUnits: map[string]string{"z": "ft"}, Attributes: []string{"speed"}, MaxGap: 5,
		Reading: format.Reading{Where: []format.Condition{{Column: "x", Operator: "<", Value: "100"}}}}
	o.IntoUnits(format.Units{Length: "m", Time: "min"}, trajectory.Number)
	known := format.Units{}
	o.UnitsKnown = func(_ string, u format.Units, _ *format.Options) error {
		known = u
		return nil
	}
	paths := writeAll(t, t.TempDir(), map[string]string{"a.csv": text, "hand.csv": "id,t,x,y,z,r,speed\na,0,1000,2000,2.1336,500,3\na,1,3000,4000,2.1336,500,3\na,10,5000,6000,2.1336,500,3\n", "degrees.csv": "id,t,lon,lat\na,2024-05-01T00:00:00Z,1,2\na,2024-05-01T00:01:00Z,1,3\n"})
	got, report, err := ReadFiles(t.Context(), filesAt(paths[:1]...), o)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := ReadFiles(t.Context(), filesAt(paths[2:]...), format.Options{MaxGap: 5})
	if err != nil || known != (format.Units{Length: "m", Time: "min"}) || got.Segments() != want.Segments() || !slices.Equal(radiiOf(got), radiiOf(want)) {
		t.Errorf("%v, %+v, %d segments, radii %v", err, known, got.Segments(), radiiOf(got))
	}
	for i := range got.Segments() {
		if got.Segment(i) != want.Segment(i) {
			t.Errorf("segment %d: %+v, want %+v", i, got.Segment(i), want.Segment(i))
		}
	}
	if first := slices.Collect(report.Attributes.History("speed", got).Values(true)); !slices.Equal(first, []string{"3"}) {
		t.Errorf("attributes %q", first)
	}
	o = format.Options{Reading: format.Reading{LonLat: true}}
	o.IntoUnits(format.Units{Length: "km", Time: "h"}, trajectory.Timestamp)
	if _, report, err = ReadFiles(t.Context(), filesAt(paths[1]), o); err != nil || report.Units != (format.Units{Length: "m", Time: "s"}) || report.Conversion() != "" {
		t.Errorf("degrees: %v, %+v", err, report.Units)
	}
}

// TestIntoUnitsOfFormats: floating-car data, and ephemerides with their curves, are converted, too; the files of a data set have to agree in units of their own.
func TestIntoUnitsOfFormats(t *testing.T) {
	orbit := oemSegment("a", "UTC", "2020-01-01T00:00:00 7000.1 0 0 0 7.5 0", "2020-01-01T00:01:00 6985.3 449.7 0 -0.48 7.48 0", "2020-01-01T00:02:00 6941.2 897.3 0 -0.96 7.43 0")
	stars := func(unit string) string {
		return ecsvFile("", "1 0 1 2\n1 1 3 4\n", "id '' int64", "t 'Myr' float64", "x '"+unit+"' float64", "y '"+unit+"' float64")
	}
	paths := writeAll(t, t.TempDir(), map[string]string{"a.fcd.xml": fcdText, "b.oem": oemFile(orbit), "c.ecsv": stars("kpc"), "d.ecsv": strings.ReplaceAll(stars("pc"), "1 0 1 2", "2 0 1 2")})
	read := func(path string, into format.Units, orbits float64) (*trajectory.Store, format.Report) {
		o := format.Options{OrbitCurve: orbits}
		o.IntoUnits(into, trajectory.Timestamp)
		s, r, err := ReadFiles(t.Context(), filesAt(path), o)
		if err != nil {
			t.Fatal(err)
		}
		return s, r
	}
	if s, r := read(paths[0], format.Units{Length: "km"}, 0); s.Extent().Max[0] != 0.001 || r.Conversion() != "converted lengths in m to km" {
		t.Errorf("floating-car data: %+v, %q", s.Extent(), r.Conversion())
	}
	km, of := read(paths[1], format.Units{}, format.DefaultOrbitCurve)
	m, in := read(paths[1], format.Units{Length: "m"}, format.DefaultOrbitCurve)
	if km.Segments() < 4 || m.Segments() != km.Segments() || in.Curve != 10 || in.Kilometres(in.Curve) != of.Curve || in.Split != of.Split {
		t.Errorf("ephemerides: %d and %d segments, curves %v and %v", km.Segments(), m.Segments(), of.Curve, in.Curve)
	}
	var o format.Options
	o.IntoUnits(format.Units{Length: "pc", Time: "Myr"}, trajectory.Number)
	if _, _, err := ReadFiles(t.Context(), filesAt(paths[2:]...), o); err == nil || !strings.Contains(err.Error(), "lengths: kpc in ") {
		t.Errorf("files of two units: %v", err)
	}
}

// TestIntoUnitsEverywhere: every format of tables is converted, in one goroutine and in several, and row groups as the whole file.
func TestIntoUnitsEverywhere(t *testing.T) {
	files := countedFiles(t, []int64{1, 7, 60, 61}, "id", "t", "x", "y")
	hand := strings.Builder{}
	hand.WriteString("id,t,x,y\n")
	for i, n := range []float64{1, 7, 60, 61} {
		fields := strings.Split(strings.TrimSpace(byHand([][8]float64{{0, n, float64(i) / 2}}, ",", "3048/10000", "1/60")), ",")
		hand.WriteString("a," + fields[1] + "," + fields[2] + ",0\n")
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for threads := 1; threads < 3; threads++ {
			o := format.Options{Units: format.Units{Length: "ft", Time: "s"}, Reading: format.Reading{Threads: threads}}
			o.IntoUnits(format.Units{Length: "m", Time: "min"}, trajectory.Number)
			wantSame(t, name, files[name], o, hand.String(), format.Options{})
		}
	}
	path := writeAll(t, t.TempDir(), map[string]string{"a.parquet": formattest.InGroups(t, []countedRow{{"a", 1, 0, 0}, {"a", 7, 0.5, 0}, {"a", 60, 1, 0}, {"a", 61, 1.5, 0}}, 300)})[0]
	o := format.Options{Units: format.Units{Length: "ft", Time: "s"}}
	o.IntoUnits(format.Units{Length: "m", Time: "min"}, trajectory.Number)
	g, ok := OpenGroups(path, o)
	if !ok {
		t.Fatal("no row groups")
	}
	defer g.Close()
	if least, greatest, known := g.Times(0); g.Units() != (format.Units{Length: "m", Time: "min"}) || !known || least != 1./60 || greatest != 61./60 {
		t.Errorf("row groups: %+v, %v to %v", g.Units(), least, greatest)
	}
}
