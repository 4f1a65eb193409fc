package unit_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"flyby/internal/decimal"
	"flyby/internal/unit"
)

func found(t *testing.T, name string, d unit.Dimension) unit.Unit {
	t.Helper()
	u, err := unit.Find(name, d)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestIn: quantities in other units are the float64 nearest to their exact value.
func TestIn(t *testing.T) {
	for _, c := range []struct {
		text string
		dim  unit.Dimension
		in   string
		want float64
	}{
		{"500m", unit.Length, "m", 500},
		{"0.7nmi", unit.Length, "m", 1296.4}, // 0.7 * 1852 is 1296.3999999999999
		{"0.3 nmi", unit.Length, "m", 555.6},
		{"1e3m", unit.Length, "km", 1},
		{"1.5E-3km", unit.Length, "m", 1.5},
		{"100ft", unit.Length, "m", 30.48},
		{"30.48m", unit.Length, "ft", 100},
		{"1mi", unit.Length, "m", 1609.344},
		{"1AU", unit.Length, "km", 149597870.7},
		{"1au", unit.Length, "AU", 1},
		{"1ly", unit.Length, "km", 9460730472580.8},
		{"0.2pc", unit.Length, "kpc", 0.0002},
		{"3kpc", unit.Length, "pc", 3000},
		{"1Mpc", unit.Length, "pc", 1e6},
		{"1pc", unit.Length, "m", 30856775814913673},
		{"1pc", unit.Length, "AU", 206264.80624709636},
		{"1pc", unit.Length, "ly", 3.261563777167433562},
		{"1ly", unit.Length, "pc", 0.30660139378555056},
		{"30min", unit.Time, "s", 1800},
		{"6h", unit.Time, "d", 0.25},
		{"36h", unit.Time, "mjd", 1.5},
		{"90min", unit.Time, "jd", 0.0625},
		{"1yr", unit.Time, "s", 31557600},
		{"250kyr", unit.Time, "Myr", 0.25},
		{"1Gyr", unit.Time, "Myr", 1000},
		{"250ms", unit.Time, "s", 0.25},
		{"1s", unit.Time, "ns", 1e9},
		{"7us", unit.Time, "s", 7e-6},
		{"50kn", unit.Speed, "m/s", 50 * 1852.0 / 3600},
		{"36km/h", unit.Speed, "m/s", 10},
		{"1kpc/Myr", unit.Speed, "pc/yr", 0.001},
		{"60mph", unit.Speed, "mi/min", 1},
		{"12", unit.Length, "kpc", 12},
		{"0m", unit.Length, "Mpc", 0},
		{"-2.5h", unit.Time, "s", -9000},
		{"1e-400Mpc", unit.Length, "m", 0},
		{"4.9e-324Mpc", unit.Length, "Mpc", 5e-324},
	} {
		q, err := unit.Parse(c.text, c.dim)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got, err := q.In(found(t, c.in, c.dim)); err != nil || got != c.want {
			t.Errorf("%s in %s is %v (%v), want %v", c.text, c.in, got, err, c.want)
		}
	}
}

// TestBothWays: a number converted to another unit and back is the same, for the powers of two, of
// which no digit is lost.
func TestBothWays(t *testing.T) {
	for _, d := range []unit.Dimension{unit.Length, unit.Time, unit.Speed} {
		names := strings.Split(unit.Names(d), ", ")
		for _, from := range names {
			for _, to := range names {
				if strings.Contains(from+to, " ") {
					continue
				}
				there := new(big.Rat).SetFloat64(in(t, "1", from, to, d))
				back, _ := there.Mul(there, new(big.Rat).SetFloat64(in(t, "1", to, from, d))).Float64()
				if math.Abs(back-1) > 4e-16 {
					t.Errorf("%s in %s and back is %v", from, to, back)
				}
			}
		}
	}
}

// in converts a number from one unit to another.
func in(t *testing.T, number, from, to string, d unit.Dimension) float64 {
	t.Helper()
	if found(t, from, d).IsScale() {
		from = "d"
	}
	q, err := unit.Parse(number+from, d)
	if err != nil {
		t.Fatal(err)
	}
	v, err := q.In(found(t, to, d))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWrong(t *testing.T) {
	for _, c := range []struct {
		text string
		dim  unit.Dimension
		want string
	}{
		{"", unit.Length, "missing"},
		{"m", unit.Length, "not a number"},
		{"5 parsec", unit.Length, `"parsec" is no unit of length: m, km, ft, ftUS, nmi, mi, AU, ly, pc, kpc, Mpc`},
		{"5mpc", unit.Length, `"mpc" is no unit of length`},
		{"5m", unit.Time, `"m" is no unit of time`},
		{"5mjd", unit.Time, "mjd is a scale of dates, no unit of a duration"},
		{"5m/parsec", unit.Speed, `"parsec" is no unit of time`},
		{"5h/m", unit.Speed, `"h" is no unit of length`},
		{"1_000m", unit.Length, "not a number"},
		{"1,5m", unit.Length, "not a number"},
		{"nan", unit.Length, "not a finite number"},
		{"1_000", unit.Length, "underscores are no digits"},
		{"0x10", unit.Length, "hexadecimal is not read"},
		{"5\u00b5s", unit.Time, `"µs" is no unit of time`},
		{"1e999m", unit.Length, "too large for float64"},
		{"1.2.3m", unit.Length, "not a number"},
		{"1+2m", unit.Length, "not a number"},
	} {
		q, err := unit.Parse(c.text, c.dim)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q is %v, %v, want %q", c.text, q, err, c.want)
		}
	}
	q, err := unit.Parse("1e308Mpc", unit.Length)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := q.In(found(t, "m", unit.Length)); err == nil {
		t.Errorf("1e308Mpc in m is %v", v)
	}
}

// TestInstant: dates on each scale have the values that tables of dates give.
func TestInstant(t *testing.T) {
	for _, c := range []struct {
		seconds int64
		scale   string
		want    float64
	}{
		{0, "jd", 2440587.5},
		{0, "mjd", 40587},
		{946728000, "jd", 2451545}, // J2000.0
		{946728000, "mjd", 51544.5},
		{-3506716800, "mjd", 0},
	} {
		u := found(t, c.scale, unit.Time)
		if got := unit.Instant(big.NewRat(c.seconds, 1), u); got != c.want || !u.IsScale() {
			t.Errorf("%d s is %s %v, want %v", c.seconds, c.scale, got, c.want)
		}
	}
}

// FuzzParse: any text is a quantity or an error, and the number equals a file's.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"500m", "0.7 nmi", "1e-400Mpc", "1e999999999m", "+.5h", "5e", "1e+m"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q, err := unit.Parse(s, unit.Length)
		if err != nil {
			return
		}
		if v, err := decimal.Parse(s); err == nil && (q.HasUnit() || v != q.Plain()) {
			t.Errorf("%q is %v with unit %v, the number %v", s, q.Plain(), q.HasUnit(), v)
		}
		if v, err := q.In(found(t, "km", unit.Length)); err == nil && math.IsNaN(v) {
			t.Errorf("%q is NaN", s)
		}
	})
}

// TestParseBound: a bound is a quantity, with < in front where the limit itself is excluded.
func TestParseBound(t *testing.T) {
	for text, want := range map[string]bool{"100ft": false, "<100ft": true, "< 100ft": true} {
		q, strict, err := unit.ParseBound(text, unit.Length)
		if err != nil || strict != want || q.String() != "100ft" {
			t.Errorf("%s: %s, %t, %v", text, q, strict, err)
		}
	}
	for _, text := range []string{"<=5", "<", "5 <", "<5s"} {
		if _, _, err := unit.ParseBound(text, unit.Length); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}
