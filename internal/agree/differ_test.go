package agree_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime/pprof"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"flyby"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/kernel"
)

var (
	differTime    = flag.Duration("differ.time", 0, "how long TestDiffer makes cases; 0: 2 s")
	differWorkers = flag.Int("differ.workers", 1, "cases at a time in TestDiffer")
	differReplay  = flag.Uint64("differ.case", 0, "the seed of one case of TestDiffer, to be replayed and shrunk")
)

// TestDiffer: for random cases, some of all configurations find the members that rational
// arithmetic finds, with times and encounters as accurate as docs/exactness.md promises, and with
// the same bits from all. -seed=0 makes other cases in each run. docs/testing.md describes runs of
// hours, and the replay of a case.
func TestDiffer(t *testing.T) {
	tier.Full(t)
	f := newDiffer(t)
	if *differReplay != 0 {
		f.replay(*differReplay)
		return
	}
	length := *differTime
	if length == 0 {
		length = 2 * time.Second
	}
	f.run(length)
}

// differ is a run of TestDiffer.
type differ struct {
	t       testing.TB
	opencl  []string
	models  bool
	tries   int // of the shrinker
	seeds   *rand.Rand
	running *os.File // seeds of the cases in work, in case the process dies

	mutex    sync.Mutex
	count    differCount
	failed   string
	stopping atomic.Bool
	began    []time.Time // per worker, when its case began
	current  []uint64
}

// differCount counts the cases and features of a run.
type differCount struct {
	cases, answers, asks   int
	pairs, hits, met       int
	borderline             int
	features, ways, traits map[string]int
}

func newDiffer(t testing.TB) *differ {
	f := &differ{t: t, tries: 3000, seeds: kerneltest.Rand(t)}
	f.count.features, f.count.ways, f.count.traits = map[string]int{}, map[string]int{}, map[string]int{}
	for _, name := range differFeatures {
		f.count.features[name] = 0
	}
	f.opencl = append(f.opencl, devices(t)[1:]...)
	f.began, f.current = make([]time.Time, max(*differWorkers, 1)), make([]uint64, max(*differWorkers, 1))
	return f
}

// rig opens the devices of a worker.
func (f *differ) rig() *differRig {
	return &differRig{opencl: f.opencl, models: f.models, drivers: map[string]kernel.Driver{}}
}

// makeModels makes rough performance models in a cache of the test's own, for batching and auto.
func (f *differ) makeModels() {
	dir := f.t.TempDir()
	f.t.Setenv("XDG_CACHE_HOME", dir)
	for _, device := range append([]string{"cpu"}, f.opencl...) {
		if _, err := flyby.Tune(f.t.Context(), quickly(flyby.Options{Device: device}), ""); err != nil {
			f.t.Fatal(err)
		}
	}
	f.models = true
}

// modelsFrom is the least length of a run that is worth the making of models.
const modelsFrom = 20 * time.Second

// run makes cases until the time is over or one fails.
func (f *differ) run(length time.Duration) {
	if length >= modelsFrom {
		f.makeModels()
	}
	f.noteSeeds()
	end := time.Now().Add(length)
	var wg sync.WaitGroup
	for worker := range f.began {
		wg.Go(func() { f.work(worker, end) })
	}
	finished := make(chan struct{})
	go func() {
		wg.Wait()
		close(finished)
	}()
	f.watch(finished)
	f.report()
}

// noteSeeds makes the file of the seeds in work.
func (f *differ) noteSeeds() {
	var err error
	if f.running, err = os.CreateTemp("", "flyby-differ-*.seeds"); err != nil {
		f.t.Fatal(err)
	}
	if *differTime > 0 {
		f.t.Logf("if the process dies, the seeds of its cases are in %s", f.running.Name())
	}
	f.t.Cleanup(func() {
		if err := f.running.Close(); err != nil {
			f.t.Error(err)
		}
		if err := os.Remove(f.running.Name()); err != nil {
			f.t.Error(err)
		}
	})
}

