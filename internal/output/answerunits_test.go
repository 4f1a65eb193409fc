package output

import (
	"errors"
	"math"
	"strings"
	"testing"

	measure "flyby/internal/unit"
	"flyby/trajectory/format"
)

// TestAnswerUnits: a unit of length, one of speed, or both, in any order and by any of their names.
func TestAnswerUnits(t *testing.T) {
	for text, want := range map[string]format.AnswerUnits{
		"km": {Length: "km"}, "km/s": {Speed: "km/s"}, "km,km/s": {Length: "km", Speed: "km/s"}, "kn,nmi": {Length: "nmi", Speed: "kn"}, "au": {Length: "AU"}, "kpc/Myr,pc": {Length: "pc", Speed: "kpc/Myr"},
	} {
		got, err := format.ParseAnswerUnits(text)
		if again, failed := format.ParseAnswerUnits(got.String()); err != nil || failed != nil || got != want || again != want {
			t.Errorf("%s: %+v, %v, and %+v, %v", text, got, err, again, failed)
		}
	}
	for text, want := range map[string]string{"": `"": must be`, "s": `"s": must be`, "km,": `"": must be`, "km,m": "km and m: one", "kn,m/s": "kn and m/s: one", "KM": `"KM": must be`, "km/jm": `"km/jm": must be`} {
		if u, err := format.ParseAnswerUnits(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v", text, u, err)
		}
	}
}

// TestAnswerUnitsOfData: known units of the data are converted, also of dates, and an error names unknown ones.
func TestAnswerUnitsOfData(t *testing.T) {
	for _, c := range []struct {
		of      format.Units
		dim     measure.Dimension
		v, want float64
		fail    string
	}{
		{format.Units{Length: "m", Time: "s"}, measure.Length, 1500, 1.5, ""},
		{format.Units{Length: "m", Time: "s"}, measure.Speed, 10, 36, ""},
		{format.Units{Length: "AU", Time: "mjd"}, measure.Speed, 1, 6233244.6126090, ""},
		{format.Units{Length: "km"}, measure.Length, 0.1, 0.1, ""},
		{format.Units{Length: "Mpc"}, measure.Length, 1e300, math.MaxFloat64, ""},
		{format.Units{Length: "Mpc"}, measure.Length, -1e300, -math.MaxFloat64, ""},
		{format.Units{Length: "m", Time: "s"}, measure.Speed, math.MaxFloat64, math.MaxFloat64, ""},
		{format.Units{Time: "s"}, measure.Length, 0, 0, "km: the data have no unit of length"},
		{format.Units{Length: "m"}, measure.Speed, 0, 0, "km/h: the data have no unit of time"},
		{format.Units{Length: "furlong", Time: "s"}, measure.Length, 0, 0, "km: lengths are in furlong, which is none of m"},
	} {
		u := format.AnswerUnits{Length: "km", Speed: "km/h"}
		as, err := u.Turn(c.of, c.dim)
		if c.fail != "" {
			var unit *format.UnitError
			if !errors.As(err, &unit) || !strings.Contains(err.Error(), c.fail) || u.Check(c.of) == nil {
				t.Errorf("%+v: %v, want %s", c.of, err, c.fail)
			}
			continue
		}
		got := c.v
		if as != nil {
			got = as(c.v)
		}
		if err != nil || math.Abs(got-c.want) > 1e-9*math.Abs(c.want) {
			t.Errorf("%v of %+v: %v, %v, want %v", c.v, c.of, got, err, c.want)
		}
	}
	if as, err := (format.AnswerUnits{Length: "AU"}).Turn(format.Units{Length: "au"}, measure.Length); as != nil || err != nil {
		t.Errorf("the data's own unit is converted: %v", err)
	}
}
