package visit

import (
	"cmp"
	"iter"
	"sort"
	"sync"

	"flyby/interaction"
	"flyby/trajectory"
)

// jobSegments is the number of segments that are worth a job. Pieces are cut at multiples of it, whatever is before them and whoever follows them: so any number of threads finds the same.
const jobSegments = 2048

// A section is the segments [from, to) of a piece, which one thread follows.
type section struct {
	trajectory.Piece
	from, to int
	begins   bool // the data, or the window, begin with it; otherwise it continues the section before it
	ends     bool // they end with it
}

// A job is sections in order, for one thread.
type job struct {
	number   int
	sections []section
}

// dealer deals out all segments of a store that have an instant of a window, in jobs.
type dealer struct {
	store  *trajectory.Store
	window interaction.Window
	cut    int // the segments of a job

	lock     sync.Mutex
	next     func() (trajectory.Piece, bool)
	stop     func()
	jobs     int
	piece    trajectory.Piece
	from, to int // the segments of the piece that have an instant of the window
	at       int // the next of them

	begins, ends bool // the data, or the window, begin with the first of them, or end with the last
}

func newDealer(s *trajectory.Store, r *Rule) *dealer {
	d := &dealer{store: s, window: r.Window, cut: cmp.Or(r.cut, jobSegments)}
	d.next, d.stop = iter.Pull(s.Pieces())
	return d
}

// deal returns the next job, without sections if there is none.
func (d *dealer) deal() job {
	d.lock.Lock()
	defer d.lock.Unlock()
	j := job{number: d.jobs}
	for segments := 0; segments < d.cut && d.begin(); {
		cut := d.at + d.cut - (d.at-d.piece.First)%d.cut
		s := section{Piece: d.piece, from: d.at, to: min(cut, d.to)}
		s.begins, s.ends = d.begins && s.from == d.from, d.ends && s.to == d.to
		j.sections = append(j.sections, s)
		segments += s.to - s.from
		d.at = s.to
	}
	d.jobs++
	return j
}

// begin goes to the next piece where one is at its end. It reports false where none is left.
func (d *dealer) begin() (ok bool) {
	for d.at == d.to {
		if d.piece, ok = d.next(); !ok {
			return false
		}
		d.from, d.to = d.segmentsOf(d.piece)
		d.at = d.from
		t, p := d.store.T(), &d.piece
		d.begins = !p.Begun || t[p.First] <= d.window.From
		d.ends = !p.GoesOn || t[p.First+p.Samples-1] > d.window.To
	}
	return true
}

// segmentsOf returns the segments of a piece that have an instant of the window, other than an end that they do not own.
func (d *dealer) segmentsOf(p trajectory.Piece) (from, to int) {
	t := d.store.T()
	from, to = p.First, p.First+p.Segments()
	from += sort.Search(to-from, func(i int) bool {
		g := d.store.SegmentOf(p, from+i)
		return g.T1 > d.window.From || g.T1 == d.window.From && g.Last
	})
	return from, from + sort.Search(to-from, func(i int) bool { return t[from+i] > d.window.To })
}
