package pointpapers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"flyby"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/internal/memory"
	"flyby/points"
)

// lab measures cases into a journal.
type lab struct {
	Options
	device  string // selector
	journal *journal.Journal

	stores      map[string]*points.Store // of the set in use, and of its queries
	refused     map[string]string        // cases that the device did not do, and why; not nil
	sweeps      map[string]*sweep        // not nil
	done, total int
}

// sweep is how far the cases of one name have come.
type sweep struct {
	least float64 // seconds, to index and to search
	ended bool
}

// When a sweep ends: what takes that many times the best, and that many seconds, is followed by what takes longer still.
const (
	tooSlow = 20.0
	tooLong = 10.0 // seconds
)

// took takes note of a trial of a case of a sweep.
func (l *lab) took(c Case, r journal.Run) {
	if c.sweep == "" {
		return
	}
	s := l.sweeps[c.sweep]
	if s == nil {
		s = &sweep{least: math.Inf(1)}
		l.sweeps[c.sweep] = s
	}
	seconds := r.Seconds + r.Join.Index
	s.least = min(s.least, seconds)
	s.ended = s.ended || seconds > tooLong && seconds > tooSlow*s.least
}

// ended reports whether the sweep of a case has ended before its first trial; what has a trial gets the others.
func (l *lab) ended(c Case, n int) bool {
	s := l.sweeps[c.sweep]
	if s == nil || !s.ended {
		return false
	}
	k := c.key(l.device)
	k.Trial = 1
	_, begun := l.journal.Run(k)
	return n == 1 || !begun
}

func newLab(o Options, device string, j *journal.Journal) *lab {
	return &lab{Options: o, device: device, journal: j, refused: map[string]string{}, sweeps: map[string]*sweep{}}
}

// refusedFact names the cases that a device did not do, with why.
const refusedFact = "refused"

// measure measures what the journal does not have of some cases: set after set, and of each set the cases in turn, so that a
// slow spell of the machine meets them all.
func (l *lab) measure(ctx context.Context, phase string, all []Case) error {
	for len(all) > 0 {
		set := all[0].Set
		var of, rest []Case
		for _, c := range all {
			if c.Set == set {
				of = append(of, c)
			} else {
				rest = append(rest, c)
			}
		}
		l.stores = map[string]*points.Store{}
		for n := range l.Trials {
			for _, c := range of {
				l.Progress(measure.Progress{Phase: phase + " " + set.Name, Done: float64(l.done), Total: float64(l.total)})
				if err := l.trial(ctx, c, n+1); err != nil {
					return err
				}
				l.done++
			}
		}
		all = rest
	}
	return nil
}

// trial is a trial of a case, unless the journal has it or the device has refused it.
func (l *lab) trial(ctx context.Context, c Case, n int) error {
	k := c.key(l.device)
	if _, no := l.refused[refusedKey(k)]; no {
		return nil
	}
	k.Trial = n
	if run, known := l.journal.Run(k); known {
		l.took(c, run)
		return l.agree(c.Set)
	}
	if l.ended(c, n) {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	run, err := l.run(ctx, c)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil && l.refuses(k, err):
		return l.refuse(refusedKey(c.key(l.device)), err)
	case err != nil:
		return fmt.Errorf("%s, %s %s: %w", k.Search, k.Method, k.Parameter, err)
	}
	run.Key = k
	l.took(c, run)
	return l.journal.Add(run)
}

// refuses reports whether an error leaves out a case rather than end the evaluation: memory that there is not, and all that a
// device other than the host says.
func (l *lab) refuses(k journal.Key, err error) bool {
	return errors.Is(err, memory.ErrNoRoom) || k.Device == "" && l.device != hostDevice
}

// refusedKey is a case in the fact of those that a device did not do.
func refusedKey(k journal.Key) string {
	return fmt.Sprintf("%s: %s %s, %s", k.Search, k.Method, k.Parameter, k.Round)
}

// refuse notes a case that the device did not do.
func (l *lab) refuse(name string, why error) error {
	l.refused[name] = why.Error()
	return l.journal.SetFact(refusedFact, l.refused)
}

// agree refuses a journal whose points of a set come from elsewhere.
func (l *lab) agree(s Set) error {
	from, err := l.origin(s)
	if err != nil {
		return err
	}
	var known Source
	if ok, err := l.journal.Fact(sourceFact(s), &known); !ok || err != nil || known.From == from {
		return err
	}
	return fmt.Errorf("the journal has %s from %s, and now it is from %s: go on as it began, or begin another", s.Name, known.From, from)
}

// store is the points of a set, and notes where they come from.
func (l *lab) store(ctx context.Context, s Set) (*points.Store, error) {
	if have := l.stores[s.Name]; have != nil {
		return have, nil
	}
	if err := l.agree(s); err != nil {
		return nil, err
	}
	from, err := l.origin(s)
	if err != nil {
		return nil, err
	}
	made, err := l.open(ctx, s)
	if err != nil {
		return nil, err
	}
	l.stores[s.Name] = made
	_, file := l.Data[s.Name]
	return made, l.journal.SetFact(sourceFact(s), Source{from, made.Len(), made.Dimensions(), file && s.unit})
}

// eps is the distance that a threshold of a set stands for.
func (l *lab) eps(ctx context.Context, s Set, t Threshold) (eps float64, err error) {
	if _, file := l.Data[s.Name]; file {
		return t.Eps, nil
	}
	if t.Others == 0 {
		return t.Eps * s.widening(l.Scale), nil
	}
	name := fmt.Sprintf("eps of %s for %s others", s.Name, number(t.Others))
	if known, err := l.journal.Fact(name, &eps); known || err != nil {
		return eps, err
	}
	store, err := l.store(ctx, s)
	if err != nil {
		return 0, err
	}
	eps = epsOf(store, t.Others)
	return eps, l.journal.SetFact(name, eps)
}

// run makes what a case needs, and measures it.
func (l *lab) run(ctx context.Context, c Case) (run journal.Run, err error) {
	if c.Method == peerMethod {
		return l.runPeer(ctx, c)
	}
	entries, err := l.store(ctx, c.Set)
	if err != nil {
		return run, err
	}
	s := flyby.PointSearch{}
	if s.Eps, err = l.eps(ctx, c.Set, c.Threshold); err != nil {
		return run, err
	}
	if len(c.MinPoints) > 0 {
		return l.runClusters(ctx, c, entries)
	}
	if c.Queries != nil {
		if s.Queries, err = l.store(ctx, *c.Queries); err != nil {
			return run, err
		}
	}
	if c.Level == Sample {
		if s.Queries, err = some(entries); err != nil {
			return run, err
		}
	}
	runtime.GC() // now rather than in the middle of what is timed
	before := measure.ProcessorTime()
	stats, err := l.join(ctx, c, entries, s)
	return journal.NewJoinRun(stats, s.Eps, measure.ProcessorTime()-before), err
}
