package report

import (
	"sort"

	"flyby/internal/scene"
)

const (
	// aroundDurations is how many durations of the encounter its window extends before and after it, and aroundSamples the least number of samples of each object
	// before and after the closest approach.
	aroundDurations = 3
	aroundSamples   = 4
	// mostSamples is the greatest number of samples of an object in a window.
	mostSamples = 400
)

// pass returns a row with both paths around it, with most samples each at most.
func (m *maker) pass(r *row, most int) Pass {
	query, entry := m.queryOf(r), m.entryOf(r)
	height := 0.0
	if query.Space().Heights {
		height = query.HeightAt(query.Traj, r.closest)
	}
	f := scene.NewFrame(query.Space(), query.At(query.Traj, r.closest), height, m.Lengths(1))
	p := Pass{Enter: scene.Rounded(r.enter - r.closest), Exit: scene.Rounded(r.exit - r.closest), Place: f.Place(), Radii: scene.Rounded(m.Lengths(query.Radius(query.Traj) + entry.Radius(entry.Traj)))}
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

// window returns the rows [first, last) of an object's samples around a row of the table, most samples at most.
func (o object) window(r *row, most int) (first, last int, cut bool) {
	begin, end := o.Range(o.Traj)
	t := o.T()
	before := begin + sort.SearchFloat64s(t[begin:end], r.closest) // the first sample not before the closest approach
	behind := before + sort.Search(end-before, func(i int) bool { return t[before+i] > r.closest })
	duration := float64(aroundDurations * (r.exit - r.enter))
	from, until := r.enter-duration, r.exit+duration
	first = begin + sort.Search(end-begin, func(i int) bool { return t[begin+i] > from }) - 1
	last = begin + sort.SearchFloat64s(t[begin:end], until) + 1
	first, last = max(begin, min(first, before-aroundSamples)), min(end, max(last, behind+aroundSamples))
	if last-first <= most {
		return first, last, false
	}
	first = max(first, min(before-most/2, last-most))
	return first, first + most, true
}

// track returns the path of the samples [first, last); where the object is a point event at time t, that sample alone.
func (o object) track(f *scene.Frame, t float64, first, last int) (k Track) {
	if row := o.nearest(t); o.IsPoint(o.Traj, o.T()[row]) {
		return Track{Event: true, Lines: []Line{o.line(f, t, row, row+1)}}
	}
	k.Lines = []Line{}
	for p := range o.PiecesOf(o.Traj, o.Traj+1) {
		if a, b := max(first, p.First), min(last, p.First+p.Samples); a < b {
			k.Lines = append(k.Lines, o.line(f, t, a, b))
		}
	}
	return k
}

// nearest returns the sample nearest to a time.
func (o object) nearest(t float64) int {
	begin, end := o.Range(o.Traj)
	at := begin + sort.SearchFloat64s(o.T()[begin:end], t)
	if at == end || at > begin && t-o.T()[at-1] < o.T()[at]-t {
		at--
	}
	return at
}

// line returns the samples [first, last) in a frame, with times relative to t.
func (o object) line(f *scene.Frame, t float64, first, last int) (l Line) {
	for row := first; row < last; row++ {
		l.Add(f, o.Store, row, t)
	}
	f.Flush(&l)
	return l
}
