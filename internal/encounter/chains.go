package encounter

import (
	"unsafe"

	"flyby/internal/memory"
)

// chains is a list of chains that grows without being copied, so that pointers to them stay and
// no garbage is left.
type chains struct {
	chunks [][]Chain // of chunkChains each
	used   int       // chunks, from the first on, that were taken from the budget
	n      int
}

const (
	chunkBits   = 12
	chunkChains = 1 << chunkBits
	// grantChunks is the number of chunks whose memory is checked for at a time.
	grantChunks = 1 << 5
	// keptChunks is the number of chunks whose memory is kept for the next search.
	keptChunks = 1 << 4
	chainBytes = int(unsafe.Sizeof(Chain{}))
)

// at returns a chain by its number, for which there must be memory.
func (l *chains) at(i int) *Chain { return &l.chunks[i>>chunkBits][i%chunkChains] }

// full reports whether there is no memory for a further chain.
func (l *chains) full() bool { return l.n == l.used*chunkChains }

// add adds a chain, for which there is memory.
func (l *chains) add(c *Chain) {
	*l.at(l.n) = *c
	l.n++
}

// clear forgets all chains. Memory of more than keptChunks chunks is left to the garbage collector.
func (l *chains) clear() {
	if l.n, l.used = 0, 0; len(l.chunks) > keptChunks {
		l.chunks = nil
	}
}

// grow takes memory for more chains from a budget, or says why there is none.
func (l *chains) grow(budget *memory.Budget) error {
	if err := budget.Take(memory.Of(chunkChains, chainBytes+sequenceBytes)); err != nil {
		return err
	}
	if l.used++; l.used <= len(l.chunks) {
		return nil // it was made before
	}
	if len(l.chunks)%grantChunks == grantChunks-1 {
		const grant = grantChunks * chunkChains
		if err := memory.Need("encounters", memory.Of(grant, chainBytes+sequenceBytes)); err != nil {
			l.used--
			return err
		}
	}
	l.chunks = append(l.chunks, make([]Chain, chunkChains))
	return nil
}

// drop drops the chains that are merged into others.
func (l *chains) drop() {
	n := 0
	for i := range l.n {
		if c := l.at(i); !c.merged {
			*l.at(n) = *c
			n++
		}
	}
	l.n = n
}
