package pointpapers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"flyby"
	"flyby/evaluation/datafile"
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

	stores      map[string]*points.Store // points of the set in use, and of its queries
	refused     map[string]string        // cases that the device refused, and the reason; not nil
	sweeps      map[string]*sweep        // not nil
	done, total int
}

// sweep is the state of a series of cases that share a name.
type sweep struct {
	least float64 // seconds, to index and to search
	ended bool
}

// A sweep ends after a case that takes more than tooSlow times the best and more than tooLong seconds: the cases after it
// would take longer still.
const (
	tooSlow = 20.0
	tooLong = 10.0 // seconds
)

// addTrial adds a trial of a case to the case's sweep.
func (l *lab) addTrial(c Case, r journal.Run) {
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

// ended reports whether the sweep of a case has ended before the case's first trial; a case with one trial gets the others,
// too.
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

// refusedFact names the fact of the cases that a device refused, with the reasons.
const refusedFact = "refused"

// measure measures the cases that the journal lacks: set after set, and of each set the cases in turn, so that a slow spell
// of the machine meets them all.
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

// trial measures a trial of a case, unless the journal has it or the device has refused the case.
func (l *lab) trial(ctx context.Context, c Case, n int) error {
	k := c.key(l.device)
	if _, no := l.refused[refusedKey(k)]; no {
		return nil
	}
	k.Trial = n
	if run, known := l.journal.Run(k); known {
		l.addTrial(c, run)
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
	l.addTrial(c, run)
	return l.journal.Add(run)
}

// refuses reports whether an error leaves out a case rather than end the evaluation: a lack of memory, and any error of a
// device other than the host.
func (l *lab) refuses(k journal.Key, err error) bool {
	return errors.Is(err, memory.ErrNoRoom) || k.Device == "" && l.device != hostDevice
}

// refusedKey returns the name of a case in refusedFact.
func refusedKey(k journal.Key) string {
	return fmt.Sprintf("%s: %s %s, %s", k.Search, k.Method, k.Parameter, k.Round)
}

// refuse writes to the journal that the device refused a case.
func (l *lab) refuse(name string, why error) error {
	l.refused[name] = why.Error()
	return l.journal.SetFact(refusedFact, l.refused)
}

// agree refuses a journal whose points of a set come from another source.
func (l *lab) agree(s Set) error {
	from, err := l.origin(s)
	if err != nil {
		return err
	}
	var known Source
	if ok, err := l.journal.Fact(sourceFact(s), &known); !ok || err != nil {
		return err
	}
	return datafile.Agree(s.Name, known.From, from)
}

// store returns the points of a set, and writes their source to the journal.
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

// eps returns the distance that a threshold means for a set of points at this scale.
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

// run opens the points and the queries of a case, and measures it.
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
		if s.Queries, err = sampleQueries(entries); err != nil {
			return run, err
		}
	}
	runtime.GC() // now rather than while the join is timed
	before := measure.ProcessorTime()
	stats, err := l.join(ctx, c, entries, s)
	return journal.NewJoinRun(stats, s.Eps, measure.ProcessorTime()-before), err
}
