package page

import (
	"cmp"
	"context"
	"iter"
	"math"
	"path/filepath"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/trajectory"
)

// A View is what one kind of page has of its own.
type View[R any, H Held] interface {
	// Rows yields the rows of the result. A row is good until the next one.
	Rows() iter.Seq2[*R, error]
	// Count counts a row, and returns the part of it that is held, and its duration.
	Count(r *R) (held H, duration float64)
	// Compare orders rows: the first ones are shown.
	Compare(a, b *R) int
	// Keep returns a row that stays good.
	Keep(r *R) *R
	// Pairs returns the trajectories of the rows shown, as Request.Take takes them.
	Pairs() [][2]int
	// Check refuses rows of other data.
	Check() error
	// Draw fills in the page of the rows shown.
	Draw()
}

// Held is the part of a row that is held for the figures of all rows: it has the time of the row.
type Held interface{ Time() scene.Ruler }

// A Maker makes a page of rows R, of which it holds H, and has what is on it.
type Maker[R any, H Held] struct {
	Request
	Sheet
	Shown           []*R        // the rows of the table
	Clock           scene.Clock // for the times of all rows
	Ctx             context.Context
	Lengths, Speeds func(float64) float64 // convert lengths and speeds of the data to the units of the page
	Bytes           int                   // size that paths may have
	Sampled         Excerpt               // the data with the samples of the rows shown; in a join Queries are the Entries

	All       int // rows of the result
	instants  int // rows of duration 0
	durations scene.Distribution
	outgrown  bool // the result has more rows than may be held
	time      scene.Ruler
	held      []H
}

// mostBytes is how large the paths of a page may be: a page may have 20 MB, of which rows and names take some.
const mostBytes = 16_000_000

// NewMaker returns a maker. Errors name a package.
func NewMaker[R any, H Held](ctx context.Context, of string, q Request) (m Maker[R, H], err error) {
	if err := q.fill(of); err != nil {
		return m, err
	}
	m = Maker[R, H]{Request: q, Ctx: ctx, Bytes: mostBytes, time: scene.Ruler{From: math.Inf(1), Until: math.Inf(-1)}}
	m.Lengths, m.Speeds, err = q.Answer.Turns(q.Units)
	return m, err
}

// Make makes the page: it reads all rows, takes the samples of the rows to show, and checks and draws these.
func (m *Maker[R, H]) Make(v View[R, H]) error {
	top := Top[R]{Compare: v.Compare, Keep: v.Keep, Most: m.Top}
	for r, err := range v.Rows() {
		if err != nil {
			return err
		}
		m.count(v.Count(r))
		top.Add(r)
	}
	m.Shown, m.Clock = top.Sorted(), scene.ClockOf(m.Entries.Times(), m.time.From, m.time.Until)
	if err := m.take(v); err != nil {
		return err
	}
	if err := v.Check(); err != nil {
		return err
	}
	v.Draw()
	return nil
}

// take takes the samples of the trajectories of the rows to show.
func (m *Maker[R, H]) take(v View[R, H]) (err error) {
	m.Sampled = Excerpt{Entries: m.Entries, Queries: m.Asking()}
	if m.Take == nil || len(m.Shown) == 0 {
		return nil
	}
	if m.Sampled, err = m.Take(v.Pairs()); m.Joins() {
		m.Sampled.Queries, m.Sampled.QueryTrajs = m.Sampled.Entries, m.Sampled.EntryTrajs
	}
	return err
}

// Entry returns, with its samples, an entry of the whole data.
func (m *Maker[R, H]) Entry(traj uint32) scene.Mover {
	return moverIn(m.Sampled.Entries, m.Sampled.EntryTrajs, traj)
}

// Query is Entry for queries.
func (m *Maker[R, H]) Query(traj uint32) scene.Mover {
	return moverIn(m.Sampled.Queries, m.Sampled.QueryTrajs, traj)
}

// moverIn returns a trajectory, numbered as in the whole data, from a store with the trajectories in trajs; nil trajs: with all.
func moverIn(s *trajectory.Store, trajs []int, traj uint32) scene.Mover {
	at := int(traj)
	if trajs != nil {
		at, _ = slices.BinarySearch(trajs, at)
	}
	return scene.Mover{Store: s, Traj: at}
}

// count counts a row.
func (m *Maker[R, H]) count(held H, duration float64) {
	m.All++
	m.time = m.time.With(held.Time())
	if duration > 0 {
		m.durations.Add(duration)
	} else {
		m.instants++
	}
	if m.outgrown = m.outgrown || len(m.held) == m.Held; m.outgrown {
		m.held = nil
		return
	}
	m.held = append(m.held, held)
}

// Figured returns the parts of the rows for figures: of all rows or, where they are too many, of the rows on the page, which it tells in a sentence.
func (m *Maker[R, H]) Figured(what string, of func(*R) H) []H {
	if !m.outgrown {
		return m.held
	}
	m.Tell(what + " is of the " + scene.Counted(len(m.Shown), "row") + " of the table alone: there are too many others.")
	all := make([]H, 0, len(m.Shown))
	for _, r := range m.Shown {
		all = append(all, of(r))
	}
	return all
}

// When returns the figure of rows against time: how many there were at once.
func (m *Maker[R, H]) When(held []H) (whole scene.Ruler, w When) {
	w.Span.Columns = scene.Columns
	if len(held) > 0 {
		whole = held[0].Time()
		for _, h := range held {
			whole = whole.With(h.Time())
		}
		w.Span.From, w.Span.Until = m.Format(whole.From), m.Format(whole.Until)
	}
	var sum scene.Steps
	for _, h := range held {
		sum.Add(whole.At(h.Time().From), whole.At(h.Time().Until))
	}
	w.All = sum.All()
	return whole, w
}

// Lasting returns the figure of how long all rows last.
func (m *Maker[R, H]) Lasting() Lasting {
	return Lasting{m.durations.Histogram(false), m.instants}
}

// Begin writes the title, such as "near.csv: the closest 200 of 1,234 encounters", and the first facts: of which data, as "Of 12 trajectories", and the notes.
func (m *Maker[R, H]) Begin(which, what, of string) {
	m.Title = cmp.Or(m.Called, filepath.Base(m.Result.Path())) + ": "
	switch shown := len(m.Shown); {
	case m.All == 0:
		m.Title += "no " + what + "s"
	case shown < m.All:
		m.Title += "the " + which + " " + memory.Count(shown) + " of " + scene.Counted(m.All, what)
	default:
		m.Title += scene.Counted(m.All, what)
	}
	if m.Name != "" {
		of += ", in " + m.Name
	}
	m.Tell(of + ".")
	m.Facts = append(m.Facts, m.Notes...)
}

// Threshold returns the threshold in the unit of the page; nil: it is not known.
func (m *Maker[R, H]) Threshold() *float64 {
	d := m.Within()
	if d == nil {
		return nil
	}
	of := m.Lengths(*d)
	return &of
}

// Summary returns the summary of the page, of a result of rows.
func (m *Maker[R, H]) Summary(rows int) Summary {
	return Summary{Rows: rows, Found: m.All, Shown: len(m.Shown), Title: m.Title}
}

// Measures returns the measures of the page.
func (m *Maker[R, H]) Measures(threshold *float64) Measures {
	return Measures{
		Dim: m.Entries.Dim(), Degrees: m.Entries.Space().Frame == trajectory.EarthCentred, Length: m.Answer.Or(m.Units).Length, Time: m.Units.Duration(),
		Stamps: m.Entries.Times() == trajectory.Timestamp, Threshold: threshold,
	}
}
