package report

import (
	"context"
	"slices"

	"flyby/internal/resultfile"
	"flyby/trajectory"
)

// A maker makes a page.
type maker struct {
	Request
	ctx     context.Context
	lengths func(float64) float64 // converts lengths of the data to the unit of the rows
	speeds  func(float64) float64
	bytes   int // size that paths may have
	facts   []string
	tally   *tally
	closest closest

	entries, queries       *trajectory.Store // with the samples of the rows shown; in a join both are the same store
	entryTrajs, queryTrajs []int             // numbers of their trajectories in the whole data; nil: all
}

func newMaker(ctx context.Context, q Request) (m *maker, err error) {
	m = &maker{Request: q, ctx: ctx, bytes: mostBytes, closest: closest{most: q.Top}}
	if m.lengths, m.speeds, err = q.Answer.Turns(q.Units); err != nil {
		return nil, err
	}
	m.tally = newTally(q.Held, m.threshold())
	return m, nil
}

// threshold returns the threshold of the request or of the metadata, in the unit of the rows; nil: neither has one.
func (m *maker) threshold() *float64 {
	d := m.Distance
	if d == nil {
		d = m.Result.Distance()
	}
	if d == nil {
		return nil
	}
	of := m.lengths(*d)
	return &of
}

// joins reports whether the data were joined with themselves.
func (m *maker) joins() bool { return m.Queries == nil }

// wholeQueries returns the store of all queries, in a join the entries.
func (m *maker) wholeQueries() *trajectory.Store {
	if m.joins() {
		return m.Entries
	}
	return m.Queries
}

// page makes the page.
func (m *maker) page() (*Page, error) {
	for r, err := range m.rows() {
		if err != nil {
			return nil, err
		}
		m.tally.add(&r)
		m.closest.add(&r)
	}
	shown := m.closest.sorted()
	if err := m.take(shown); err != nil {
		return nil, err
	}
	if err := m.checkRows(shown); err != nil {
		return nil, err
	}
	return m.drawn(shown), nil
}

// take takes the samples of the trajectories of the rows shown.
func (m *maker) take(shown []row) error {
	m.entries, m.queries = m.Entries, m.wholeQueries()
	if m.Take == nil || len(shown) == 0 {
		return nil
	}
	pairs := make([][2]int, 0, len(shown))
	for i := range shown {
		pairs = append(pairs, [2]int{int(shown[i].query), int(shown[i].entry)})
	}
	p, err := m.Take(pairs)
	if err != nil {
		return err
	}
	m.entries, m.queries = p.Entries, p.Queries
	m.entryTrajs, m.queryTrajs = p.EntryTrajs, p.QueryTrajs
	if m.joins() {
		m.queries, m.queryTrajs = m.entries, m.entryTrajs
	}
	return nil
}

// queryOf and entryOf return the two objects of a row, in the stores that have their samples.
func (m *maker) queryOf(r *row) object { return object{m.queries, numberIn(m.queryTrajs, r.query)} }
func (m *maker) entryOf(r *row) object { return object{m.entries, numberIn(m.entryTrajs, r.entry)} }

// numberIn returns the number in a part of the data of a trajectory of the whole data.
func numberIn(trajs []int, traj uint32) int {
	if trajs == nil {
		return int(traj)
	}
	at, _ := slices.BinarySearch(trajs, int(traj))
	return at
}

// An object is a trajectory of a store.
type object struct {
	*trajectory.Store
	traj int
}

// wrong returns the error of a row.
func (m *maker) wrong(number int, text string, args ...any) error {
	return resultfile.RowError(m.called(), number, text, args...)
}
