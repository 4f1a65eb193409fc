package elements

import (
	"cmp"
	"slices"
)

// Order sorts the sets of an object, in the order they were read, by epoch, in place. Of sets with equal elements, and of sets with one
// epoch, one stays: of the latest Created, the greatest Number, read last; an unknown value is less than any. It counts the others.
func Order(sets []Set, t *Tally) []Set {
	slices.SortStableFunc(sets, func(a, b Set) int {
		return cmp.Or(a.Elements.Epoch.Compare(b.Elements.Epoch), a.Created.Compare(b.Created), cmp.Compare(a.Number, b.Number))
	})
	kept, first := sets[:0], 0
	for first < len(sets) {
		last := first
		for last+1 < len(sets) && sets[last+1].Elements.Epoch.Equal(sets[first].Elements.Epoch) {
			last++
		}
		for i := first; i < last; i++ {
			if slices.ContainsFunc(sets[i+1:last+1], sets[i].equals) {
				t.Same++
			} else {
				t.Superseded++
			}
		}
		kept = append(kept, sets[last])
		first = last + 1
	}
	return kept
}

// equals compares elements of one epoch.
func (s *Set) equals(other Set) bool {
	e := s.Elements
	e.Epoch = other.Elements.Epoch // of another time zone, perhaps
	return e == other.Elements
}
