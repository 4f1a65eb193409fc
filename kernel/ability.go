package kernel

import (
	"context"
	"fmt"
)

// Ranger is a Resident with an order of rows: the ability that the method temporal needs.
type Ranger interface {
	Resident
	// Interact compares every query segment of each batch with every entry
	// segment of its ranges (GPUTrajDistSearch, paper Algorithm 1) and adds the
	// hits to out, borderline ones with Enter NaN (interaction.HitRow.Borderline).
	//
	// It returns an *OverflowError where the hits outgrow the device's buffer. Before
	// that a driver may grow its buffer and run the work again by itself. It never drops a
	// hit; cutting the work is left to the caller. Whatever the error, out is unchanged.
	Interact(ctx context.Context, w RangeWork, out *Hits) (Stats, error)
}

// Walker is a Resident with a pyramid: the ability that the method spatiotemporal needs.
type Walker interface {
	Resident
	// Walk walks the query pyramid against the entry pyramid from the work's
	// boxes down, and from the boxes of More that it takes, and adds the hits to out.
	// It returns the errors of Interact, with the same promise.
	Walk(ctx context.Context, w WalkWork, out *Hits) (Stats, error)
}

// Joiner is a Walker that can join hits to encounters where it finds them.
type Joiner interface {
	Walker
	// WalkJoined is Walk, but the hits that the driver could join are handed over as
	// encounters, in lists with Joined.
	WalkJoined(ctx context.Context, w WalkWork, out *Hits) (Stats, error)
}

// Listing lists pairs of runs. Fill lists anew the pairs of the query trajectories from first up to last, where the room for pairs
// ends. Walk is Walk, or WalkJoined if joins, for the pairs of [first, last). Nobody uses the Listing's Resident meanwhile.
type Listing interface {
	Fill(ctx context.Context, first int) (last int, stats Stats, err error)
	Walk(ctx context.Context, first, last int, joins bool, progress func(done, total float64), out *Hits) (Stats, error)
}

// Pinner is a Driver whose device reads some memory of the host by itself.
type Pinner interface {
	// Pin returns memory that the device reads, for n numbers. Columns of queries in this
	// memory are sent without a copy, and in one transfer where they adjoin.
	Pin(n int) (Pinned, error)
}

// Pinned is memory that a Pinner gave.
type Pinned struct {
	Floats  []float64
	Release func() // to be called once, by any goroutine; nothing may use Floats then
}

// Able returns an error that wraps ErrAbility where r lacks an ability that db asks for: a
// Ranger for an Order, a Walker for a Pyramid.
func (db Database) Able(r Resident) error {
	if _, ok := r.(Ranger); db.Order != nil && !ok {
		return fmt.Errorf("%w: it compares no ranges of segments", ErrAbility)
	}
	if _, ok := r.(Walker); db.Pyramid != nil && !ok {
		return fmt.Errorf("%w: it walks no pyramids", ErrAbility)
	}
	return nil
}
