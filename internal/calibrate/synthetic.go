package calibrate

import (
	"fmt"
	"math/rand/v2"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/queryset"
	"flyby/kernel"
	"flyby/trajectory"
)

// threshold is the d at which the interactions of calibration data have the outcome of their case:
//
//	entry    [0, 1], in the unit cube, moving up to 2 along x and along y
//	hit      the same beside it in z: less than 2.5 apart at the start
//	miss     the same, but 2 earlier or later
//	apart    the same, but 100 away in z
//	grazing  passes 9 away diagonally, so that the extents overlap in space as in time
//
// Starts and ends are spread over a thousandth, so that the order of the bins differs from the order of the
// rows, as in real data.
const threshold = 3

// kind is the case of a query segment: the outcome of its interaction with every entry segment.
type kind int

const (
	hitting kind = iota
	missing
	standingApart
	grazing
)

// flight is a trajectory of one segment.
type flight struct {
	t0, t1   float64
	from, to [3]float64
}

// entryFlight draws an entry segment.
func entryFlight(r *rand.Rand) flight {
	f := flight{t0: 1e-3 * r.Float64(), t1: 1 + 1e-3*r.Float64()}
	f.from = [3]float64{r.Float64(), r.Float64(), r.Float64()}
	f.to = [3]float64{f.from[0] + 4*r.Float64() - 2, f.from[1] + 4*r.Float64() - 2, f.from[2]}
	return f
}

// queryFlight draws a query segment of a kind, the n-th of that kind.
func queryFlight(k kind, n int, r *rand.Rand) flight {
	f := entryFlight(r)
	rise := 1.001 // entries and hits never meet in z: a small threshold misses all
	switch k {
	case missing:
		shift := 3 * float64(1-n%2*2)
		f.t0, f.t1 = f.t0+shift, f.t1+shift
	case standingApart:
		rise = 100
	case grazing:
		f.from, f.to = [3]float64{-20, 40, f.from[2]}, [3]float64{40, -20, f.from[2]}
	}
	f.from[2] += rise
	f.to[2] += rise
	return f
}

// crowd makes a store of n flights.
func crowd(n int, make func(i int) flight) (*trajectory.Store, error) {
	var c trajectory.Columns
	for i := range n {
		f := make(i)
		c.ID.Int = append(c.ID.Int, int64(i), int64(i))
		c.T = append(c.T, f.t0, f.t1)
		c.X = append(c.X, f.from[0], f.to[0])
		c.Y = append(c.Y, f.from[1], f.to[1])
		c.Z = append(c.Z, f.from[2], f.to[2])
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		return nil, fmt.Errorf("calibrate: data: %w", err)
	}
	return s, nil
}

// queriesOf makes query segments for the database on the device, counts[k] of kind k.
func (c *calibrator) queriesOf(counts map[kind]int) (*queryset.Set, error) {
	var kinds []kind
	for k := hitting; k <= grazing; k++ {
		for range counts[k] {
			kinds = append(kinds, k)
		}
	}
	s, err := crowd(len(kinds), func(i int) flight { return queryFlight(kinds[i], i, c.random) })
	if err != nil {
		return nil, err
	}
	return queryset.New(s, c.store.bins, interaction.Unbounded()), nil
}

// database is calibration data on the device.
type database struct {
	store    *trajectory.Store
	bins     *binindex.Bins
	resident kernel.Ranger
}
