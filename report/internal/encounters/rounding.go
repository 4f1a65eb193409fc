package encounters

import (
	"math"

	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// many reports whether a page has more rows than pages have by themselves: it is kept short.
func (m *maker) many() bool { return len(m.Shown) > page.DefaultTop }

// round rounds the paths of a pass to steps that no picture of it shows: in time a hundred-thousandth of its window, and a tenth of the least time between samples at most; in length two ten-thousandths of how far
// apart the two may be, and two thousandths of the least distance at most, unless that is below a thousandth of the former.
func (m *maker) round(p *Pass, least float64) {
	reach := float64(4 * least)
	if m.Data.Threshold != nil {
		reach = *m.Data.Threshold + p.Radii
	}
	const ofWindow, ofGap, ofReach, ofLeast, fewest = 1e-5, 0.1, 2e-4, 2e-3, 1e-3
	var span, size float64
	gap := math.Inf(1)
	lines := append(p.Query.Lines[:len(p.Query.Lines):len(p.Query.Lines)], p.Entry.Lines...)
	for _, l := range lines {
		for i, t := range l.T {
			if i > 0 && t > l.T[i-1] {
				gap = min(gap, t-l.T[i-1])
			}
			span = max(span, math.Abs(t))
		}
		for _, column := range [][]float64{l.X, l.Y, l.Z, l.H} {
			for _, v := range column {
				size = max(size, math.Abs(v))
			}
		}
	}
	time := stepOf(min(span*ofWindow, gap*ofGap), span)
	length := stepOf(min(reach*ofReach, max(least, reach*fewest)*ofLeast), size)
	for i := range lines {
		lines[i].Round(time, length)
	}
}

// stepOf returns the power of ten of a step, which is at most as large as one that is wanted, but leaves numbers of a size no more than digits that float64 has.
func stepOf(want, size float64) int {
	const digits, least = 12, -300
	power := least
	if want > 0 {
		power, _ = scene.Decade(want)
	}
	if size > 0 {
		largest, _ := scene.Decade(size)
		power = max(power, largest-digits)
	}
	return min(max(power, least), -least)
}
