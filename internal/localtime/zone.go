package localtime

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // for systems without time zones

	"flyby/internal/rfc3339"
)

// A Zone has the offset of clocks from UTC. The zero value is no zone. It remembers the offset that
// it found last, and is for one goroutine at a time; copies are independent.
type Zone struct {
	name   string
	place  *time.Location // nil: the offset is constant
	offset int64          // seconds
	// Local times in [from, to), as if in UTC, have that offset and no other.
	from, to int64
}

// ParseZone reads UTC (or Z), an offset such as +01:00, or a name of the IANA such as
// Europe/Copenhagen. The name Local, of the machine's own zone, is refused.
func ParseZone(name string) (Zone, error) {
	always := Zone{name: name, from: math.MinInt64, to: math.MaxInt64}
	if strings.EqualFold(name, "UTC") || strings.EqualFold(name, "Z") {
		return always, nil
	}
	if strings.HasPrefix(name, "+") || strings.HasPrefix(name, "-") {
		offset, err := rfc3339.ParseOffset(name)
		if err != nil {
			return Zone{}, fmt.Errorf("localtime: zone %q: %w", name, errors.New("must be UTC, an offset such as +01:00, or a name such as Europe/Copenhagen"))
		}
		always.offset = offset
		return always, nil
	}
	place, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return Zone{}, fmt.Errorf("localtime: zone %q: %w", name, errors.New("must be UTC, an offset such as +01:00, or a name such as Europe/Copenhagen"))
	}
	return Zone{name: name, place: place}, nil
}

// Known reports whether the zone is set.
func (z *Zone) Known() bool { return z.name != "" }

// String returns the name that the zone was read from.
func (z *Zone) String() string { return z.name }

// mostOffset is more than any clock has been from UTC, in seconds; leastHeld is the least time that
// an offset lasts.
const (
	mostOffset = 16 * 3600
	leastHeld  = 3600
	day        = 24 * 3600
)

// Unix returns the Unix time at which clocks of the zone show local, a time as if in UTC. A local
// time that they never show, or show twice, is an error.
func (z *Zone) Unix(local int64) (int64, error) {
	if z.from <= local && local < z.to {
		return local - z.offset, nil
	}
	from := local - (local%day+day)%day // the day that clocks show
	offsets := z.offsets(from-mostOffset, from+day+mostOffset)
	if len(offsets) == 1 {
		z.offset, z.from, z.to = offsets[0], from, from+day
		return local - z.offset, nil
	}
	found, times := int64(0), 0
	for _, offset := range offsets {
		if u := local - offset; z.at(u) == offset {
			found, times = u, times+1
		}
	}
	switch times {
	case 0:
		return 0, fmt.Errorf("the clocks of %s skipped it", z.name)
	case 1:
		return found, nil
	}
	return 0, fmt.Errorf("the clocks of %s showed it twice: times need an offset from UTC there", z.name)
}

// offsets returns the offsets of clocks between two Unix times, each once. It asks for single
// times: package time's bounds of an offset are wrong on last days of leap years.
func (z *Zone) offsets(from, to int64) (all []int64) {
	for at := from; at <= to; at += leastHeld {
		if offset := z.at(at); !slices.Contains(all, offset) {
			all = append(all, offset)
		}
	}
	return all
}

// at returns the offset at a Unix time.
func (z *Zone) at(unix int64) int64 {
	_, seconds := time.Unix(unix, 0).In(z.place).Zone()
	return int64(seconds)
}
