package trajectory

import "fmt"

// A Space says what the positions of a store are: how many coordinates each has, in which
// frame, and whether heights stand beside them. Distances are Euclidean in every frame. Between positions of different
// spaces there is no distance: two stores can be searched with each other only if their
// spaces are equal, by ==. See docs/decisions/0017-spaces.md.
type Space struct {
	Dim     int // coordinates of a position, 2 or 3
	Frame   Frame
	Heights bool // positions are horizontal, samples have heights beside them (Columns.H)
}

// A Frame says where coordinates are measured from, along which axes and in which unit
// of length.
type Frame uint8

const (
	// Plain coordinates are Cartesian. Their origin, axes and unit are known to the
	// caller alone.
	Plain Frame = iota
	// EarthCentred coordinates are earth-centred, earth-fixed metres, always 3-D: the
	// origin is the centre of the WGS 84 ellipsoid, x points to latitude 0 and longitude
	// 0, y to latitude 0 and longitude 90 degrees, z to the north pole.
	EarthCentred
)

// Unit returns the symbol of the unit of length, "" where it is the caller's.
func (f Frame) Unit() string {
	if f == EarthCentred {
		return "m"
	}
	return ""
}

// String returns "plain coordinates" or "earth-centred metres".
func (f Frame) String() string {
	if f == EarthCentred {
		return "earth-centred metres"
	}
	return "plain coordinates"
}

// check says what is wrong with the frame of columns.
func (f Frame) check(c *Columns) error {
	switch {
	case f > EarthCentred:
		return fmt.Errorf("frame %d: must be Plain or EarthCentred", f)
	case f == EarthCentred && c.Z == nil:
		return fmt.Errorf("%v need z: they are 3-D", f)
	}
	return nil
}
