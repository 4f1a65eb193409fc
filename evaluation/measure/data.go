package measure

import (
	"context"
	"errors"
	"fmt"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/internal/testing/enginetest"
	"flyby/trajectory"
)

// data has the search in use, its stores, and the databases open on them. Each is made when it is
// first needed: a journal that has everything needs no data.
type data struct {
	current          datasets.Search
	loaded           datasets.Search // the search that the stores were made for; its name and distance do not matter
	entries, queries *trajectory.Store
	open             map[string]*flyby.Database // by method and device
	tree             *enginetest.RTree
	run              int // r of the tree
}

// use changes the search in use.
func (d *data) use(s datasets.Search) { d.current = s }

// load makes the data of the search in use. Searches of one data set share its databases.
func (d *data) load(ctx context.Context, p *Plan) error {
	if d.loaded.Dataset != d.current.Dataset {
		entries, err := p.entries(ctx, d.current.Dataset)
		if err != nil {
			return err
		}
		d.close()
		d.entries, d.loaded = entries, datasets.Search{}
	}
	if d.loaded.Segments != d.current.Segments {
		d.queries = d.current.Pick(d.entries, p.scaleOf(d.current.Dataset), p.Seed)
	}
	d.loaded = d.current
	return nil
}

// close closes the databases.
func (d *data) close() {
	for _, db := range d.open {
		db.Close() // frees memory of a device that this process no longer uses
	}
	d.open, d.tree, d.run = nil, nil, 0
}

// enginetestSearch returns the search in use at a distance, in enginetest's form.
func (d *data) enginetestSearch(distance float64) enginetest.Search {
	return enginetest.Search{Entries: d.entries, Queries: d.queries, Distance: distance}
}

// database opens the entries for a method on a device, warmed up by one search.
func (d *data) database(ctx context.Context, r *runner, k journal.Key) (*flyby.Database, error) {
	if err := d.load(ctx, &r.Plan); err != nil {
		return nil, err
	}
	name := k.Method + " on " + k.Device
	if db := d.open[name]; db != nil {
		return db, nil
	}
	o := flyby.Options{Method: flyby.Method(k.Method), Device: k.Device}
	if k.Device == "" {
		o.Device = r.Device
	}
	db, err := flyby.Open(ctx, d.entries, o)
	if err != nil {
		return nil, err
	}
	if _, err := db.Hits(ctx, d.search(d.current.Distance, "")); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if d.open == nil {
		d.open = map[string]*flyby.Database{}
	}
	d.open[name] = db
	return db, nil
}

// search returns the search in use at a distance, in batches.
func (d *data) search(distance float64, batching string) flyby.Search {
	return flyby.Search{Queries: d.queries, Distance: distance, ExcludeSameID: true, Batching: batching}
}

// trial runs a search once, timed. The parameter of a key is a batching, or none.
func (d *data) trial(ctx context.Context, r *runner, k journal.Key) (journal.Run, error) {
	db, err := d.database(ctx, r, k)
	if err != nil {
		return journal.Run{}, err
	}
	distance := d.current.Distance
	if k.Round == IdleRound {
		distance = 0
	}
	found, err := db.Hits(ctx, d.search(distance, k.Parameter))
	if err != nil {
		return journal.Run{}, err
	}
	stats := found.Stats()
	got := journal.NewRun(stats)
	if k.Parameter == ModelBatching || flyby.Method(k.Method) == flyby.MethodAuto {
		got.Seconds += got.Batching // the model's time to choose counts, too
		got.Batching = 0
	}
	if flyby.Method(k.Method) == flyby.MethodAuto {
		got.Chosen = fmt.Sprintf("%s on %s", stats.Method, stats.Device)
	}
	return got, nil
}
