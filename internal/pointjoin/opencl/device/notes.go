package device

import (
	_ "embed"

	"flyby/internal/clrt"
	"flyby/points"
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

// CountersFile returns counters.cl.
func CountersFile() clrt.File {
	return clrt.File{Name: "counters.cl", Text: countersText, Constants: []clrt.Constant{
		{Name: "DOUBT_SLOT", Value: doubtSlot}, {Name: "CANDIDATE_SLOT", Value: candidateSlot},
		{Name: "FLOAT64_SLOT", Value: float64Slot}, {Name: "COUNTERS", Value: counterWords},
	}}
}

// Notes are the counters of kernels, and behind them the borderline pairs that kernels note, each a row and the other.
type Notes struct {
	clrt.Array
	Room int // for borderline pairs
	dev  *Device
	read [counterWords]uint64 // as of the last Await
}

// NewNotes allocates notes with the device's first room for borderline pairs.
func (d *Device) NewNotes() (*Notes, error) {
	n := &Notes{Array: clrt.Array{Name: "points.notes"}, dev: d}
	return n, n.Grow(d.Cuts.Doubts)
}

// Grow makes room for a number of borderline pairs. Earlier contents are lost.
func (n *Notes) Grow(pairs int) error {
	if err := n.dev.Memory.Ensure(&n.Array, 8*(counterWords+pairs)); err != nil {
		return err
	}
	n.Room = pairs
	return nil
}

// Clear enqueues setting all counters to 0.
func (n *Notes) Clear() error { return n.dev.Queues.Zero(n.Buffer, 0, 8*counterWords) }

// Await waits for all commands, and reads the counters.
func (n *Notes) Await() error {
	if err := clrt.Read(n.dev.Queues, n.Buffer, 0, n.read[:]); err != nil {
		return err
	}
	return n.dev.Queues.Finish()
}

// Run clears the counters, enqueues a pass, and waits for it. Where the borderline pairs of the pass outgrow their room it
// makes more room and repeats the pass.
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

// Doubts returns the number of borderline pairs as of the last Await, which may exceed their room.
func (n *Notes) Doubts() int { return int(n.read[doubtSlot]) }

// Pairs reads the borderline pairs: two rows each.
func (n *Notes) Pairs() ([]uint32, error) {
	pairs := make([]uint32, 2*n.Doubts())
	if len(pairs) == 0 {
		return nil, nil
	}
	return pairs, clrt.ReadNow(n.dev.Queues, n.Buffer, 8*counterWords, pairs)
}

// Stats returns the counts of the last Await.
func (n *Notes) Stats() points.Stats {
	return points.Stats{Cells: n.read[CellSlot], Candidates: n.read[candidateSlot], Float64: n.read[float64Slot], Exact: n.read[doubtSlot]}
}
