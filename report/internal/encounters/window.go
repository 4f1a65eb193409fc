package encounters

import "flyby/internal/scene"

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
	query, entry := m.Query(r.query), m.Entry(r.entry)
	height := 0.0
	if query.Space().Heights {
		height = query.HeightAt(query.Traj, r.closest)
	}
	f := scene.NewFrame(query.Space(), query.At(query.Traj, r.closest), height, m.Lengths(1))
	p := Pass{Enter: scene.Rounded(r.enter - r.closest), Exit: scene.Rounded(r.exit - r.closest), Place: f.Place(), Radii: scene.Rounded(m.Lengths(query.Radius(query.Traj) + entry.Radius(entry.Traj)))}
	for _, side := range []struct {
		of scene.Mover
		to *Track
	}{{query, &p.Query}, {entry, &p.Entry}} {
		first, last, cut := r.window(side.of, most)
		*side.to = trackOf(side.of, &f, r.closest, first, last)
		p.Cut = p.Cut || cut
	}
	return p
}

// window returns the samples [first, last) of one of the row's objects around it, most samples at most.
func (r *row) window(o scene.Mover, most int) (first, last int, cut bool) {
	begin, end := o.Range(o.Traj)
	before, behind := o.Samples(r.closest, r.closest)
	duration := float64(aroundDurations * (r.exit - r.enter))
	first, last = scene.Covering(o.T()[begin:end], r.enter-duration, r.exit+duration)
	first, last = max(begin, min(begin+first, before-aroundSamples)), min(end, max(begin+last, behind+aroundSamples))
	if last-first <= most {
		return first, last, false
	}
	first = max(first, min(before-most/2, last-most))
	return first, first + most, true
}

// trackOf returns the path of an object's samples [first, last); where the object is a point event at time t, that sample alone.
func trackOf(o scene.Mover, f *scene.Frame, t float64, first, last int) (k Track) {
	if row := o.Nearest(t); o.IsPoint(o.Traj, o.T()[row]) {
		return Track{Event: true, Lines: []scene.Line{o.Line(f, t, row, row+1, nil)}}
	}
	k.Lines = []scene.Line{}
	for p := range o.PiecesOf(o.Traj, o.Traj+1) {
		if a, b := max(first, p.First), min(last, p.First+p.Samples); a < b {
			k.Lines = append(k.Lines, o.Line(f, t, a, b, nil))
		}
	}
	return k
}
