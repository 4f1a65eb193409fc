package states

import (
	"fmt"
	"math"

	"flyby/internal/memory"
	"flyby/trajectory"
)

// Report counts the states, and says what they were made of.
type Report struct {
	Now     float64 `json:"now"`                        // the instant
	At      string  `json:"at,omitempty"`               // Now as times of the data are written
	Newest  bool    `json:"newest_row,omitempty"`       // Now is the time of the newest row
	From    string  `json:"velocities,omitempty"`       // the columns of velocities with their units; "": velocities lead from row to row
	Paths   int     `json:"paths"`                      // trajectories whose state counts
	Still   int     `json:"without_velocity,omitempty"` // trajectories that are left out since no row at or before Now has a velocity
	Old     int     `json:"stale,omitempty"`            // trajectories that are left out since their state is older than Stale
	Later   int     `json:"later_rows,omitempty"`       // rows after Now
	Least   int     `json:"least_speeds,omitempty"`     // paths whose speed is the least that their row stands for
	Long    int     `json:"beyond_1000km,omitempty"`    // paths of more than farWay
	Longest float64 `json:"longest_path_m,omitempty"`   // on the Earth, in metres
}

// On the Earth ways of more than farWay metres are told, and ways of more than mostWay are refused: half of the way around is 20,004 km.
const (
	farWay  = 1_000_000
	mostWay = 19_000_000
)

// A FarError says that the path of a trajectory is too long for the great circle between its ends.
type FarError struct {
	Number uint32  // of the trajectory
	Way    float64 // in metres
}

func (e *FarError) Error() string { return "states: " + e.Cause() }

// Cause says what is wrong.
func (e *FarError) Cause() string {
	return fmt.Sprintf("a path of %.0f km: beyond %.0f km the way around the Earth may be shorter the other way round; a path of less time is shorter", e.Way/1000, mostWay/1000.)
}

// Paths returns the samples of all paths as columns with the numbers of trajectories in ID.Code, and what became of the states. like has the kinds of the rows, and the columns that they have.
func (k *Tracker) Paths(like *trajectory.Columns) (c trajectory.Columns, r Report, err error) {
	const each = 2 * (4 + 5*8)
	if err := memory.Need(fmt.Sprintf("paths of %d states", len(k.states)), memory.Of(len(k.states), each)); err != nil {
		return c, r, fmt.Errorf("states: %w", err)
	}
	r.Now, r.Later = k.Now, k.later
	c = trajectory.Columns{Times: like.Times, Frame: like.Frame, ID: trajectory.IDColumn{Code: []uint32{}}}
	for number := range k.states {
		if s := &k.states[number]; r.takes(s, k.Span) {
			if err := k.path(&c, &r, uint32(number), s, like); err != nil {
				return c, r, err
			}
		}
	}
	return c, r, nil
}

// takes reports whether a trajectory has a path, and counts it where it is left out.
func (r *Report) takes(s *tracked, in Span) bool {
	switch {
	case !s.seen:
		return false
	case !s.moves:
		r.Still++
		return false
	case in.IsOld(s.T):
		r.Old++
		return false
	}
	return true
}

// path adds the samples of a path.
func (k *Tracker) path(c *trajectory.Columns, r *Report, number uint32, s *tracked, like *trajectory.Columns) error {
	start, end := k.Ends()
	way := math.Abs(k.Way(s.Sample, end-start))
	if way > mostWay {
		return &FarError{number, way}
	}
	r.Paths++
	if s.least {
		r.Least++
	}
	if r.Longest = max(r.Longest, way); way > farWay {
		r.Long++
	}
	k.add(c, number, k.At(s.Sample, start), like)
	if end > start {
		k.add(c, number, k.At(s.Sample, end), like)
	}
	return nil
}

// add adds a sample.
func (*Tracker) add(c *trajectory.Columns, number uint32, s trajectory.Sample, like *trajectory.Columns) {
	c.ID.Code = append(c.ID.Code, number)
	c.T, c.X, c.Y = append(c.T, s.T), append(c.X, s.X), append(c.Y, s.Y)
	if like.Z != nil {
		c.Z = append(c.Z, s.Z)
	}
	if like.R != nil {
		c.R = append(c.R, s.R)
	}
}
