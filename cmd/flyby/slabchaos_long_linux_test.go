//go:build long

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"flyby/internal/cli"
	"flyby/slabs"
)

// TestSlabChaos: whatever happens to workers, parts and slabs, once status returns 0 the parts are merged to the bytes of one
// run.
func TestSlabChaos(on *testing.T) {
	t := beside(on)
	for seed := range uint64(100) {
		t.Run(fmt.Sprint("seed ", seed), func(t *place) {
			t.Parallel()
			chaos(t, seed)
		})
	}
}

// chaotic is a plan whose workers are killed, stopped and refused, and whose files are spoiled.
type chaotic struct {
	*place
	*rand.Rand
	seed   uint64
	slabs  int
	good   map[string]string // slabs as they were planned
	bad    map[string]bool   // spoiled slabs
	ever   map[string]bool   // slabs that were ever spoiled
	asleep []*worker
	did    map[string]int
}

// worker is a process that runs slabs.
type worker struct {
	*guardedProcess
	args  []string
	fate  string       // "", "killed", "full" or "asleep": in a call
	did   *atomic.Bool // the fate happened
	sleep chan bool    // it fell asleep
}

// chaos checks the property of TestSlabChaos for a seed.
func chaos(t *place, seed uint64) {
	t.Helper()
	c := &chaotic{place: t, Rand: rand.New(rand.NewPCG(seed, 34)), seed: seed, good: map[string]string{}, bad: map[string]bool{}, ever: map[string]bool{}, did: map[string]int{}}
	asked := c.plan()
	const least, rounds = 3, 8 // rounds with harm, and the round after which none is done
	for round := 0; ; round++ {
		if round > 2*rounds {
			t.Fatalf("seed %d: not done: %v", seed, c.did)
		}
		c.work(round < rounds)
		done := c.status() == cli.OK
		if done && round >= least {
			break
		}
		if done {
			continue
		}
		if r := ranSlab(t, "merge", "work", "--out", "near.csv"); r.status != cli.Failure || !strings.Contains(folder(t), "darts.csv one.csv work") {
			t.Fatalf("seed %d: merged what is not done: %+v, left %s", seed, r, folder(t))
		}
	}
	if r := ranSlab(t, "merge", "work", "--out", "near.csv"); r.status != cli.OK || r.err != "" {
		t.Fatalf("seed %d: %+v", seed, r)
	}
	c.wake(0) // a sleeper that wakes leaves the merged file
	if read(t, "near.csv") != read(t, "one.csv") {
		t.Errorf("seed %d: not the bytes of one run of %v", seed, asked)
	}
	if c.status() != cli.OK || c.left() != "" {
		t.Errorf("seed %d: in the end: %s", seed, entriesOf(t, "work"))
	}
	t.Logf("seed %d: %d slabs of %v: %v", seed, c.slabs, asked, c.did)
}

// plan plans a join or a search in slabs, and has one run write one.csv.
func (c *chaotic) plan() []string {
	c.Helper()
	c.Chdir(c.TempDir())
	write(c.place, "darts.csv", darts(c.Rand, 12+c.IntN(60), 24+c.IntN(28)))
	asked := []string{"--entries", "darts.csv", "--distance", "0.05", "--level", []string{"hits", "encounters", "pairs"}[c.IntN(3)]}
	command := "join"
	if c.IntN(3) == 0 {
		command, asked = "search", append(asked, "--queries", "darts.csv", "--exclude-same-id")
	}
	must(c.place, slices.Concat([]string{command, "--out", "one.csv"}, asked)...)
	must(c.place, slices.Concat([]string{"slab", "plan", "--dir", "work", "--slabs", fmt.Sprint(2 + c.IntN(5))}, asked)...)
	for _, name := range strings.Fields(entriesOf(c.place, "work")) {
		if strings.HasPrefix(name, "slab-") {
			c.good[name] = read(c.place, "work/"+name)
		}
	}
	c.slabs = len(c.good)
	return append([]string{command}, asked...)
}

// work has some workers run slabs at once, and with harm spoils them and the files meanwhile.
func (c *chaotic) work(harm bool) {
	c.Helper()
	if !harm {
		c.wake(0)
	}
	for name := range maps.Clone(c.bad) {
		if c.IntN(3) > 0 || !harm {
			write(c.place, "work/"+name, c.good[name]) // planning again would write the same
			delete(c.bad, name)
		}
	}
	if harm {
		c.spoil()
	}
	var all []*worker
	for range 1 + c.IntN(3) {
		all = append(all, c.start(harm))
	}
	if harm && c.IntN(2) == 0 {
		c.spoil() // while the workers run
	}
	for _, w := range all {
		select {
		case <-w.sleep:
			c.asleep = append(c.asleep, w)
		case <-w.ended:
			c.end(w)
		}
	}
	if len(c.asleep) > 0 {
		c.wake(c.IntN(1 + len(c.asleep)))
	}
}

