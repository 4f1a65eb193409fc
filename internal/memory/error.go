package memory

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// ErrNoRoom is what errors.Is finds in an *Error.
var ErrNoRoom = errors.New("not enough memory")

// Error says that what was to be asked for does not fit.
type Error struct {
	What  string // a plural: "112,000,000 hits"
	Bytes uint64 // that they need
	Room  uint64 // bytes that are left for them
	By    string // what bounds it: "the machine"
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s need %s; %s leaves %s", e.What, Size(e.Bytes), e.By, Size(e.Room))
}

// Is reports whether target is ErrNoRoom.
func (e *Error) Is(target error) bool { return target == ErrNoRoom }

// Count writes a number with its digits in threes: "112,000,000".
func Count[N int | int64 | uint64](n N) string {
	digits, sign := strconv.FormatUint(uint64(n), 10), ""
	if n < 0 {
		digits, sign = strconv.FormatUint(-uint64(n), 10), "-"
	}
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return sign + digits
}

// Size writes bytes in binary units: "1.5 GiB".
func Size(bytes uint64) string { return written(bytes, func(v float64) float64 { return v }) }

// Enough is Size of no fewer bytes than there are: who reads it and gives as much gives enough.
func Enough(bytes uint64) string { return written(bytes, math.Ceil) }

// written writes bytes in the largest unit of which they are one or more, in tenths where they are few, as round has these.
func written(bytes uint64, round func(float64) float64) string {
	v, units := float64(bytes), []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for v >= 1024 && len(units) > 1 {
		v, units = v/1024, units[1:]
	}
	if v < 100 && units[0] != "B" {
		return fmt.Sprintf("%.1f %s", round(v*10)/10, units[0])
	}
	return fmt.Sprintf("%.0f %s", round(v), units[0])
}
