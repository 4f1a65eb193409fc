package trajectory

import (
	"slices"
	"sort"
)

// Store is the columnar set of trajectories. It is immutable after New and may
// be read by any number of goroutines.
type Store struct {
	t, x, y, z []float64 // [samples]
	h          []float64 // [samples] heights, or nil
	first      []int     // [trajectories+1] first sample row of each
	ids        IDs
	begun      []bool    // [trajectories] the whole has earlier segments of its first piece; nil: of none
	goesOn     []bool    // [trajectories] the whole has later segments of its last piece; nil: of none
	radius     []float64 // [trajectories], or nil
	gaps       []int     // sorted rows: no segment from this sample to the next of its trajectory
	holes      []int     // sorted subset of gaps: rows that start no segment at all
	times      TimeKind
	frame      Frame
	skipped    int
	twice      int
	split      int
	added      int
	left       LeftOut
	far        FarApart
	jumps      Jumps
	segments   int
	extent     Extent
	later      func() Extent // computes extent at the first call of Extent; nil: extent is set

	skippedRows []*RowError // the first few
}

// Extent is the box of a store: its temporal extent [Start, End] and the
// corners of its positions.
type Extent struct {
	Start, End float64
	Min, Max   [3]float64
}

// Dim returns 2 or 3.
func (s *Store) Dim() int {
	if s.z == nil {
		return 2
	}
	return 3
}

// Space returns the dimensions and the frame of the positions, and whether there are heights. Stores made from s
// have the same Space.
func (s *Store) Space() Space {
	return Space{Dim: s.Dim(), Frame: s.frame, Heights: s.h != nil}
}

// Times returns the kind of the times in T.
func (s *Store) Times() TimeKind { return s.times }

// Trajectories returns the number of trajectories.
func (s *Store) Trajectories() int { return len(s.first) - 1 }

// Samples returns the number of samples.
func (s *Store) Samples() int { return len(s.t) }

// Segments returns the number of segments.
func (s *Store) Segments() int { return s.segments }

// Skipped returns the number of rows that SkipBadRows or KeepFirst dropped.
func (s *Store) Skipped() int { return s.skipped }

// Twice returns how many of the skipped rows repeat a time of their trajectory.
func (s *Store) Twice() int { return s.twice }

// SkippedRows returns the first of the rows that SkipBadRows dropped, five at most, in order of Row.
// The slice is shared: do not write to it.
func (s *Store) SkippedRows() []*RowError { return s.skippedRows }

// Split returns how many segments a Path cut into parts, and how many samples it added between the parts.
func (s *Store) Split() (segments, added int) { return s.split, s.added }

// T returns the times, one per sample. The slice is shared: do not write to it.
func (s *Store) T() []float64 { return s.t }

// X returns the first coordinates, one per sample, shared as T is.
func (s *Store) X() []float64 { return s.x }

// Y returns the second coordinates, one per sample, shared as T is.
func (s *Store) Y() []float64 { return s.y }

// Z returns the third coordinates, one per sample, shared as T is; nil in 2-D.
func (s *Store) Z() []float64 { return s.z }

// H returns the heights, one per sample, shared as T is; nil if there are none.
func (s *Store) H() []float64 { return s.h }

// Extent returns the box of all samples.
func (s *Store) Extent() Extent {
	if s.later != nil {
		return s.later()
	}
	return s.extent
}

// Range returns the sample rows [first, last) of a trajectory.
func (s *Store) Range(traj int) (first, last int) {
	return s.first[traj], s.first[traj+1]
}

// IDs returns the ids of the trajectories.
func (s *Store) IDs() IDs { return s.ids }

// IntIDs reports whether ids are integers; otherwise they are names.
func (s *Store) IntIDs() bool { return s.ids.IntIDs() }

// IntID returns the integer id of a trajectory of a store with IntIDs.
func (s *Store) IntID(traj int) int64 { return s.ids.IntID(traj) }

// ID returns the id of a trajectory as text, integers in decimal.
func (s *Store) ID(traj int) string { return s.ids.ID(traj) }

// Find returns the trajectory whose ID is id. ok is false if there is none.
func (s *Store) Find(id string) (traj int, ok bool) { return s.ids.Find(id) }

// HasRadius reports whether trajectories carry radii.
func (s *Store) HasRadius() bool { return s.radius != nil }

// Radius returns the radius of a trajectory, 0 without a radius column.
func (s *Store) Radius(traj int) float64 {
	if s.radius == nil {
		return 0
	}
	return s.radius[traj]
}

// MaxRadius returns the largest radius, 0 without a radius column.
func (s *Store) MaxRadius() float64 {
	if s.radius == nil {
		return 0
	}
	return slices.Max(s.radius)
}

// Owner returns the trajectory of a sample row, in O(log trajectories).
func (s *Store) Owner(row int) int {
	return sort.SearchInts(s.first, row+1) - 1
}

// SegmentID returns the 0-based index, within its trajectory, of the segment that starts at a
// row.
func (s *Store) SegmentID(row int) int {
	return s.SegmentIDIn(s.Owner(row), row)
}

// SegmentIDIn is SegmentID of a row of the known trajectory traj, without the search for it.
func (s *Store) SegmentIDIn(traj, row int) int {
	first := s.first[traj]
	if len(s.holes) == 0 {
		return row - first
	}
	return row - first - (sort.SearchInts(s.holes, row) - sort.SearchInts(s.holes, first))
}

// Size returns the number of samples, which is known: a store is a flyby.Source.
func (s *Store) Size() (samples uint64, known bool) { return uint64(s.Samples()), true }

// Bytes returns the memory of the store's columns.
func (s *Store) Bytes() uint64 {
	const word = 8
	bytes := s.Samples() * (1 + s.Dim()) * word
	perTrajectory := 2 * word // its first row, its id
	if s.HasRadius() {
		perTrajectory += word
	}
	if !s.IntIDs() {
		for traj := range s.Trajectories() {
			bytes += word + len(s.ID(traj))
		}
	}
	return uint64(bytes + perTrajectory*s.Trajectories())
}
