package zorder

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"testing"
)

const mostPlace = 1<<placeBits - 1

// code makes the whole code, which the package never does: all bits of a shifted place, interleaved.
func code(place []uint32, shift uint32) *big.Int {
	n := planeCount * len(place)
	text := make([]byte, (n+7)/8) // the highest bits first
	for plane := planeCount - 1; plane >= 0; plane-- {
		for _, v := range place {
			n--
			text[len(text)-1-n/8] |= byte((v+shift)>>plane&1) << (n % 8)
		}
	}
	return new(big.Int).SetBytes(text)
}

// someKey is keyOf for whole codes.
func someKey(c *big.Int, n, from int) uint64 {
	c = new(big.Int).Lsh(c, keyBits)
	c.Rsh(c, uint(planeCount*n-from))
	return c.And(c, new(big.Int).SetUint64(1<<64-1)).Uint64()
}

// checkCodes checks the comparison of two places, and a key, against their codes.
func checkCodes(t *testing.T, a, b []uint32, shift uint32, from int) {
	t.Helper()
	ca, cb := code(a, shift), code(b, shift)
	if got, want := compare(a, b, shift), ca.Cmp(cb); got != want {
		t.Fatalf("%x and %x shifted by %x: %d, but codes %d", a, b, shift, got, want)
	}
	if got := compare(b, a, shift); got != -ca.Cmp(cb) {
		t.Fatalf("%x and %x shifted by %x: %d", b, a, shift, got)
	}
	bit, _ := difference(a, b, shift)
	if want := planeCount*len(a) - new(big.Int).Xor(ca, cb).BitLen(); bit != want {
		t.Fatalf("%x and %x shifted by %x differ first at bit %d: %d", a, b, shift, want, bit)
	}
	if got, want := keyOf(a, shift, from), someKey(ca, len(a), from); got != want {
		t.Fatalf("%x shifted by %x: key from bit %d is %x, not %x", a, shift, from, got, want)
	}
}

// TestCompare: places of 1 to 4,096 dimensions, equal and nearly so, are in the order of their codes.
func TestCompare(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for _, n := range []int{1, 2, 3, 4, 5, 16, 31, 33, 64, 65, 300, 1024, 4096} {
		for range 2000/n + 3 {
			a, b := make([]uint32, n), make([]uint32, n)
			for j := range a {
				a[j] = r.Uint32N(mostPlace+1) >> r.IntN(placeBits)
				if b[j] = a[j]; r.IntN(3) == 0 {
					b[j] ^= 1 << r.IntN(placeBits)
				}
			}
			checkCodes(t, a, b, r.Uint32N(1<<placeBits), r.IntN(planeCount*n))
			checkCodes(t, a, a, mostPlace, planeCount*n-1)
		}
	}
}

// TestCompareTies: of several dimensions that differ in the same bit the first decides.
func TestCompareTies(t *testing.T) {
	if compare([]uint32{0, 7}, []uint32{4, 0}, 0) != -1 || compare([]uint32{7, 0}, []uint32{0, 4}, 0) != 1 {
		t.Error("the later of two dimensions decides")
	}
	if compare([]uint32{3, 4}, []uint32{7, 0}, 0) != -1 {
		t.Error("a bit that is set in both decides")
	}
}

// FuzzCompare: the comparison of any two places agrees with their codes.
func FuzzCompare(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 1, 0, 0, 0}, uint32(0), uint16(0))
	f.Add([]byte{255, 255, 255, 127, 0, 0, 0, 64, 0, 0, 0, 0, 1, 2, 3, 4}, uint32(1<<30), uint16(7))
	f.Add(make([]byte, 8*70), uint32(12345), uint16(64))
	f.Fuzz(func(t *testing.T, data []byte, shift uint32, from uint16) {
		const most = 80 // dimensions
		n := min(len(data)/8, most)
		if n == 0 {
			return
		}
		both := make([]uint32, 2*n)
		for i := range both {
			both[i] = binary.LittleEndian.Uint32(data[4*i:]) & mostPlace
		}
		checkCodes(t, both[:n], both[n:], shift&mostPlace, int(from)%(planeCount*n))
	})
}

func BenchmarkCompare(b *testing.B) {
	p, q := make([]uint32, 16), make([]uint32, 16)
	q[15] = 1
	for b.Loop() {
		compare(p, q, 1<<30)
	}
}

func BenchmarkKey(b *testing.B) {
	p := make([]uint32, 16)
	for b.Loop() {
		keyOf(p, 1<<30, 16)
	}
}
