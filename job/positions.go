package job

import (
	"fmt"

	"flyby/points"
	"flyby/trajectory"
)

// At returns the positions of the objects of a data set in memory at a time, as points.At does. For data in degrees they are longitudes and latitudes in
// degrees and, where the data have heights, heights in metres, rounded as the further columns of positions are, and lonLat is true.
func (d Data) At(t float64) (at *points.Store, lonLat bool, err error) {
	at = points.At(d.Store, t)
	if d.Space().Frame != trajectory.EarthCentred {
		return at, false, nil
	}
	s := &side{degrees: true, axes: axesOf(d.Space(), d.Report.Heights)}
	_, present := points.Places(d.Store, t)
	columns := make([][]float64, s.axes)
	for _, traj := range present {
		place := s.placeIn(d.Store, traj, t)
		for axis := range columns {
			columns[axis] = append(columns[axis], place[axis])
		}
	}
	if at, err = points.New(columns, at.IDs()); err != nil {
		return nil, false, fmt.Errorf("job: at: %w", err)
	}
	return at, true, nil
}
