package scene

import "slices"

const (
	// aroundPart is a divisor: what lasts a while is drawn from 1/aroundPart of its duration before it to as much after it, and each of the two is aroundSamples samples of a usual mover at least.
	aroundPart    = 4
	aroundSamples = 4
	// alwaysSamples is the number of samples about both ends of a time.
	alwaysSamples = 6
)

// Around returns the window in which movers are drawn that do something for a time: the time, and as much of the time before and after it as they have samples for.
func Around(time Ruler, movers ...Mover) Ruler {
	var before, after []float64
	most := time
	for _, o := range movers {
		t := o.T()
		begin, end := o.Range(o.Traj)
		first, last := o.Samples(time.From, time.Until)
		most = most.With(Ruler{From: t[begin], Until: t[end-1]})
		before = append(before, max(0, time.From-t[max(first-aroundSamples, begin)]))
		after = append(after, max(0, t[min(last+aroundSamples, end)-1]-time.Until))
	}
	slices.Sort(before)
	slices.Sort(after)
	around := (time.Until - time.From) / aroundPart
	return Ruler{From: max(most.From, time.From-max(around, before[len(before)/2])), Until: min(most.Until, time.Until+max(around, after[len(after)/2]))}
}

// During reports whether the object has a position at some instant from one time to another.
func (o Mover) During(from, until float64) bool {
	t := o.T()
	for p := range o.PiecesOf(o.Traj, o.Traj+1) {
		if t[p.First] <= until && t[p.First+p.Samples-1] >= from {
			return true
		}
	}
	return false
}

// Path returns the path of an object in a window, extended to whole samples, with times from the start of a time on. Where it has more than most samples, some are left out: never ends of
// lines, nor the samples about both ends of the time. No line has heights.
func (o Mover) Path(frame *Frame, time, window Ruler, most int) (out []Line, thinned bool) {
	out = []Line{}
	t := o.T()
	var pieces [][2]int
	samples := 0
	for p := range o.PiecesOf(o.Traj, o.Traj+1) {
		all := t[p.First : p.First+p.Samples]
		first, last := Covering(all, window.From, window.Until)
		if all[len(all)-1] < window.From || all[0] > window.Until {
			continue
		}
		pieces = append(pieces, [2]int{p.First + first, p.First + last})
		samples += last - first
	}
	step := 1
	if samples > most {
		pieces = pieces[:min(len(pieces), most/4)]
		most = max(1, most-alwaysSamples-2*len(pieces))
		step, thinned = (samples+most-1)/most, true
	}
	for _, piece := range pieces {
		line := o.Line(frame, time.From, piece[0], piece[1], func(row int) bool {
			beside := row > 0 && row+1 < len(t) && (t[row-1] <= time.From && time.From <= t[row+1] || t[row-1] <= time.Until && time.Until <= t[row+1])
			return (row-piece[0])%step == 0 || row == piece[1]-1 || beside
		})
		line.H = nil // no picture shows heights
		out = append(out, line)
	}
	return out, thinned
}
