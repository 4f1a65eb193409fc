package group

import "math/bits"

// A lister lists sets one after another. Large groups that follow each other have most of their members in common, so the members in words that
// equal the last set's words are copied from its list.
type lister struct {
	words      []uint64 // of the last set, none at first
	last, next []uint32 // the list of the last set, and memory for the next one
}

// list returns the members of a set in order. The caller must not change them; they are valid until the next set but one is listed.
func (l *lister) list(set []uint64) []uint32 {
	next, from := l.next[:0], 0
	for i := 0; i < len(set); i++ {
		first := from
		for ; i < len(set) && set[i] == l.words[i]; i++ {
			from += bits.OnesCount64(set[i])
		}
		next = append(next, l.last[first:from]...)
		if i == len(set) {
			break
		}
		for w := set[i]; w != 0; w &= w - 1 {
			next = append(next, uint32(i*wordBits+bits.TrailingZeros64(w)))
		}
		from += bits.OnesCount64(l.words[i])
		l.words[i] = set[i]
	}
	l.last, l.next = next, l.last
	return next
}
