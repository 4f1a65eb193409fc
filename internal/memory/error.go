package memory

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// ErrNoRoom is the target by which errors.Is finds an *Error.
var ErrNoRoom = errors.New("not enough memory")

// Error says that a block does not fit.
type Error struct {
	What  string // a plural: "112,000,000 hits"
	Bytes uint64 // of the block
	Room  uint64 // bytes free for it
	By    string // name of the bound: "the machine"
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
func Size(bytes uint64) string {
	v, unit, digits := inUnit(bytes)
	return fmt.Sprintf("%.*f %s", digits, v, unit)
}

// drift is how many more bytes a process may hold than another one in the same state: garbage, stacks and the pages of
// libraries differ from run to run, and trajectories that are read come on top.
const drift = 4 << 20

// AtLeast writes the bytes that a refusal names as enough: bytes, which the refusing process found to do, and the
// drift, rounded up, so that a process that may hold the written bytes is not refused as well.
func AtLeast(bytes uint64) string {
	v, unit, digits := inUnit(sum(bytes, drift))
	scale := math.Pow10(digits)
	return fmt.Sprintf("%.*f %s", digits, math.Ceil(v*scale)/scale, unit)
}

// inUnit returns bytes in the largest binary unit of which they are at least one, and how many digits after the point
// suffice.
func inUnit(bytes uint64) (v float64, unit string, digits int) {
	v, units := float64(bytes), []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for v >= 1024 && len(units) > 1 {
		v, units = v/1024, units[1:]
	}
	if v < 100 && units[0] != "B" {
		digits = 1
	}
	return v, units[0], digits
}
