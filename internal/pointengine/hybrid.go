package pointengine

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/points"
)

const (
	// mostTables is the number of tables in memory at once: the one in the making, and the ones that are clustered.
	mostTables = 4
	// consumers is the number of goroutines that cluster tables where each has one minpts.
	consumers = mostTables - 1
)

// hybrid clusters over neighbour tables as Hybrid-DBSCAN does: one goroutine makes the table of one eps after another, others run
// DBSCAN over finished tables, of several minpts at once. docs/decisions/0066-deterministic-labels.md says what is from the
// paper.
func (e *Engine) hybrid(ctx context.Context, s cluster.Search, give func(cluster.Variant) error) (err error) {
	p := e.newPipeline(s)
	defer func() { err = errors.Join(err, p.maker.drop()) }()
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	all.Go(func() { p.produce(ctx) })
	for range p.workers {
		all.Go(func() { p.consume(ctx) })
	}
	if len(s.Eps) > 1 {
		e.report(clusterPhase, 0, float64(s.Variants()))
	}
	for t := range p.made {
		for _, of := range t.found {
			f := <-of
			if f.err == nil {
				f.err = give(f.variant)
			}
			if f.err != nil {
				return f.err
			}
		}
		<-p.places
		p.signal()
	}
	return nil
}

// pipeline is a producer of tables, the goroutines that cluster them, and the channels between.
type pipeline struct {
	search  cluster.Search
	maker   *Engine       // makes tables; the producer's alone
	workers int           // goroutines that cluster
	places  chan struct{} // holds one for each table whose variants have not all been given
	made    chan *table   // tables in the order of eps; its room is all tables at once, and one that failed
	asked   chan task     // DBSCANs to do; room as of made
	freed   chan struct{} // holds one after a table was freed, or its variants were given, until a waiter looks
	labels  atomic.Uint64 // bytes of the labels that tables in memory will have
}

// table holds the neighbours within one eps, and the variants found over them.
type table struct {
	eps    float64
	rows   points.Table
	stats  cluster.Stats // the cost of making it
	device string
	left   atomic.Int32   // tasks that are not done
	found  []chan outcome // by minpts
}

// task is a DBSCAN over a table, of one of the minpts.
type task struct {
	of *table
	at int
}

// outcome is a variant, or the error in its place.
type outcome struct {
	variant cluster.Variant
	err     error
}

// tableMethod is the method that Hybrid-DBSCAN makes its tables with.
const tableMethod = "gpusj"

// has reports whether a place has a method.
func (e *Engine) has(method string) bool {
	return slices.ContainsFunc(e.places, func(p place) bool {
		return slices.ContainsFunc(p.driver.Methods(), func(m pointjoin.Method) bool { return m.Name == method })
	})
}

// newPipeline returns the pipeline of a search. On one thread nothing runs while a table is made.
func (e *Engine) newPipeline(s cluster.Search) *pipeline {
	threads := max(e.config.Threads, 1)
	p := &pipeline{search: s, workers: min(threads, s.Variants()), freed: make(chan struct{}, 1)}
	if len(s.MinPoints) == 1 {
		p.workers = min(p.workers, consumers)
	}
	tables := mostTables
	if threads == 1 {
		tables = 1
	}
	p.places, p.made = make(chan struct{}, tables), make(chan *table, tables+1)
	p.asked = make(chan task, tables*len(s.MinPoints))
	p.maker = &Engine{config: e.config, shared: e.shared, store: e.store, places: e.places}
	p.maker.config.promised = &p.labels
	p.maker.config.Method, p.maker.config.Settings = Auto, pointjoin.Settings{}
	if e.has(tableMethod) { // a device from outside may lack the method
		p.maker.config.Method, p.maker.config.Settings["unicomp"] = tableMethod, "off"
	}
	if s.Kernel != "" && s.Kernel != cluster.Kernels()[0] {
		p.maker.config.Settings["kernel"] = s.Kernel
	}
	if len(s.Eps) > 1 { // tables are made while variants are reported
		p.maker.config.Progress = nil
	}
	return p
}

