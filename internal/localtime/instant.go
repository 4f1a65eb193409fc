package localtime

import (
	"errors"
	"math"

	"flyby/internal/rfc3339"
)

// errCount is the error of a time in years that are read, which a count of its unit cannot say.
var errCount = errors.New("outside the times that its unit counts")

// Instant returns the count of 1/per of a second since the Unix epoch for a count that clocks of the zone show, as if in UTC; without a known
// zone that is the count itself. Errors are those of Unix, and a time outside the years 0 to 9999 in UTC.
func (z *Zone) Instant(count int64, per uint64) (int64, error) {
	const beyond = 1 << 40 // seconds, outside the years in any zone
	if !z.Known() {
		if !rfc3339.CountInYears(count, per) {
			return 0, rfc3339.ErrYears
		}
		return count, nil
	}
	n := int64(per)
	whole, rest := count/n, count%n
	if rest < 0 {
		whole, rest = whole-1, rest+n
	}
	if whole > beyond || whole < -beyond {
		return 0, rfc3339.ErrYears
	}
	unix, err := z.Unix(whole)
	switch most := math.MaxInt64/n - 1; {
	case err != nil:
		return 0, err
	case !rfc3339.InYears(unix):
		return 0, rfc3339.ErrYears
	case unix == whole:
		return count, nil
	case unix > most || unix < -most:
		return 0, errCount
	}
	return unix*n + rest, nil
}
