package pair

import (
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/testing/clrttest"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/rig"
	"flyby/internal/tier"
	"flyby/trajectory"
)

//go:embed solve.cl
var solveText string

// solvePairs is the kernel of solve.cl.
const solvePairs clrt.Kernel[solvePairsArgs] = "solve_pairs"

// solvePairsArgs are the parameters of solve_pairs.
type solvePairsArgs struct {
	segments, last, rule *cl.Buffer
	n                    uint32
	verdict, span        *cl.Buffer
}

// solveFile is solve.cl, which needs interaction.cl before it.
func solveFile() clrt.File { return clrt.File{Name: "solve.cl", Text: solveText} }

// solveSource is the program of solve.cl.
func solveSource(g clrt.Groups) clrt.Source {
	return clrt.Source{Label: "solve", Groups: g, Kernels: []clrt.AnyKernel{solvePairs}, Files: []clrt.File{InteractionFile(), solveFile()}}
}

// TestSolveTwin: the device's solve equals interaction.Window.Solve to the bit on a million
// pairs, most of them near the threshold or otherwise hard.
func TestSolveTwin(t *testing.T) {
	tier.Full(t)
	for _, dev := range cltest.Devices(t) {
		d, finds := rig.OpenRuntime(t, dev)
		defer d.Close()
		if !finds {
			continue
		}
		p, err := d.Build(solveSource(clrt.Groups{Size: 1, Block: 128}))
		rig.Must(t, err)
		defer p.Release()
		const bases, copies, chunk = 25_000, 40, 20_000
		var verdicts [3]int
		var pairs []kerneltest.Pair
		r := kerneltest.Rand(t)
		for base := range kerneltest.Pairs(r, bases) {
			for range copies {
				pairs = append(pairs, base)
				nudge(r, &base)
			}
			if len(pairs) >= chunk {
				compareSolves(t, d, p, pairs, &verdicts)
				pairs = pairs[:0]
			}
		}
		t.Logf("%d misses, %d hits, %d borderline", verdicts[0], verdicts[1], verdicts[2])
		if slices.Min(verdicts[:]) < bases*copies/10 {
			t.Error("the pairs are too easy")
		}
	}
}

// nudge moves some numbers of a pair by an ulp: adversarial pairs take long to
// make, and their neighbours are adversarial too.
func nudge(r *rand.Rand, p *kerneltest.Pair) {
	*p = p.Swapped()
	s := &p.Query
	for _, v := range []*float64{&p.Distance, &s.R, &s.T0, &s.T1, &s.P0[0], &s.P0[1], &s.P0[2], &s.P1[0], &s.P1[1], &s.P1[2]} {
		if *v != 0 && r.IntN(6) == 0 {
			*v = math.Nextafter(*v, rig.Pick(r, math.Inf(-1), math.Inf(1)))
		}
	}
}

// compareSolves decides pairs on the device and in Go, and compares the results.
func compareSolves(t *testing.T, d *clrt.Device, p *clrt.Program, pairs []kerneltest.Pair, verdicts *[3]int) {
	n := len(pairs)
	planes, last, rule := columns(pairs)
	verdict, span := make([]uint8, n), make([]float64, 2*n)
	buffers := make([]*cl.Buffer, 5)
	for i, size := range []int{8 * len(planes), len(last), 8 * len(rule), n, 8 * len(span)} {
		b, err := d.Memory.Buffer("test", size)
		rig.Must(t, err)
		buffers[i] = b
	}
	defer func() { rig.Must(t, d.Memory.Release(buffers...)) }()
	rig.Must(t, clrt.Write(d.Queues, buffers[0], 0, planes))
	rig.Must(t, clrt.Write(d.Queues, buffers[1], 0, last))
	rig.Must(t, clrt.Write(d.Queues, buffers[2], 0, rule))
	rig.Must(t, solvePairs.Launch(p, clrt.Over(uint64(n)), &solvePairsArgs{
		segments: buffers[0], last: buffers[1], rule: buffers[2], n: uint32(n), verdict: buffers[3], span: buffers[4],
	}))
	rig.Must(t, clrt.Read(d.Queues, buffers[3], 0, verdict))
	rig.Must(t, clrt.Read(d.Queues, buffers[4], 0, span))
	rig.Must(t, d.Queues.Finish())
	for i, p := range pairs {
		enter, exit, v := p.Window.Solve(p.Query, p.Entry, p.Distance)
		verdicts[v]++
		same := math.Float64bits(enter) == math.Float64bits(span[i]) && math.Float64bits(exit) == math.Float64bits(span[n+i])
		if interaction.Verdict(verdict[i]) != v || !same {
			t.Fatalf("%v\nGo: %d [%x, %x]\nCL: %d [%x, %x]", p, v, enter, exit, verdict[i], span[i], span[n+i])
		}
	}
}

// columns returns the columns of pairs in the layout of solve.cl.
func columns(pairs []kerneltest.Pair) (planes []float64, last []uint8, rule []float64) {
	n := len(pairs)
	planes, last, rule = make([]float64, 9*2*n), make([]uint8, 2*n), make([]float64, 3*n)
	for i, p := range pairs {
		for side, s := range []trajectory.Segment{p.Query, p.Entry} {
			for k, v := range []float64{s.T0, s.T1, s.P0[0], s.P0[1], s.P0[2], s.P1[0], s.P1[1], s.P1[2], s.R} {
				planes[2*n*k+2*i+side] = v
			}
			if s.Last {
				last[2*i+side] = 1
			}
		}
		rule[i], rule[n+i], rule[2*n+i] = p.Distance, p.Window.From, p.Window.To
	}
	return planes, last, rule
}

// TestSolveArguments compares the struct of the kernel with its text.
func TestSolveArguments(t *testing.T) { clrttest.CheckArguments(t, solveSource(clrt.Groups{})) }
