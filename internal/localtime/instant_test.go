package localtime

import (
	"errors"
	"math"
	"testing"

	"flyby/internal/rfc3339"
)

// TestInstant: counts of each unit that clocks show are instants, before 1970 too, and what no instant can be is an error.
func TestInstant(t *testing.T) {
	const summer = 1625140800 // 2021-07-01T12:00:00Z
	for _, c := range []struct {
		zone  string
		count int64
		per   uint64
		want  int64
		err   error
	}{
		{"", summer * 1e3, 1e3, summer * 1e3, nil},
		{"", math.MinInt64, 1e9, math.MinInt64, nil},
		{"", math.MinInt64, 1e6, 0, rfc3339.ErrYears},
		{"", 253402300800, 1, 0, rfc3339.ErrYears},
		{"", 253402300799_999, 1e3, 253402300799_999, nil},
		{"UTC", summer*1e9 + 1, 1e9, summer*1e9 + 1, nil},
		{"UTC", math.MaxInt64, 1e3, 0, rfc3339.ErrYears},
		{"Europe/Copenhagen", summer*1e6 + 5, 1e6, (summer-7200)*1e6 + 5, nil},
		{"Europe/Copenhagen", -1, 1e3, -3600_001, nil},
		{"+01:00", -1, 1e9, -3600e9 - 1, nil},
		{"+01:00", math.MinInt64, 1e9, 0, errCount},
		{"-01:00", math.MaxInt64, 1e9, 0, errCount},
		{"-01:00", 253402300799, 1, 0, rfc3339.ErrYears},
		{"-01:00", math.MaxInt64, 1, 0, rfc3339.ErrYears},
	} {
		var z Zone
		if c.zone != "" {
			var err error
			if z, err = ParseZone(c.zone); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := z.Instant(c.count, c.per); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%d of %d in %q: %d, %v; want %d, %v", c.count, c.per, c.zone, got, err, c.want, c.err)
		}
	}
	z, err := ParseZone("Europe/Copenhagen")
	if err != nil {
		t.Fatal(err)
	}
	for _, never := range []int64{1616898600, 1635647400} { // 2021-03-28T02:30:00 and 2021-10-31T02:30:00
		if at, err := z.Instant(never*1e3, 1e3); err == nil {
			t.Errorf("%d is %d", never, at)
		}
	}
}
