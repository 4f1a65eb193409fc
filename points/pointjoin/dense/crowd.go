package dense

import "flyby/points"

const (
	// leastCrowd is how many points a dense cell has at least to be worth it, in the mean over points: measured in two and three
	// dimensions. In one dimension neighbours are in one row of cells, whatever these are.
	leastCrowd = 3.5
	// fewPoints are too few for the time that clusters take to matter.
	fewPoints = 1 << 14
	// sampled is how many points are asked how many others are in their cells, and looked among how many.
	sampled, looked = 1 << 12, 1 << 18
	// golden is 2^64 by the golden ratio: multiples of it are spread evenly.
	golden = 0x9E3779B97F4A7C15
)

// sparse reports whether dense cells have too few points.
func (f *frame) sparse(s *points.Store) bool {
	return s.Dimensions() > 1 && s.Len() >= fewPoints && f.crowd(s) < leastCrowd
}

// crowd is about how many points there are in the cell of a point, itself among them: the mean over some of the points.
func (f *frame) crowd(s *points.Store) float64 {
	apart := (s.Len() + looked - 1) / looked
	count := s.Len() / apart
	every := max(1, count/sampled)
	var cells picked
	for i := 0; i < count; i += every {
		cells.add(f.id(s, spread(i, apart)))
	}
	hits := 0
	for i := range count {
		hits += cells.times(f.id(s, spread(i, apart)))
	}
	return 1 + float64(apart*(hits-cells.count))/float64(cells.count)
}

// spread is a row of the i-th of equal parts of all, each time another one of the part.
func spread(i, part int) int {
	return i*part + int(uint64(i)*golden>>32)%part
}

// picked is how many times ids were picked. Most of those that were not are told by a bit.
type picked struct {
	bits  [1 << 10]uint64
	of    map[int64]int
	count int
}

// bit is that of an id.
func (p *picked) bit(id int64) (word *uint64, bit uint64) {
	hash := uint64(id) * golden >> 48
	return &p.bits[hash/64], 1 << (hash % 64)
}

// add picks an id.
func (p *picked) add(id int64) {
	if p.of == nil {
		p.of = map[int64]int{}
	}
	word, bit := p.bit(id)
	*word |= bit
	p.of[id]++
	p.count++
}

// times is how many times an id was picked.
func (p *picked) times(id int64) int {
	if word, bit := p.bit(id); *word&bit == 0 {
		return 0
	}
	return p.of[id]
}
