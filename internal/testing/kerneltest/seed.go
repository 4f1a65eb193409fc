package kerneltest

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"testing"
	"time"
)

var seed = flag.Uint64("seed", 1, "seed of the random tests; 0 takes one from the clock")

// Rand returns the random source of a test. It depends on the flag -seed and on the
// test's name, so that each test can be replayed alone. A test that fails prints the seed.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	return stream(t, t.Name())
}

// stream returns the random source of a name, and logs how to replay it.
func stream(t testing.TB, name string) *rand.Rand {
	t.Helper()
	s := drawn()
	sayReplay(t, s)
	return source(s, name)
}

// drawn returns the seed of the flag, or one from the clock.
func drawn() uint64 {
	if *seed == 0 {
		return uint64(time.Now().UnixNano())
	}
	return *seed
}

// sayReplay logs how to replay the random numbers of a test.
func sayReplay(t testing.TB, seed uint64) {
	t.Helper()
	t.Logf("random test: replay with -seed=%d", seed)
}

// source returns the random source of a seed and a name.
func source(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
