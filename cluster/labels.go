package cluster

import (
	"fmt"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
)

// Noise is the number of a point that no cluster has.
const Noise = -1

// Kind is the kind of a point: core, border, or noise.
type Kind uint8

// The kinds of points. The zero value is noise.
const (
	NoisePoint  Kind = iota
	BorderPoint      // within eps of a core point
	CorePoint
)

func (k Kind) String() string {
	switch k {
	case NoisePoint:
		return "noise"
	case BorderPoint:
		return "border"
	case CorePoint:
		return "core"
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Labels say of each point, by row, which cluster has it.
type Labels struct {
	// Numbers are the numbers of the points' clusters, or Noise. Clusters are numbered from 0 by the row of their first core point; a
	// border point is of the lowest-numbered cluster among the core points within eps of it.
	Numbers  []int64
	Kinds    []Kind
	Clusters int // number of clusters
	Noise    int // number of points that no cluster has
}

// New returns the labels of points of no cluster.
func New(points int) Labels {
	l := Labels{Numbers: make([]int64, points), Kinds: make([]Kind, points), Noise: points}
	for row := range l.Numbers {
		l.Numbers[row] = Noise
	}
	return l
}

// put puts a point into a cluster.
func (l *Labels) put(row uint32, number int64, k Kind) {
	l.Numbers[row], l.Kinds[row] = number, k
	l.Noise--
}

// FromLeads numbers the clusters of leads. lead has for each point, by row, the lowest row of a core point of its cluster, or
// pointjoin.NoLead (docs/decisions/0065-dense-cells.md); core says which points are core. Up to threads goroutines, one at least, do it.
func FromLeads(core []bool, lead []uint32, threads int) Labels {
	n := len(lead)
	l := Labels{Numbers: make([]int64, n), Kinds: make([]Kind, n)}
	threads = max(1, min(threads, n/leastLabels))
	counts := make([]struct{ leads, noise int }, threads)
	parallel.Ranges(n, threads, func(k, first, last int) {
		for row := first; row < last; row++ {
			if leads(core, lead, row) {
				counts[k].leads++
			}
		}
	})
	parallel.Ranges(n, threads, func(k, first, last int) {
		number := int64(0)
		for _, before := range counts[:k] {
			number += int64(before.leads)
		}
		for row := first; row < last; row++ {
			if leads(core, lead, row) {
				l.Numbers[row] = number
				number++
			}
		}
	})
	parallel.Ranges(n, threads, func(k, first, last int) { counts[k].noise = l.follow(core, lead, first, last) })
	for _, c := range counts {
		l.Clusters, l.Noise = l.Clusters+c.leads, l.Noise+c.noise
	}
	return l
}

// leastLabels is the least number of points that is worth a goroutine.
const leastLabels = 1 << 14

// leads reports whether a row is the lead of its cluster.
func leads(core []bool, lead []uint32, row int) bool { return core[row] && lead[row] == uint32(row) }

// follow labels the rows [first, last), whose leads have their numbers already. It returns how many rows are noise.
func (l *Labels) follow(core []bool, lead []uint32, first, last int) (noise int) {
	for row := first; row < last; row++ {
		switch of := lead[row]; {
		case of == pointjoin.NoLead:
			l.Numbers[row] = Noise
			noise++
		case !core[row]:
			l.Numbers[row], l.Kinds[row] = l.Numbers[of], BorderPoint
		case of == uint32(row): // other goroutines read its number meanwhile
			l.Kinds[row] = CorePoint
		default:
			l.Numbers[row], l.Kinds[row] = l.Numbers[of], CorePoint
		}
	}
	return noise
}
