package host

import (
	"flyby/binindex"
	"flyby/internal/parallel"
)

// packetBoxes is the number of boxes that one test compares with a box: the
// grandchildren of a box, which stand next to each other two levels lower.
const packetBoxes = binindex.Fan * binindex.Fan

// packet is sixteen boxes that one test compares, in an array for each side, which a vector
// instruction reads at once. Places past the end hold empty boxes, which are near no box.
type packet struct {
	min, max    [3][packetBoxes]float32
	first, last [packetBoxes]uint32
}

// steps is a pyramid walked two levels at a time: its boxes at step k are the
// boxes of level 2k, and the boxes [16j, 16j+16) of a step are packet j.
type steps struct {
	*binindex.Pyramid
	packets [][]packet
}

// fillPackets is the number of packets that a thread fills at once.
const fillPackets = 64

// newSteps gathers the packets of every second level. It reuses the memory of old,
// packets that are no longer used.
func newSteps(p *binindex.Pyramid, old [][]packet, pool *parallel.Pool) steps {
	s := steps{Pyramid: p, packets: old[:0]}
	for level := 0; level < len(p.Levels); level += 2 {
		boxes := p.Levels[level]
		packets := s.memory((len(boxes) + packetBoxes - 1) / packetBoxes)
		pool.Each((len(packets)+fillPackets-1)/fillPackets, func(i int) {
			for j := i * fillPackets; j < min((i+1)*fillPackets, len(packets)); j++ {
				packets[j].fill(boxes[j*packetBoxes : min(j*packetBoxes+packetBoxes, len(boxes))])
			}
		})
		s.packets = append(s.packets, packets)
	}
	return s
}

// memory returns memory for the next level's n packets.
func (s *steps) memory(n int) []packet {
	if k := len(s.packets); k < cap(s.packets) {
		if old := s.packets[:k+1][k]; n <= cap(old) {
			return old[:n]
		}
	}
	return make([]packet, n, n+n/spareBoxes)
}

// spareBoxes divides the packets of a level: as much more room suits slabs of about as many segments.
const spareBoxes = 16

// fill makes the packet of up to packetBoxes boxes.
func (b *packet) fill(boxes []binindex.Box) {
	empty := binindex.EmptyBox()
	for i := range packetBoxes {
		o := &empty
		if i < len(boxes) {
			o = &boxes[i]
		}
		b.min[0][i], b.min[1][i], b.min[2][i] = o.Min[0], o.Min[1], o.Min[2]
		b.max[0][i], b.max[1][i], b.max[2][i] = o.Max[0], o.Max[1], o.Max[2]
		b.first[i], b.last[i] = o.First, o.Last
	}
}

// box returns a box of a step.
func (s *steps) box(step, box int32) *binindex.Box {
	return &s.Levels[2*step][box]
}

// below returns a range of boxes of any level as a range of boxes of a step: of
// the same level, or of the level under it.
func (s *steps) below(level, first, last int) (step, from, to int32) {
	if level%2 == 1 {
		level--
		first, last = first*binindex.Fan, min(last*binindex.Fan, len(s.Levels[level]))
	}
	return int32(level / 2), int32(first), int32(last)
}

// nearFunc tests the boxes of a packet against one box, as Box.Near does: bit i
// of the result is set where box i shares a tick with it and lies within reach.
type nearFunc func(b *packet, o *binindex.Box, reach float32) uint32

// askFunc prefetches the packets, from packets on, whose bits are set in chosen.
type askFunc func(packets *packet, chosen uint32)

// nearGeneric is nearFunc in Go: the reference of the vector versions.
func nearGeneric(b *packet, o *binindex.Box, reach float32) uint32 {
	var near uint32
	for i := range packetBoxes {
		if b.first[i] > o.Last || o.First > b.last[i] {
			continue
		}
		sum := float32(0)
		for k := range 3 {
			gap := max(b.min[k][i]-o.Max[k], o.Min[k]-b.max[k][i], 0)
			sum += float32(gap * gap)
		}
		if sum <= reach {
			near |= 1 << i
		}
	}
	return near
}
