package trajectory_test

import (
	"testing"

	"flyby/trajectory"
)

// TestSpaceOfColumns: columns have the space that they declare, and an error if their frame cannot
// have them.
func TestSpaceOfColumns(t *testing.T) {
	for _, c := range []struct {
		frame trajectory.Frame
		z     []float64
		want  trajectory.Space
		err   string
	}{
		{trajectory.Plain, nil, trajectory.Space{Dim: 2}, ""},
		{trajectory.Plain, []float64{0}, trajectory.Space{Dim: 3}, ""},
		{trajectory.EarthCentred, []float64{0}, trajectory.Space{Dim: 3, Frame: trajectory.EarthCentred}, ""},
		{trajectory.EarthCentred, nil, trajectory.Space{}, "trajectory: new: earth-centred metres need z: they are 3-D"},
		{7, []float64{0}, trajectory.Space{}, "trajectory: new: frame 7: must be Plain or EarthCentred"},
	} {
		s, err := trajectory.New(trajectory.Columns{
			ID: trajectory.IDColumn{Int: []int64{1}}, T: []float64{0}, X: []float64{0}, Y: []float64{0}, Z: c.z, Frame: c.frame,
		}, trajectory.BuildOptions{})
		switch {
		case c.err != "" && (err == nil || err.Error() != c.err):
			t.Errorf("%v: %v, want %s", c.frame, err, c.err)
		case c.err == "" && (err != nil || s.Space() != c.want):
			t.Errorf("%v: %v, %+v, want %+v", c.frame, err, s.Space(), c.want)
		}
	}
}

// TestFrameUnits: earth-centred positions are in metres, and plain ones name no unit.
func TestFrameUnits(t *testing.T) {
	if e, p := trajectory.EarthCentred.Unit(), trajectory.Plain.Unit(); e != "m" || p != "" {
		t.Errorf("units %q and %q", e, p)
	}
}
