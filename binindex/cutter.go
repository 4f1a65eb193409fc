package binindex

import "flyby/internal/memory"

// cutter cuts a store into runs and groups these into units, on several threads. Each thread
// takes parts of the trajectories, counts their runs and units first, and then makes them.
type cutter struct {
	*Pyramid
	from []cut // [parts+1]
}

// cut is the place where a part of the store begins, among trajectories, runs and units.
type cut struct{ traj, run, unit int }

// cutParts is the number of parts that a large store is cut into at once.
const cutParts = 64

// poolSegments is the number of segments from which on a second thread pays.
const poolSegments = 1 << 12

// cut fills the builder's runs and units.
func (b *Builder) cut(p *Pyramid) {
	parts := 1
	if p.Store.Segments() >= poolSegments {
		parts = min(cutParts, p.Store.Trajectories())
	}
	c := cutter{p, make([]cut, parts+1)}
	for i := range c.from {
		c.from[i].traj = p.Store.Trajectories() * i / parts
	}
	b.Pool.Each(parts, func(i int) { c.count(i) })
	for i := range parts {
		c.from[i+1].run += c.from[i].run
		c.from[i+1].unit += c.from[i].unit
	}
	all := c.from[parts]
	b.runs, b.units = memory.Reuse(b.runs, all.run), memory.Reuse(b.units, all.unit)
	b.Pool.Each(parts, func(i int) { c.fill(i, b.runs, b.units) })
}

// count sets the next part's cut to the numbers of runs and units of part i.
func (c *cutter) count(i int) {
	next, size := &c.from[i+1], c.Setting.unitRuns()
	for p := range c.Store.PiecesOf(c.from[i].traj, next.traj) {
		runs := (p.Segments() + c.Setting.RunLength - 1) / c.Setting.RunLength
		next.run += runs
		next.unit += (runs + size - 1) / size
	}
}

// fill makes the runs and units of part i.
func (c *cutter) fill(i int, runs []Run, units []unit) {
	at, size := c.from[i], c.Setting.unitRuns()
	for p := range c.Store.PiecesOf(at.traj, c.from[i+1].traj) {
		fresh := 0 // runs of the open unit
		for r := range runsOf(p, c.Setting.RunLength) {
			runs[at.run] = r
			at.run++
			fresh++
			if last := int(r.Row) + int(r.Count); fresh == size || last == p.First+p.Segments() {
				units[at.unit] = c.unit(runs[at.run-fresh:at.run], at.run-fresh)
				at.unit++
				fresh = 0
			}
		}
	}
}
