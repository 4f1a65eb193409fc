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
	kept := sets[:0]
	for i, s := range sets {
		if i+1 == len(sets) || !sets[i+1].Elements.Epoch.Equal(s.Elements.Epoch) {
			kept = append(kept, s)
			continue
		}
		next := s.Elements
		next.Epoch = sets[i+1].Elements.Epoch // of another location, perhaps
		if next == sets[i+1].Elements {
			t.Same++
		} else {
			t.Superseded++
		}
	}
	return kept
}
