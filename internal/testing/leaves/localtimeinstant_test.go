package leaves_test

import (
	"math"
	"strings"
	"testing"

	"flyby/internal/rfc3339"

	"flyby/internal/localtime"
)

// TestInstant: counts of each unit that clocks show are instants, before 1970 too, and what no instant can be is an error.
func TestInstant(t *testing.T) {
	const summer = 1625140800 // 2021-07-01T12:00:00Z
	for _, c := range []struct {
		zone  string
		count int64
		per   uint64
		want  int64
		err   string
	}{
		{"", summer * 1e3, 1e3, summer * 1e3, ""},
		{"", math.MinInt64, 1e9, math.MinInt64, ""},
		{"", math.MinInt64, 1e6, 0, rfc3339.ErrYears.Error()},
		{"", 253402300800, 1, 0, rfc3339.ErrYears.Error()},
		{"", 253402300799_999, 1e3, 253402300799_999, ""},
		{"UTC", summer*1e9 + 1, 1e9, summer*1e9 + 1, ""},
		{"UTC", math.MaxInt64, 1e3, 0, rfc3339.ErrYears.Error()},
		{"Europe/Copenhagen", summer*1e6 + 5, 1e6, (summer-7200)*1e6 + 5, ""},
		{"Europe/Copenhagen", -1, 1e3, -3600_001, ""},
		{"+01:00", -1, 1e9, -3600e9 - 1, ""},
		{"+01:00", math.MinInt64, 1e9, 0, "outside the times that its unit counts"},
		{"-01:00", math.MaxInt64, 1e9, 0, "outside the times that its unit counts"},
		{"-01:00", 253402300799, 1, 0, rfc3339.ErrYears.Error()},
		{"-01:00", math.MaxInt64, 1, 0, rfc3339.ErrYears.Error()},
	} {
		var z localtime.Zone
		if c.zone != "" {
			var err error
			if z, err = localtime.ParseZone(c.zone); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := z.Instant(c.count, c.per); got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%d of %d in %q: %d, %v; want %d, %v", c.count, c.per, c.zone, got, err, c.want, c.err)
		}
	}
	z, err := localtime.ParseZone("Europe/Copenhagen")
	if err != nil {
		t.Fatal(err)
	}
	for _, never := range []int64{1616898600, 1635647400} { // 2021-03-28T02:30:00 and 2021-10-31T02:30:00
		if at, err := z.Instant(never*1e3, 1e3); err == nil {
			t.Errorf("%d is %d", never, at)
		}
	}
}
