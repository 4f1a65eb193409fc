package zone

import "fmt"

// ringSide is a side of a polygon in the numbers of the file.
type ringSide struct {
	a, b [2]float64
	ring int
}

// checkCrossings refuses a polygon of which two rings cross, and notes a ring that crosses itself: where a place is in the inner of a side of both, in the
// numbers of the file.
func (b *builder) checkCrossings(polygon int, rings [][][2]float64) error {
	var sides []ringSide
	var boxes []Box
	for j, ring := range rings {
		for i := range len(ring) - 1 {
			s := ringSide{ring[i], ring[i+1], j}
			sides, boxes = append(sides, s), append(boxes, boxOf(flat(s.a), flat(s.b)))
		}
	}
	t := newTree(boxes)
	crossed := make([]bool, len(rings)) // by itself
	for i := range sides {
		s := &sides[i]
		var wrong *ringSide
		t.search(boxes[i].meets, func(other int32) {
			o := &sides[other]
			if int(other) <= i || o.ring == s.ring && crossed[s.ring] || !s.crosses(o) {
				return
			}
			if o.ring != s.ring {
				wrong = o
				return
			}
			if crossed[s.ring] = true; b.selfRings == 0 {
				b.selfPlace = s.meeting(o)
			}
			b.selfRings++
		})
		if wrong != nil {
			at := s.meeting(wrong)
			return fmt.Errorf("polygon %d: its rings %d and %d cross at (%v, %v)", polygon, s.ring, wrong.ring, at[0], at[1])
		}
	}
	return nil
}

// crosses reports whether two sides share a place in the inner of both, and no other.
func (s *ringSide) crosses(o *ringSide) bool {
	if s.a == o.a || s.a == o.b || s.b == o.a || s.b == o.b {
		return false // as neighbours do, which are most of all near sides
	}
	return orientation(s.a, s.b, o.a)*orientation(s.a, s.b, o.b) < 0 && orientation(o.a, o.b, s.a)*orientation(o.a, o.b, s.b) < 0
}

// meeting returns about where two sides cross, for messages.
func (s *ringSide) meeting(o *ringSide) (at [2]float64) {
	area := func(a, b, c [2]float64) float64 {
		return float64((b[0]-a[0])*(c[1]-a[1])) - float64((b[1]-a[1])*(c[0]-a[0]))
	}
	from, to := area(o.a, o.b, s.a), area(o.a, o.b, s.b)
	share := 0.5
	if from != to {
		share = min(max(from/(from-to), 0), 1)
	}
	for k := range at {
		at[k] = s.a[k] + float64(share*(s.b[k]-s.a[k]))
	}
	return at
}
