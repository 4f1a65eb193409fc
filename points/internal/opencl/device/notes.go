package device

import (
	_ "embed"

	"flyby/internal/clrt"
	"flyby/points/pointjoin"
)

//go:embed counters.cl
var countersText string

// The places of counters.
const (
	doubtSlot = iota
	candidateSlot
	float64Slot
	CellSlot // of methods that count cells
	counterWords
)

// CountersFile is counters.cl.
func CountersFile() clrt.File {
	return clrt.File{Name: "counters.cl", Text: countersText, Constants: []clrt.Constant{
		{Name: "DOUBT_SLOT", Value: doubtSlot}, {Name: "CANDIDATE_SLOT", Value: candidateSlot},
		{Name: "FLOAT64_SLOT", Value: float64Slot}, {Name: "COUNTERS", Value: counterWords},
	}}
}

// Notes are the counters of kernels, and behind them the borderline pairs that they find, row and other.
type Notes struct {
	clrt.Array
	Room int // borderline pairs
	dev  *Device
	read [counterWords]uint64 // as of the last Await
}

// NewNotes makes room for as many borderline pairs as a device begins with.
func (d *Device) NewNotes() (*Notes, error) {
	n := &Notes{Array: clrt.Array{Name: "points.notes"}, dev: d}
	return n, n.Grow(d.Cuts.Doubts)
}

// Grow makes room for as many borderline pairs. What there was is lost.
func (n *Notes) Grow(pairs int) error {
	if err := n.dev.Memory.Ensure(&n.Array, 8*(counterWords+pairs)); err != nil {
		return err
	}
	n.Room = pairs
	return nil
}

// Clear enqueues the setting of all counters to 0.
func (n *Notes) Clear() error { return n.dev.Queues.Zero(n.Buffer, 0, 8*counterWords) }

// Await waits for all commands, and reads the counters.
func (n *Notes) Await() error {
	if err := clrt.Read(n.dev.Queues, n.Buffer, 0, n.read[:]); err != nil {
		return err
	}
	return n.dev.Queues.Finish()
}

// Run clears the counters, has a pass enqueued, and waits for it; again with more room where the borderline pairs of the pass
// outgrow theirs.
func (n *Notes) Run(enqueue func() error) error {
	for {
		if err := n.Clear(); err != nil {
			return err
		}
		if err := enqueue(); err != nil {
			return err
		}
		if err := n.Await(); err != nil || n.Doubts() <= n.Room {
			return err
		}
		if err := n.Grow(n.Doubts()); err != nil {
			return err
		}
	}
}

// Doubts is the number of borderline pairs, as of the last Await. They may be more than there is room for.
func (n *Notes) Doubts() int { return int(n.read[doubtSlot]) }

// Pairs reads the borderline pairs: two rows each.
func (n *Notes) Pairs() ([]uint32, error) {
	pairs := make([]uint32, 2*n.Doubts())
	if len(pairs) == 0 {
		return nil, nil
	}
	return pairs, clrt.ReadNow(n.dev.Queues, n.Buffer, 8*counterWords, pairs)
}

// Stats are the counts of the last Await.
func (n *Notes) Stats() pointjoin.Stats {
	return pointjoin.Stats{Cells: n.read[CellSlot], Candidates: n.read[candidateSlot], Float64: n.read[float64Slot], Exact: n.read[doubtSlot]}
}
