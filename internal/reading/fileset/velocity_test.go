package fileset

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	measure "flyby/internal/unit"
	"flyby/trajectory/format"
)

// movingColumns returns the columns of randomMotion, with units of positions, times and velocities.
func movingColumns(length, time, velocity string) (columns [][2]string) {
	for _, c := range []string{"t", "x", "y", "z", "vx", "vy", "vz"} {
		unit := length
		if c == "t" {
			unit = time
		} else if c[0] == 'v' {
			unit = velocity
		}
		columns = append(columns, [2]string{c, unit})
	}
	return columns
}

// randomMotion makes rows of an id and of numbers, for movingColumns.
func randomMotion(r *rand.Rand, objects, samples int) (rows [][8]float64) {
	for object := range objects {
		for step := range samples {
			row := [8]float64{float64(object), float64(step) / 4}
			for i := 2; i < len(row); i++ {
				row[i] = r.NormFloat64() * 3
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// movingText returns rows as text, the velocities multiplied by a factor.
func movingText(rows [][8]float64, sep string, by *measure.Factor) string {
	var b strings.Builder
	for _, row := range rows {
		for i, v := range row {
			if i > 0 {
				b.WriteString(sep)
			}
			if i >= 5 && by != nil {
				v = by.Of(v)
			}
			b.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// movingFiles returns rows in every format of tables with units.
func movingFiles(rows [][8]float64, columns [][2]string) map[string]string {
	cards, fields, described := []string{"TTYPE1  = 'id'", "TFORM1  = 'K'"}, `<FIELD name="id" datatype="long"/>`, []string{"id '' int64"}
	for i, c := range columns {
		n := i + 2
		cards = append(cards, fmt.Sprintf("TTYPE%d  = '%s'", n, c[0]), fmt.Sprintf("TFORM%d  = 'D'", n))
		if c[1] != "" {
			cards = append(cards, fmt.Sprintf("TUNIT%d  = '%s'", n, c[1]))
		}
		fields += fmt.Sprintf(`<FIELD name="%s" datatype="double" unit="%s"/>`, c[0], c[1])
		described = append(described, fmt.Sprintf("%s '%s' float64", c[0], strings.ReplaceAll(c[1], " ", ".")))
	}
	var raw []byte
	var cells [][]any
	for _, row := range rows {
		values := []any{int64(row[0])}
		for _, v := range row[1:] {
			values = append(values, v)
		}
		raw, cells = append(raw, packedCells(values...)...), append(cells, values)
	}
	return map[string]string{
		"a.fits": fitsFile(fitsTable{cards: cards, rows: cells}.bytes()), "text.vot": voTable(fields, tabledata(strings.Fields(movingText(rows, ",", nil))...)),
		"binary.xml": voTable(fields, binaryData("BINARY", 76, raw)), "a.ecsv": ecsvFile("", movingText(rows, " ", nil), described...),
	}
}

// TestVelocities: tables whose velocities have the units of the data, other units, or none, are the same
// data as CSV, to the bit, whether rows are kept or handed on.
func TestVelocities(t *testing.T) {
	rows := randomMotion(rand.New(rand.NewPCG(15, 2)), 3, 40)
	const head = "id,t,x,y,z,vx,vy,vz\n"
	for _, c := range []struct {
		length, time, velocity string
		given                  format.Units
		from, to               string // "": as they are
	}{
		{"km", "s", "km/s", format.Units{}, "", ""}, {"km", "s", "", format.Units{}, "", ""}, {"", "", "", format.Units{}, "", ""}, {"furlong", "week", "furlong/week", format.Units{}, "", ""},
		{"kpc", "Myr", "km s-1", format.Units{}, "km/s", "kpc/Myr"}, {"AU", "mjd", "km.s**-1", format.Units{}, "km/s", "AU/d"}, {"au", "d", "AU/d", format.Units{}, "", ""},
		{"AU", "d", "m/s", format.Units{Time: "jd"}, "m/s", "AU/d"}, {"", "", "km/s", format.Units{Length: "m", Time: "min"}, "km/s", "m/min"},
	} {
		o := format.Options{Curve: 0.05, Units: c.given, Reading: format.Reading{Threads: 2}}
		var by *measure.Factor
		if c.from != "" {
			f := factor(t, c.from, c.to)
			by = &f
		}
		neutral := head + movingText(rows, ",", by)
		files := movingFiles(rows, movingColumns(c.length, c.time, c.velocity))
		for _, name := range slices.Sorted(maps.Keys(files)) {
			s := wantSame(t, name, files[name], o, neutral, format.Options{Curve: 0.05})
			if s.Segments() < len(rows)+10 {
				t.Errorf("%s: %d segments: nothing was split", name, s.Segments())
			}
		}
	}
}

func factor(t *testing.T, from, to string) measure.Factor {
	t.Helper()
	var u [2]measure.Unit
	for i, name := range []string{from, to} {
		var err error
		if u[i], err = measure.Find(name, measure.Speed); err != nil {
			t.Fatal(err)
		}
	}
	return measure.Between(u[0], u[1])
}

// TestVelocitiesOfTimestamps: a second is the unit of time of dates, and single columns may have units of
// their own.
func TestVelocitiesOfTimestamps(t *testing.T) {
	text := ecsvFile(strings.ReplaceAll(utcTimes("utc"), "&a [1, *b]", "x"), "1 2020-01-01T00:00:00.000 1 2 36 1\n1 2020-01-01T00:00:10.000 3 4 -7.2 2\n",
		"id '' int64", "t '' string", "x km float64", "y km float64", "vx km/h float64", "vy km/s float64")
	const neutral = "id,t,x,y,vx,vy\n1,2020-01-01T00:00:00Z,1,2,0.01,1\n1,2020-01-01T00:00:10Z,3,4,-0.002,2\n"
	wantSame(t, "a.ecsv", text, format.Options{Curve: 0.5}, neutral, format.Options{Curve: 0.5})
}

// TestVelocityRefusals: missing velocities, and velocities whose units do not convert to the units of the
// data, are refused.
func TestVelocityRefusals(t *testing.T) {
	rows := randomMotion(rand.New(rand.NewPCG(15, 3)), 1, 2)
	for _, c := range []struct {
		length, time, velocity string
		want                   string
		usage                  bool
	}{
		{"", "", "km/s", "column vx is in km/s, and nothing says the units of lengths and times: --units does", true},
		{"km", "", "km/s", "column vx is in km/s, and nothing says", true},
		{"km", "s", "km", "column vx is in km, which is no length by a time, such as km/s", false},
		{"km", "s", "mas/yr", `column vx is in mas/yr, "mas" is no unit of length`, false},
		{"furlong", "s", "km/s", `column vx is in km/s, and the data are not: "furlong" is no unit of length`, false},
	} {
		for name, text := range movingFiles(rows, movingColumns(c.length, c.time, c.velocity)) {
			_, _, err := readText(t, name, text, format.Options{Curve: 1})
			var usage *format.CurveError
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &usage) != c.usage {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
			if _, _, err := readText(t, name, text, format.Options{}); err != nil {
				t.Errorf("%s without curves: %v", name, err)
			}
		}
	}
	columns := movingColumns("km", "s", "km/s")
	columns[6][0] = "w"
	for name, text := range movingFiles(rows, columns) {
		_, _, err := readText(t, name, text, format.Options{Curve: 1})
		var usage *format.CurveError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), "no column vz: curves need velocities") {
			t.Errorf("%s: %v", name, err)
		}
		s, _, err := readText(t, name, text, format.Options{Curve: 1, Columns: map[string]string{"vz": "w"}})
		if err != nil || s.Segments() < 1 {
			t.Errorf("%s with vz=w: %v", name, err)
		}
	}
	rows[1][6] = math.MaxFloat64 / 2
	for name, text := range movingFiles(rows, movingColumns("km", "ns", "AU/ns")) {
		if _, _, err := readText(t, name, text, format.Options{Curve: 1}); err == nil || !strings.Contains(err.Error(), "column vy") {
			t.Errorf("%s: %v: a velocity that is too large in the units of the data", name, err)
		}
	}
}
