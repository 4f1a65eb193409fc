package fileset

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// countedRow is a row whose time is an integer.
type countedRow struct {
	ID string  `parquet:"id"`
	T  int64   `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
}

// countedFiles returns files of one object, whose times are integers, in every format of tables; names are the columns.
func countedFiles(t *testing.T, counts []int64, names ...string) map[string]string {
	t.Helper()
	ids, x := make([]string, len(counts)), make([]float64, len(counts))
	for i := range counts {
		ids[i], x[i] = "a", float64(i%100)/2
	}
	return TableFiles(t, TableColumn{Name: names[0], Values: ids}, TableColumn{Name: names[1], Values: counts}, TableColumn{Name: names[2], Values: x}, TableColumn{Name: names[3], Values: make([]float64, len(counts))})
}

// TestSince1970: integers that count since 1970 become the float64 nearest to their seconds in every format, with and without a preset,
// though float64 does not hold the integers.
func TestSince1970(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	for unit, perSecond := range map[string]int64{"unix": 1, "unixms": 1e3, "unixus": 1e6, "unixns": 1e9} {
		var counts []int64
		var want []float64
		twice := 0
		for i := range int64(1000) {
			n := (1_700_000_000+10*i)*perSecond + r.Int64N(perSecond)
			sec, _ := new(big.Rat).SetFrac64(n, perSecond).Float64()
			counts, want = append(counts, n), append(want, sec)
			if float64(n)/float64(perSecond) != sec {
				twice++
			}
		}
		if unit == "unixns" && twice == 0 {
			t.Fatal("no integer is rounded otherwise by two roundings")
		}
		for _, preset := range []bool{false, true} {
			names := []string{"id", "t", "x", "y"}
			if preset {
				names = []string{"mmsi", "timestamp", "longitude", "latitude"}
			}
			for name, text := range countedFiles(t, counts, names...) {
				s, report, err := readText(t, name, text, format.Options{KeepDegrees: preset, ColumnUnits: map[string]string{"t": unit}})
				if err != nil || report.Units.Time != "s" || (report.Preset.Name != "") != preset {
					t.Errorf("%s of %s: %v, %+v", name, unit, err, report)
					continue
				}
				for i, sec := range s.T() {
					if sec != want[i] {
						t.Errorf("%s of %s: %d is %v s, want %v", name, unit, counts[i], sec, want[i])
						break
					}
				}
			}
		}
	}
}

// TestCountsInText: decimals of a unit, exponents and more digits than 64 bits have are rounded once, and a number of another unit is
// refused with the unit that it fits.
func TestCountsInText(t *testing.T) {
	for _, c := range []struct{ unit, text, exact string }{
		{"unixns", "1710014400123456789", "1710014400123456789/1000000000"},
		{"unixns", "1710014400123456789.000000001", "1710014400123456789000000001/1000000000000000000"},
		{"unixns", "1710014400.123456789e9", "1710014400123456789/1000000000"},
		{"unixus", "1.710014400123456789E+15", "1710014400123456789/1000000000"},
		{"unixus", "17100144001234567.89e-1", "171001440012345678900/100000000000"},
		{"unixms", "+1710014400123.5", "17100144001235/10000"},
		{"unixms", "-0.5", "-5/10000"},
		{"unix", "1710014400.1", "17100144001/10"},
	} {
		exact, _ := new(big.Rat).SetString(c.exact)
		want, _ := exact.Float64()
		for _, row := range []string{"a,%s,0,0", `"a", %s ,0,0`} {
			s, _, err := readText(t, "a.csv", "id,t,x,y\n"+fmt.Sprintf(row, c.text)+"\n", format.Options{ColumnUnits: map[string]string{"t": c.unit}})
			if err != nil || s.T()[0] != want {
				t.Errorf("%s of %s: %v, want %v", c.text, c.unit, err, want)
			}
		}
	}
	for _, c := range []struct{ unit, value, want string }{
		{"unix", "1710014400123", "as seconds since 1970 outside the years 0 to 9999; milliseconds are --units t=unixms"},
		{"unixms", "1710014400123456", "as milliseconds since 1970 outside the years 0 to 9999; microseconds are --units t=unixus"},
		{"unixus", "1710014400123456800", "as microseconds since 1970 outside the years 0 to 9999; nanoseconds are --units t=unixns"},
		{"unixms", "900000000000000000000", "as milliseconds since 1970 outside the years 0 to 9999"},
	} {
		_, _, err := readText(t, "a.csv", "id,t,x,y\na,"+c.value+",0,0\n", format.Options{ColumnUnits: map[string]string{"t": c.unit}})
		if err == nil || !strings.HasSuffix(err.Error(), fmt.Sprintf("column t: %q: %s", c.value, c.want)) {
			t.Errorf("%s of %s: %v, want %s", c.value, c.unit, err, c.want)
		}
	}
}
