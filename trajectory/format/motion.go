package format

import "slices"

// Motion describes the motion between the lines of ephemerides, as files say it and as it was taken: see
// Options.OrbitCurve and docs/decisions/0083-orbits-are-curves-by-default.md.
type Motion struct {
	Ephemerides []Ephemerides `json:"ephemerides"`     // in the order in which files have them
	Turns       int           `json:"turns,omitempty"` // velocities that change where one ephemeris goes on from another; both count
}

// Ephemerides counts blocks of lines of OEM, with rows, that agree in Interpolation and Degree.
type Ephemerides struct {
	Interpolation string `json:"interpolation,omitempty"` // in capitals, "": none is said
	Degree        string `json:"degree,omitempty"`        // as the file has it
	Number        int    `json:"number"`
	Curved        int    `json:"curved"`                       // ephemerides with velocities in some lines, which motion follows
	Bare          int    `json:"without_velocities,omitempty"` // ephemerides that lack some velocities, so that motion is straight there
}

// mostEphemerides is the number of kinds of ephemerides that are told apart. Further kinds count as the last.
const mostEphemerides = 32

// Kind returns the index in m.Ephemerides of an interpolation and a degree, a new one if need be.
func (m *Motion) Kind(interpolation, degree string) int {
	all := m.Ephemerides
	i := slices.IndexFunc(all, func(e Ephemerides) bool { return e.Interpolation == interpolation && e.Degree == degree })
	switch {
	case i >= 0:
		return i
	case len(all) == mostEphemerides:
		return len(all) - 1
	}
	m.Ephemerides = append(all, Ephemerides{Interpolation: interpolation, Degree: degree})
	return len(all)
}

// Merge adds the ephemerides of another file. Both may be nil.
func (m *Motion) Merge(other *Motion) *Motion {
	switch {
	case other == nil:
		return m
	case m == nil:
		return other
	}
	for _, e := range other.Ephemerides {
		kind := &m.Ephemerides[m.Kind(e.Interpolation, e.Degree)]
		kind.Number, kind.Curved, kind.Bare = kind.Number+e.Number, kind.Curved+e.Curved, kind.Bare+e.Bare
	}
	m.Turns += other.Turns
	return m
}

// curved reports whether motion is curved somewhere.
func (m *Motion) curved() bool {
	return slices.ContainsFunc(m.Ephemerides, func(e Ephemerides) bool { return e.Curved > 0 })
}

// DefaultOrbitCurve is the Options.OrbitCurve, in kilometres, of a command line or a request that names none: see
// docs/decisions/0083-orbits-are-curves-by-default.md.
const DefaultOrbitCurve = 0.01
