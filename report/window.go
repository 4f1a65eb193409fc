package report

import (
	"sort"

	"flyby/internal/scene"
)

const (
	// aroundDurations is how many durations of an encounter its window has before and after it, and aroundSamples how many samples of each object it has at least
	// before and after the closest approach.
	aroundDurations = 3
	aroundSamples   = 4
	// mostSamples is how many samples of an object a window has at most.
	mostSamples = 400
)

// pass is a row with both paths around it, of some samples at most.
func (m *maker) pass(r *row, most int) Pass {
	query, entry := m.queryOf(r), m.entryOf(r)
	height := 0.0
	if query.Space().Heights {
		height = query.HeightAt(query.traj, r.closest)
	}
	f := scene.NewFrame(query.Space(), query.At(query.traj, r.closest), height, m.lengths(1))
	p := Pass{Enter: scene.Rounded(r.enter - r.closest), Exit: scene.Rounded(r.exit - r.closest), Place: f.Place(), Radii: scene.Rounded(m.lengths(query.Radius(query.traj) + entry.Radius(entry.traj)))}
	for _, side := range []struct {
		of object
		to *Track
	}{{query, &p.Query}, {entry, &p.Entry}} {
		first, last, cut := side.of.window(r, most)
		*side.to = side.of.track(&f, r.closest, first, last)
		p.Cut = p.Cut || cut
	}
	return p
}

// window is the rows [first, last) of the samples around a row, most at most.
func (o object) window(r *row, most int) (first, last int, cut bool) {
	begin, end := o.Range(o.traj)
	t := o.T()
	before := begin + sort.Search(end-begin, func(i int) bool { return t[begin+i] >= r.closest }) // the first that is not before it
	behind := before + sort.Search(end-before, func(i int) bool { return t[before+i] > r.closest })
	duration := aroundDurations * (r.exit - r.enter)
	from, until := r.enter-duration, r.exit+duration
	first = begin + sort.Search(end-begin, func(i int) bool { return t[begin+i] > from }) - 1
	last = begin + sort.Search(end-begin, func(i int) bool { return t[begin+i] >= until }) + 1
	first, last = max(begin, min(first, before-aroundSamples)), min(end, max(last, behind+aroundSamples))
	if last-first <= most {
		return first, last, false
	}
	first = max(first, min(before-most/2, last-most))
	return first, first + most, true
}

// track is the path of the samples [first, last); of a point event, where the object is one at a time, that one alone.
func (o object) track(f *scene.Frame, t float64, first, last int) (k Track) {
	if row, ok := o.event(t); ok {
		return Track{Event: true, Lines: []Line{o.line(f, t, row, row+1)}}
	}
	k.Lines = []Line{}
	for p := range o.PiecesOf(o.traj, o.traj+1) {
		if a, b := max(first, p.First), min(last, p.First+p.Samples); a < b {
			k.Lines = append(k.Lines, o.line(f, t, a, b))
		}
	}
	return k
}

// event is the sample of the point event that is nearest in time, where no other sample of the object is as near.
func (o object) event(t float64) (row int, ok bool) {
	row = o.nearest(t)
	return row, o.IsPoint(o.traj, o.T()[row])
}

// nearest is the sample that is nearest to a time.
func (o object) nearest(t float64) int {
	begin, end := o.Range(o.traj)
	at := begin + sort.Search(end-begin, func(i int) bool { return o.T()[begin+i] >= t })
	if at == end || at > begin && t-o.T()[at-1] < o.T()[at]-t {
		at--
	}
	return at
}

// line is the samples [first, last) in a frame, their times from t on.
func (o object) line(f *scene.Frame, t float64, first, last int) (l Line) {
	for row := first; row < last; row++ {
		l.Add(f, o.Store, row, t)
	}
	f.Flush(&l)
	return l
}