// spoil damages an existing part, or a slab: it is cut short, flipped, or removed.
func (c *chaotic) spoil() {
	c.Helper()
	all := globbed(c.place, "work/part-*")
	if c.IntN(3) == 0 {
		all = globbed(c.place, "work/slab-*")
	}
	if len(all) == 0 {
		return
	}
	path := all[c.IntN(len(all))]
	text, err := os.ReadFile(path)
	if err != nil {
		return // the file is gone
	}
	how := "cut"
	if text = text[:len(text):len(text)]; c.IntN(3) == 0 {
		how, err = "gone", os.Remove(path)
	} else if c.IntN(2) == 0 && len(text) > 0 {
		how = "flipped"
		text[c.IntN(len(text))] ^= 1 << c.IntN(8)
		err = os.WriteFile(path, text, 0o666)
	} else {
		err = os.WriteFile(path, text[:c.IntN(1+len(text))*9/10], 0o666)
	}
	if err != nil && !os.IsNotExist(err) {
		c.Fatal(err)
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	if c.good[name] != "" {
		c.bad[name], c.ever[name] = true, true
	}
	c.did[name[:4]+" "+how]++
}

// start starts a worker on some slabs, in any order, and with harm lets a fate happen in one of its calls.
func (c *chaotic) start(harm bool) *worker {
	c.Helper()
	w := &worker{args: []string{"slab", "run", "work", "--threads", "1"}, sleep: make(chan bool, 1), did: &atomic.Bool{}}
	if !harm || c.IntN(2) == 0 {
		w.args = append(w.args, "--missing")
	} else {
		for _, k := range c.Perm(c.slabs)[:1+c.IntN(2)] {
			w.args = append(w.args, "--slab", fmt.Sprint(k))
		}
	}
	if harm {
		w.fate = []string{"", "killed", "killed", "full", "asleep"}[c.IntN(5)]
	}
	n, calls := c.IntN(8), 0
	w.guardedProcess = guarded(c.place, "work", func(f fileCall) unix.Errno {
		if calls++; calls != n+1 || w.fate == "" {
			return 0
		}
		w.did.Store(true)
		switch w.fate {
		case "killed":
			return f.kill()
		case "full":
			return unix.ENOSPC
		}
		f.stop()
		w.sleep <- true
		return 0
	}, w.args...)
	return w
}

// wake wakes sleepers until left of them are left, in any order.
func (c *chaotic) wake(left int) {
	c.Helper()
	for len(c.asleep) > left {
		i := c.IntN(len(c.asleep))
		w := c.asleep[i]
		c.asleep = slices.Delete(c.asleep, i, i+1)
		w.Process.Signal(syscall.SIGCONT) //nolint:errcheck // the worker's end shows it
		c.end(w)
	}
}

// end waits until a worker has ended, and wants the end that its fate explains.
func (c *chaotic) end(w *worker) {
	c.Helper()
	r := w.wait()
	did := w.did.Load()
	ok := r.status == cli.OK && (!did || w.fate == "asleep")
	switch {
	case did && w.fate == "killed":
		ok = r.status == -1
	case did && w.fate == "full":
		ok = r.status == cli.Failure && r.err == "flyby: write to folder work: no space left on device\n" || r.status == cli.Failure && strings.HasSuffix(r.err, ": rename: no space left on device\n")
	case r.status == cli.Failure: // the slab was spoiled
		name := regexp.MustCompile(`^flyby: slab \d+: work/(slab-\d+): .*: it is not as it was planned: plan again\n$`).FindStringSubmatch(r.err)
		ok = name != nil && c.ever[name[1]]
	}
	if !ok {
		c.Errorf("seed %d: %v, %s (%v): %+v", c.seed, w.args, w.fate, did, r)
	}
	if did {
		c.did[w.fate]++
	}
}

// status wants status to list each slab once, and returns its exit status.
func (c *chaotic) status() int {
	c.Helper()
	r := invoke(c.place, "", "slab", "status", "work", "--json")
	var s slabs.Tally
	if err := json.Unmarshal([]byte(r.out), &s); err != nil || s.Slabs != c.slabs || (r.status == cli.OK) != (s.Missing+s.Damaged == "") {
		c.Fatalf("seed %d: %+v, %v", c.seed, r, err)
	}
	return r.status
}

// left returns the leftovers of workers.
func (c *chaotic) left() string { return strings.Join(globbed(c.place, "work/.*"), " ") }
