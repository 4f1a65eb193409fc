package page

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"sort"

	"flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/trajectory"
)

// A Content is what one view has of its own. A Maker has Pairs and Pictures of views without any.
type Content[R any] interface {
	// Rows yields the rows of the result. A row is good until the next one.
	Rows() iter.Seq2[*R, error]
	// Count counts a row.
	Count(r *R)
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
	// Pictures writes the files that stand next to the page; their paths are relative to a folder.
	Pictures(folder string) error
}

// A Maker makes a page of rows R, of which it holds H, and has what is on it.
type Maker[R any, H Held] struct {
	Request
	webpage.Page         // its Title and its Facts, and where the script of the view is
	Shown           []*R // the rows of the table
	Ctx             context.Context
	Lengths, Speeds func(float64) float64 // convert lengths and speeds of the data to the units of the page
	Bytes           int                   // size that paths may have
	Sampled         Excerpt               // the data with the samples of the rows shown; in a join Queries are the Entries
	All             int                   // rows that were counted
	Sum             Summary               // Rows, Drawn and Noise are the view's; Write counts the others
	timeline[H]

	content Content[R]
}

// mostBytes is how large the paths of a page may be: a page may have 20 MB, of which rows and names take some.
const mostBytes = 16_000_000

// Begin takes the request of a page of a view.
func (m *Maker[R, H]) Begin(ctx context.Context, v View, q Request, c Content[R]) (err error) {
	if err := q.fill(v); err != nil {
		return err
	}
	m.Request, m.Ctx, m.Bytes, m.content = q, ctx, mostBytes, c
	m.time, m.most = scene.Ruler{From: math.Inf(1), Until: math.Inf(-1)}, q.Held
	m.Lengths, m.Speeds, err = q.Answer.Turns(q.Units)
	return err
}

// Make makes the page: it reads all rows, takes the samples of the rows to show, and checks and draws these.
func (m *Maker[R, H]) Make() error {
	c := m.content
	for r, err := range c.Rows() {
		if err != nil {
			return err
		}
		m.All++
		c.Count(r)
		m.keep(r)
	}
	if err := m.take(); err != nil {
		return err
	}
	if err := c.Check(); err != nil {
		return err
	}
	c.Draw()
	return nil
}

// keep keeps a row among the first ones, behind rows that are equal in the order, unless enough others come before it.
func (m *Maker[R, H]) keep(r *R) {
	n, compare := len(m.Shown), m.content.Compare
	if n == m.Top && compare(m.Shown[n-1], r) <= 0 {
		return
	}
	at := sort.Search(n, func(i int) bool { return compare(m.Shown[i], r) > 0 })
	m.Shown = slices.Insert(m.Shown[:min(n, m.Top-1)], at, m.content.Keep(r))
}

// Write makes the page and writes it, after pictures whose paths are relative to a folder.
func (m *Maker[R, H]) Write(to io.Writer, folder string) (Summary, error) {
	err := m.Make()
	if err == nil {
		err = m.content.Pictures(folder)
	}
	if err != nil {
		return Summary{}, err
	}
	m.Sum.Rows, m.Sum.Found, m.Sum.Shown, m.Sum.Title = cmp.Or(m.Sum.Rows, m.All), m.All, len(m.Shown), m.Title
	return m.Sum, m.Page.Write(to)
}

// Pairs returns nothing: there are no trajectories.
func (m *Maker[R, H]) Pairs() [][2]int { return nil }

// Pictures writes nothing.
func (m *Maker[R, H]) Pictures(string) error { return nil }

// take takes the samples of the trajectories of the rows to show.
func (m *Maker[R, H]) take() (err error) {
	m.Sampled = Excerpt{Entries: m.Entries, Queries: m.Asking()}
	if m.Take == nil || len(m.Shown) == 0 {
		return nil
	}
	if m.Sampled, err = m.Take(m.content.Pairs()); m.Joins() {
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

// Tell adds a sentence to the facts.
func (m *Maker[R, H]) Tell(fact string) { m.Facts = append(m.Facts, fact) }

// TellIf adds a sentence to the facts if it is true.
func (m *Maker[R, H]) TellIf(is bool, fact string) {
	if is {
		m.Tell(fact)
	}
}

// Titled writes the title: the name of the result, and what it has.
func (m *Maker[R, H]) Titled(what string) {
	m.Title = cmp.Or(m.Heading, m.Called, filepath.Base(m.Result.Path())) + ": " + what
}

// Introduce writes the title, such as "near.csv: the closest 200 of 1,234 encounters", and the first facts: of which data, as "Of 12 trajectories", and the notes.
func (m *Maker[R, H]) Introduce(which, what, of string) {
	text := scene.Counted(m.All, what)
	if m.Chosen > m.All {
		chosen := "closest"
		if m.First {
			chosen = "first"
		}
		text = "the " + chosen + " " + memory.Count(m.All) + " of " + scene.Counted(m.Chosen, what)
	}
	switch shown := len(m.Shown); {
	case m.All == 0:
		text = "no " + what + "s"
	case shown < m.All:
		text = "the " + which + " " + memory.Count(shown) + " of " + text
	}
	m.Titled(text)
	if m.Name != "" {
		of += ", in " + m.Name
	}
	m.Facts = append(append(m.Facts, of+"."), m.Notes...)
	m.TellIf(m.Chosen > m.All, "Figures are of "+scene.Counted(m.All, what)+" alone: the page has no others.")
}

// Unlike returns an error of the whole result.
func (m *Maker[R, H]) Unlike(text string, args ...any) error {
	return fmt.Errorf("%s: %s", printable.Text(m.InErrors()), printable.Text(fmt.Sprintf(text, args...)))
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

// Measures returns the measures of the page.
func (m *Maker[R, H]) Measures(threshold *float64) Measures {
	degrees, land := m.Entries.Space().Frame == trajectory.EarthCentred, ""
	if degrees && len(m.Shown) > 0 {
		land = webpage.Land()
	}
	return Measures{
		Dim: m.Entries.Dim(), Degrees: degrees, Land: land, Length: m.Answer.Or(m.Units).Length, Time: m.Units.Duration(),
		Stamps: m.Entries.Times() == trajectory.Timestamp, Threshold: threshold,
	}
}
