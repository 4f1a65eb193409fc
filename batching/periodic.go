package batching

import "fmt"

// Periodic makes batches of Size consecutive query segments; the last batch holds the remaining
// ones (paper §6.1). Size is at least 1. Periodic does not call Profile.Candidates.
type Periodic struct{ Size int }

// Batches gives ceil(n / Size) batches.
func (a Periodic) Batches(p Profile) ([]Batch, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	n := len(p.Start)
	if n == 0 {
		return nil, nil
	}
	batches := make([]Batch, 0, (n-1)/a.Size+1)
	for first := 0; n-first > a.Size; first += a.Size {
		batches = append(batches, Batch{first, first + a.Size})
	}
	return append(batches, Batch{len(batches) * a.Size, n}), nil
}

// String is "periodic:S".
func (a Periodic) String() string { return fmt.Sprintf("periodic:%d", a.Size) }

func (a Periodic) check() error { return atLeastOne(a, "batch size", a.Size) }