// begin returns the seed of a worker's next case.
func (f *differ) begin(worker int) uint64 {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	seed := f.seeds.Uint64()
	f.began[worker], f.current[worker] = time.Now(), seed
	if _, err := f.running.WriteAt(fmt.Appendf(nil, "%20d\n", seed), int64(21*worker)); err != nil {
		f.t.Error(err)
	}
	return seed
}

// work runs case after case.
func (f *differ) work(worker int, end time.Time) {
	g := f.rig()
	defer func() {
		if err := g.close(); err != nil {
			f.t.Error(err)
		}
	}()
	for time.Now().Before(end) && !f.stopping.Load() {
		seed := f.begin(worker)
		if s, by := f.try(g, seed); s != "" {
			f.fail(g, seed, s, by)
			return
		}
		if g.opened++; g.opened == 500 { // leaks of a driver do not accumulate, and a fresh one is tested too
			if err := g.close(); err != nil {
				f.t.Error(err)
				return
			}
		}
	}
}

// waysACase is the number of ways, besides the reference, in which a case is run.
const waysACase = 5

// drawn returns the case of a seed, and its ways.
func (g *differRig) drawn(seed uint64) (*differCase, []differWay) {
	var bytes [32]byte
	binary.LittleEndian.PutUint64(bytes[:], seed)
	r := rand.New(rand.NewChaCha8(bytes))
	c := newDifferCase(r)
	return c, g.ways(r, c, waysACase)
}

// try runs the case of a seed and counts it; "" if all is right.
func (f *differ) try(g *differRig, seed uint64) (string, differWay) {
	c, ways := g.drawn(seed)
	var count differCount
	s, by := g.check(c, ways, &count)
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.count.add(c, ways, count)
	return s, by
}

// check runs a case in the reference way, which the oracle judges, and in ways, which must give the
// same bits; "" if they do, else the fault and its way.
func (g *differRig) check(c *differCase, ways []differWay, count *differCount) (string, differWay) {
	want, s := g.judged(c, count)
	if s != "" {
		return fmt.Sprintf("%s: %s", differReference.name(), s), differReference
	}
	for _, w := range ways {
		got, err := g.answer(c, w)
		if err != nil {
			return fmt.Sprintf("%s (%+v): %v", w.name(), w, err), w
		}
		for i := range got {
			if s := differing(w, got[i], want[i%len(c.asks)]); s != "" {
				return fmt.Sprintf("%s (%+v), ask %d: %s", w.name(), w, i, s), w
			}
		}
	}
	return "", differWay{}
}

// judged runs a case in the reference way and has the oracle judge its answers.
func (g *differRig) judged(c *differCase, count *differCount) (want []differAnswer, fault string) {
	want, err := g.answer(c, differReference)
	if err != nil {
		return nil, err.Error()
	}
	for i, a := range c.asks {
		truth := c.truth(a)
		if s := truth.judgeHits(want[i].hits); s != "" {
			return nil, fmt.Sprintf("ask %d: %s", i, s)
		}
		if s := judgeEncounters(truth.join(c, want[i].hits), want[i].encounters); s != "" {
			return nil, fmt.Sprintf("ask %d: %s", i, s)
		}
		count.take(truth, want[i])
	}
	return want, ""
}

// differing describes how an answer differs from the reference's, to the bit; "" if it does not.
func differing(w differWay, got, want differAnswer) string {
	if got.count != want.count {
		return fmt.Sprintf("%d hits, want %d", got.count, want.count)
	}
	if !w.encounters {
		if s := differentHits(want.hits, got.hits); s != "" {
			return s
		}
	} else if n := got.hits.Len(); n > 0 {
		return fmt.Sprintf("%d hits where encounters alone are wanted", n)
	}
	return differentEncounters(want.encounters, got.encounters)
}

