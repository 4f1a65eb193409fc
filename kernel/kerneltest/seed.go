package kerneltest

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"testing"
	"time"
)

var seed = flag.Uint64("seed", 1, "seed of the random tests; 0 takes one from the clock")

// Rand returns the random source of a test: of the flag -seed and the test's
// name, so that each test can be replayed alone. A test that fails prints the seed.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	return stream(t, t.Name())
}

// stream returns the random source of a name.
func stream(t testing.TB, name string) *rand.Rand {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("random test: replay with -seed=%d", s)
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(s, h.Sum64()))
}
