package format_test

import (
	"math/big"
	"strings"
	"testing"

	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestInstant: instants as flags have them, for every kind of times of data.
func TestInstant(t *testing.T) {
	const number, stamp = trajectory.Number, trajectory.Timestamp
	mjd, jd := format.Units{Time: "mjd"}, format.Units{Time: "jd"}
	for _, c := range []struct {
		text, zone string
		kind       trajectory.TimeKind
		units      format.Units
		want       float64
		fail       string
	}{
		{"12.5", "", number, format.Units{}, 12.5, ""},
		{"51544.5", "", number, mjd, 51544.5, ""},
		{"20200101", "", number, mjd, 20200101, ""},
		{"2000-01-01T12:00:00Z", "", number, mjd, 51544.5, ""},
		{"2000-01-01T12:00:00Z", "", number, jd, 2451545, ""},
		{"1858-11-17", "", number, mjd, 0, ""},
		{"2021-03-20", "", number, mjd, 59293, ""},
		{"2021-03-20", "+06:00", number, mjd, 59292.75, ""},
		{"2021-03-20T00:00:00.000001Z", "", number, mjd, 59293 + 1e-6/86400, ""},
		{"2021-03-20", "", stamp, format.Units{Time: "s"}, 1616198400, ""},
		{"2021-03-20", "UTC", stamp, format.Units{}, 1616198400, ""},
		{"2021-03-20", "Europe/Copenhagen", stamp, format.Units{}, 1616198400 - 3600, ""},
		{"2021-07-20", "Europe/Copenhagen", stamp, format.Units{}, 1626739200 - 7200, ""},
		{"2021-03-20T12:00:00", "Europe/Copenhagen", stamp, format.Units{}, 1616198400 + 11*3600, ""},
		{"2021-03-20T12:00:00Z", "Europe/Copenhagen", stamp, format.Units{}, 1616198400 + 12*3600, ""},
		{"2021-03-20T12:00Z", "", stamp, format.Units{}, 1616198400 + 12*3600, ""},
		{"2021-03-20 12:00+02", "", stamp, format.Units{}, 1616198400 + 10*3600, ""},
		{"00:05:00", "", number, format.Units{Time: "s"}, 300, ""},
		{"1:00:05:00.5", "", number, format.Units{Time: "s"}, 86700.5, ""},
		{"00:05:00", "", number, format.Units{Time: "min"}, 5, ""},
		{"00:05:00", "", number, format.Units{}, 0, "give a number"},
		{"00:05:00", "", number, mjd, 0, "give a number"},
		{"00:05:00", "", stamp, format.Units{}, 0, "the data have timestamps; give a time with its date"},
		{"00:05", "", number, format.Units{Time: "s"}, 0, "must be a number, a date such as"},
		{"1969-12-31T23:59:59.25Z", "", stamp, format.Units{}, -0.75, ""},
		{"2021-03-20T12:00:00", "", stamp, format.Units{}, 0, "no offset from UTC: end it with Z"},
		{"2021-03-28T02:30:00", "Europe/Copenhagen", stamp, format.Units{}, 0, "the clocks of Europe/Copenhagen skipped it"},
		{"2018-11-04", "America/Sao_Paulo", stamp, format.Units{}, 0, "the clocks of America/Sao_Paulo skipped it"},
		{"2021-02-30", "", stamp, format.Units{}, 0, "no such date"},
		{"2021-02", "", stamp, format.Units{}, 0, "must be a number, a date such as"},
		{"20.03.2021", "", stamp, format.Units{}, 0, "must be a number, a date such as"},
		{"7", "", stamp, format.Units{}, 0, "the data have timestamps; give a time"},
		{"2021-03-20", "", number, format.Units{}, 0, "the times of the data are numbers; give a number, or say with --units"},
		{"2021-03-20", "", number, format.Units{Time: "d"}, 0, "the times of the data are numbers; give a number, or say with --units"},
		{"2021-03-20", "", number, format.Units{Time: "mjd", Scale: "TDB"}, 0, "the data have times of the scale TDB, and this is one of UTC"},
	} {
		at, err := format.ParseInstant(c.text, c.zone)
		got, cause := 0.0, ""
		if err == nil {
			got, err = at.In(c.kind, c.units)
		}
		if err != nil {
			cause = err.Error()
		}
		if got != c.want || (cause == "") != (c.fail == "") || !strings.Contains(cause, c.fail) {
			t.Errorf("%s in %q on %v %+v: %v, %q, want %v, %q", c.text, c.zone, c.kind, c.units, got, cause, c.want, c.fail)
		}
	}
}

// TestInstantsBack: days of a scale, written as times, read back to the same days.
func TestInstantsBack(t *testing.T) {
	for _, scale := range []string{"jd", "mjd"} {
		u, err := measure.Find(scale, measure.Time)
		if err != nil {
			t.Fatal(err)
		}
		for seconds := int64(-1 << 32); seconds < 1<<32; seconds += 1<<20 + 675 { // endless digits in days
			at, err := format.ParseInstant(trajectory.Timestamp.Format(float64(seconds)), "")
			if err != nil {
				t.Fatal(err)
			}
			want := measure.Instant(big.NewRat(seconds, 1), u)
			if got, cause := at.In(trajectory.Number, format.Units{Time: scale}); got != want || cause != nil {
				t.Fatalf("%d s is %s %v, %v, want %v", seconds, scale, got, cause, want)
			}
		}
	}
}

// TestInstantsInOrder: an end of the window is later than another by any spelling.
func TestInstantsInOrder(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"2", "1", true}, {"1", "2", false}, {"1", "1", false},
		{"2021-03-20", "2021-03-19T23:59:59Z", true}, {"2021-03-20", "2021-03-20T00:00:00Z", false},
		{"2021-03-20T00:00:00.00000000001Z", "2021-03-20", true},
		{"00:05:00", "00:04:59", true}, {"00:05:00", "2021-03-20", false}, {"2021-03-20", "00:05:00", false}, {"1e9", "00:05:00", false}, {"00:05:00", "-1", false},
		{"1e300", "2021-03-20", false}, {"2021-03-20", "-1e300", false},
	} {
		a, err := format.ParseInstant(c.a, "")
		b, bad := format.ParseInstant(c.b, "")
		if err != nil || bad != nil || a.After(b) != c.want {
			t.Errorf("%s after %s: %v, %v, %v", c.a, c.b, a.After(b), err, bad)
		}
	}
}