// take counts an ask.
func (n *differCount) take(t *differTruth, a differAnswer) {
	if n.features == nil {
		n.features = map[string]int{}
	}
	n.asks++
	n.pairs += t.pairs
	n.borderline += t.borderline
	n.hits += len(t.hits)
	n.met += a.encounters.Len()
	for name, is := range map[string]bool{
		"hits": len(t.hits) > 0, "no hit": len(t.hits) == 0, "borderline pairs": t.borderline > 0,
		"hits at exactly the threshold": t.exactly > 0, "encounters of several hits": a.encounters.Len() < len(t.hits),
	} {
		if is {
			n.features[name] = 1
		}
	}
}

// add adds a case.
func (n *differCount) add(c *differCase, ways []differWay, o differCount) {
	n.cases++
	n.asks += o.asks
	n.pairs += o.pairs
	n.hits += o.hits
	n.met += o.met
	n.borderline += o.borderline
	for _, w := range ways {
		n.answers++
		n.ways[w.name()]++
		for _, trait := range w.traits() {
			n.traits[trait]++
		}
	}
	for name := range o.features {
		n.features[name]++
	}
	for _, name := range c.features() {
		n.features[name]++
	}
}

// Progress is printed at this interval, and a case that takes longer than hanging is reported as
// hanging.
const (
	progressEvery = 30 * time.Second
	hanging       = 10 * time.Minute
)

// watch prints progress until all workers have finished.
func (f *differ) watch(finished chan struct{}) {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case <-finished:
			return
		case <-tick.C:
		}
		f.mutex.Lock()
		f.t.Log(f.count.line())
		for worker, began := range f.began {
			if time.Since(began) > hanging && !f.stopping.Load() {
				_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 1)
				f.t.Fatalf("the case of seed %d hangs: replay with -differ.case=%d", f.current[worker], f.current[worker])
			}
		}
		f.mutex.Unlock()
	}
}

func (n *differCount) line() string {
	return fmt.Sprintf("%d cases, %d asks, %d pairs by the oracle, %d borderline, %d hits, %d encounters; %d answers of %d configurations compared",
		n.cases, n.asks, n.pairs, n.borderline, n.hits, n.met, n.answers, len(n.ways))
}

// fail shrinks the case of a failing seed, and ends the run.
func (f *differ) fail(g *differRig, seed uint64, s string, by differWay) {
	if f.stopping.Swap(true) {
		return
	}
	c, ways := g.drawn(seed)
	text := fmt.Sprintf("seed %d: %s\nreplay with -run '^TestDiffer$' -differ.case=%d\n%s", seed, s, seed, f.shrunk(g, c, ways, by))
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.failed = text
}

// report fails if a case did, and prints the tables of a run whose length was asked for.
func (f *differ) report() {
	if *differTime > 0 {
		f.t.Log(f.count.line())
		table := func(title string, of map[string]int) {
			text := title
			for _, name := range slices.Sorted(maps.Keys(of)) {
				text += fmt.Sprintf("\n%8d  %s", of[name], name)
			}
			f.t.Log(text)
		}
		table("answers compared, by what their configurations are made of:", f.count.traits)
		table("cases with each feature:", f.count.features)
	}
	if f.failed != "" {
		f.t.Fatal(f.failed)
	}
	if f.count.cases == 0 || f.count.hits == 0 || f.count.borderline == 0 {
		f.t.Errorf("nothing is compared: %s", f.count.line())
	}
}

// replay runs the case of one seed.
func (f *differ) replay(seed uint64) {
	f.makeModels() // as in the run: ways are drawn with them
	g := f.rig()
	defer func() {
		if err := g.close(); err != nil {
			f.t.Error(err)
		}
	}()
	c, ways := g.drawn(seed)
	var count differCount
	if s, by := g.check(c, ways, &count); s != "" {
		f.t.Fatalf("seed %d: %s\n%s", seed, s, f.shrunk(g, c, ways, by))
	}
	f.t.Logf("seed %d holds:\n%s", seed, c.source(ways[0]))
}
