package backlog

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestChain: the bytes in memory are the written ones, in order, and take no more memory than their number and
// one piece.
func TestChain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{10, 3000, 3 * PieceBytes} {
		var s chain
		var want []byte
		for range 40 {
			p := make([]byte, random.IntN(most))
			for i := range p {
				p[i] = byte(random.Uint32())
			}
			s.add(p)
			want = append(want, p...)
			clear(p) // the writer uses its buffer again
		}
		room := 0
		for _, p := range s.all {
			room += cap(p)
		}
		if got := bytes.Join(s.all, nil); !bytes.Equal(got, want) || s.size != len(want) || room >= s.size+PieceBytes+PieceBytes/8 {
			t.Errorf("up to %d bytes: %d of %d, counted %d, in %d", most, len(got), len(want), s.size, room)
		}
	}
}