// produce makes tables until all are made, one fails or ctx ends.
func (p *pipeline) produce(ctx context.Context) {
	defer close(p.made)
	defer close(p.asked)
	for _, eps := range p.search.Eps {
		select {
		case p.places <- struct{}{}:
		case <-ctx.Done():
		}
		t := &table{eps: eps}
		for range p.search.MinPoints {
			t.found = append(t.found, make(chan outcome, 1))
		}
		t.left.Store(int32(len(t.found)))
		err := ctx.Err()
		if err == nil {
			err = p.make(ctx, t)
		}
		if err != nil {
			t.found[0] <- outcome{err: err}
			p.made <- t
			return
		}
		p.made <- t
		for at := range t.found {
			p.asked <- task{t, at}
		}
	}
}

// make makes a table.
func (p *pipeline) make(ctx context.Context, t *table) error {
	within, err := pointjoin.NewThreshold(t.eps)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := p.maker.Prepare(ctx, 0, within, 0); err != nil {
		return err
	}
	t.stats.Index, start = time.Since(start), time.Now()
	labels := p.labelBytes() * uint64(len(p.search.MinPoints))
	r := memoryGrant{
		need:  func(what string, bytes uint64) error { return p.await(ctx, what, bytes+labels) },
		again: func() bool { return p.unfinished() > 0 && p.untilFreed(ctx) == nil },
	}
	if t.rows, t.stats.Stats, err = p.maker.table(ctx, nil, r); err != nil {
		return err
	}
	p.labels.Add(labels)
	t.stats.Search, t.device = time.Since(start), p.maker.Device().Name
	p.maker.config.Logger.Info("neighbour table made", "eps", t.eps, "neighbours", len(t.rows.Rows), "search", t.stats.Search)
	return nil
}

// unfinished returns how many finished tables have variants that have not all been given, while one more is made.
func (p *pipeline) unfinished() int { return len(p.places) - 1 }

// await waits until there is memory, or no table is left whose freeing would give some.
func (p *pipeline) await(ctx context.Context, what string, bytes uint64) error {
	for {
		held := p.unfinished()
		err := p.maker.config.need(what, bytes)
		if held == 0 || !errors.Is(err, memory.ErrNoRoom) {
			return err
		}
		p.maker.config.Logger.Info("a neighbour table waits for memory", "tables", held, "why", err)
		if err := p.untilFreed(ctx); err != nil {
			return err
		}
	}
}

// untilFreed waits until a table is freed, or its variants are given.
func (p *pipeline) untilFreed(ctx context.Context) error {
	select {
	case <-p.freed:
		debug.FreeOSMemory() // the process's size counts garbage, too
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// consume clusters tables until there are no more.
func (p *pipeline) consume(ctx context.Context) {
	for r := range p.asked {
		v, err := p.variant(ctx, r)
		if r.of.left.Add(-1) == 0 {
			r.of.rows = points.Table{}
			p.signal()
		}
		r.of.found[r.at] <- outcome{v, err}
	}
}

// signal signals that memory was freed.
func (p *pipeline) signal() {
	select {
	case p.freed <- struct{}{}:
	default: // signalled already, and no waiter has looked yet
	}
}

// labelBytes returns the bytes of a variant's labels, with the queue of rows while it is made.
func (p *pipeline) labelBytes() uint64 {
	const label, waiting = 9, 4
	return memory.Of(p.maker.store.Len(), label+waiting)
}

// variant runs DBSCAN over a table. The first variant of a table has the cost of making the table.
func (p *pipeline) variant(ctx context.Context, r task) (v cluster.Variant, err error) {
	v.Eps, v.MinPoints = r.of.eps, p.search.MinPoints[r.at]
	if r.at == 0 {
		v.Stats = r.of.stats
	}
	v.Stats.Points, v.Stats.Method, v.Stats.Device = len(r.of.rows.Offsets)-1, cluster.Hybrid, r.of.device
	start := time.Now()
	v.Labels, err = cluster.Sequential(ctx, r.of.rows, v.MinPoints)
	p.labels.Add(-p.labelBytes()) // allocated now, and counted in the process's size
	v.Stats.Cluster = time.Since(start)
	return v, err
}
