package cluster

import (
	"fmt"

	"flyby/points/pointjoin"
)

// Noise is the number of a point that no cluster has.
const Noise = -1

// Kind is what a point is to its cluster.
type Kind uint8

// The kinds. That of no cluster is the zero value.
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
	// Numbers are those of clusters, or Noise. Clusters are numbered from 0 by the row of their first core point; a border
	// point is of the lowest-numbered cluster among the core points within eps of it.
	Numbers  []int64
	Kinds    []Kind
	Clusters int // that there are
	Noise    int // points that no cluster has
}

// New returns the labels of points of no cluster.
func New(points int) Labels {
	l := Labels{Numbers: make([]int64, points), Kinds: make([]Kind, points), Noise: points}
	for row := range l.Numbers {
		l.Numbers[row] = Noise
	}
	return l
}

// put makes a point one of a cluster.
func (l *Labels) put(row uint32, number int64, k Kind) {
	l.Numbers[row], l.Kinds[row] = number, k
	l.Noise--
}

// FromLeads numbers the clusters of leads: of each point, by row, the lowest row of a core point of its cluster, or
// pointjoin.NoLead (docs/decisions/0065-dense-cells.md). core has which points are core.
func FromLeads(core []bool, lead []uint32) Labels {
	l := New(len(lead))
	for row, of := range lead {
		if core[row] && of == uint32(row) {
			l.Numbers[row] = int64(l.Clusters)
			l.Clusters++
		}
	}
	for row, of := range lead {
		switch {
		case of == pointjoin.NoLead:
		case core[row]:
			l.put(uint32(row), l.Numbers[of], CorePoint)
		default:
			l.put(uint32(row), l.Numbers[of], BorderPoint)
		}
	}
	return l
}
