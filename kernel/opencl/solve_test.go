package opencl

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/cl/cltest"
	"flyby/trajectory"
)

var seed = flag.Uint64("seed", 0, "of the random tests; 0: by the clock")

// source of randomness whose seed is printed.
func random(t testing.TB) *rand.Rand {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	return rand.New(rand.NewPCG(s, 1))
}

// onEach runs f as a subtest for every device.
func onEach(t *testing.T, o Options, f func(t *testing.T, d *Driver)) {
	t.Helper()
	for _, dev := range cltest.Devices(t) {
		d, err := New(dev, o)
		must(t, err)
		t.Run(d.Device().Name, func(t *testing.T) {
			defer func() { must(t, d.Close()) }()
			f(t, d)
		})
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// question is one interaction of a chunk that shares d and the window.
type question struct{ q, e trajectory.Segment }

// TestSolveTwin wants of the device the very bits of kernel.Solve on a million
// pairs, most of them made to be hard.
func TestSolveTwin(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, d *Driver) {
		if !d.Device().Float64 {
			t.Skip("no float64 here")
		}
		p, err := d.build(source{label: "solve", kernels: []string{"solve_pairs"}, files: []file{
			{"list.cl", listText}, {"interaction.cl", interactionText}, {"solve.cl", solveText},
		}})
		must(t, err)
		defer p.release()
		r := random(t)
		const chunks, n = 50, 20_000
		var verdicts [3]int
		for range chunks {
			compareSolves(t, d, p.kernels["solve_pairs"], newHard(r, n), &verdicts)
			if t.Failed() {
				return
			}
		}
		t.Logf("%d misses, %d hits, %d borderline", verdicts[0], verdicts[1], verdicts[2])
		for v, count := range verdicts {
			if count < chunks*n/1000 {
				t.Errorf("verdict %d only %d times: the pairs are too easy", v, count)
			}
		}
	})
}

// compareSolves runs one chunk on both sides.
func compareSolves(t *testing.T, d *Driver, k *routine, h hard, verdicts *[3]int) {
	n := len(h.pairs)
	planes, last := make([]float64, 9*2*n), make([]uint8, 2*n)
	for i, p := range h.pairs {
		for side, s := range []trajectory.Segment{p.q, p.e} {
			values := []float64{s.T0, s.T1, s.P0[0], s.P0[1], s.P0[2], s.P1[0], s.P1[1], s.P1[2], s.R}
			for k, v := range values {
				planes[2*n*k+2*i+side] = v
			}
			if s.Last {
				last[2*i+side] = 1
			}
		}
	}
	verdict, span := make([]uint8, n), make([]float64, 2*n)
	sizes := []int{8 * len(planes), len(last), n, 16 * n}
	buffers := make([]*cl.Buffer, 4)
	for i, name := range []string{"test.segments", "test.last", "test.verdict", "test.span"} {
		b, err := d.memory.buffer(name, sizes[i])
		must(t, err)
		buffers[i] = b
	}
	defer func() { must(t, d.memory.release(buffers...)) }()
	must(t, write(d.stream, buffers[0], 0, planes))
	must(t, write(d.stream, buffers[1], 0, last))
	must(t, d.launch(k, uint64(n), cl.Mem(buffers[0]), cl.Mem(buffers[1]), cl.Uint32(uint32(n)),
		cl.Float64(h.d), cl.Float64(h.w.From), cl.Float64(h.w.To), cl.Mem(buffers[2]), cl.Mem(buffers[3])))
	must(t, read(d.stream, buffers[2], 0, verdict))
	must(t, read(d.stream, buffers[3], 0, span))
	must(t, d.stream.finish())
	bad := 0
	for i, p := range h.pairs {
		enter, exit, v := kernel.Solve(p.q, p.e, h.d, h.w)
		verdicts[v]++
		same := math.Float64bits(enter) == math.Float64bits(span[i]) && math.Float64bits(exit) == math.Float64bits(span[n+i])
		if kernel.Verdict(verdict[i]) == v && same {
			continue
		}
		if bad++; bad <= 3 {
			t.Errorf("d = %x, window %v:\n%+v\n%+v\nGo: %d [%x, %x]\nCL: %d [%x, %x]",
				h.d, h.w, p.q, p.e, v, enter, exit, verdict[i], span[i], span[n+i])
		}
	}
}
