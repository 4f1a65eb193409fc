package hitlist

import (
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/rowbytes"
)

// join is the state of one joining, of hits that are in order.
type join struct {
	*List
	Joining
	hits  int
	heads int // number of encounters
	loose int // number of hits that are not joined
}

// run joins the hits, and reports whether the device could join them.
func (j *join) run() (bool, error) {
	most, err := j.listHeads()
	if err != nil || j.heads == 0 {
		return err == nil, err
	}
	keys, err := j.orderHeads(most)
	if err != nil {
		return false, err
	}
	if err := j.make(keys); err != nil {
		return false, err
	}
	c, err := j.List.Count()
	return c.Hard == 0, err
}

// prepare builds the program and makes room.
func (j *join) prepare() (err error) {
	l := j.List
	if err := l.PrepareJoin(); err != nil {
		return err
	}
	for _, side := range []JoinSide{j.Query, j.Entry} {
		if err := l.sendJoints(side.Joints, side.Store); err != nil {
			return err
		}
	}
	if err := l.dev.Memory.Ensure(&l.joins.bounds, 4*(j.Query.Store.Trajectories()+1)); err != nil {
		return err
	}
	if err := l.dev.Memory.Ensure(&l.joins.sums, 4*l.dev.MostGroups); err != nil {
		return err
	}
	return l.Clear(headSlot, hardSlot+1)
}

// hitsAGroup is the number of hits that make a work-group worth its launch.
const hitsAGroup = 1 << 11

// listHeads lists the hits that begin an encounter, and returns the greatest number of
// such hits of one query trajectory.
func (j *join) listHeads() (most int, err error) {
	if err := j.prepare(); err != nil {
		return 0, err
	}
	l, o := j.List, &j.Order
	q := j.Query
	groups := min(max((j.hits+hitsAGroup-1)/hitsAGroup, 1), l.dev.MostGroups)
	n, chunk := uint32(j.hits), uint32((j.hits+groups-1)/groups)
	if err := j.markHeads(groups, n, chunk); err != nil {
		return 0, err
	}
	if err := listHeads.Launch(l.joining, clrt.In(groups), &listHeadsArgs{
		found: o.out.Buffer, n: n, chunk: chunk, mark: o.tiles.Buffer, sums: l.joins.sums.Buffer,
		joints: q.Joints.Buffer, trajectories: uint32(q.Store.Trajectories()), mean: q.Joints.mean(),
		keys: o.keys.Buffer, owner: o.ordinal.Buffer, counters: l.Counters,
	}); err != nil {
		return 0, err
	}
	if err := boundHeads.Launch(l.joining, clrt.Over(uint64(q.Store.Trajectories())), &boundHeadsArgs{
		owner: o.ordinal.Buffer, trajectories: uint32(q.Store.Trajectories()), bounds: l.joins.bounds.Buffer, counters: l.Counters,
	}); err != nil {
		return 0, err
	}
	c, err := l.Count()
	j.heads, j.loose = int(c.Head), int(c.Loose)
	return int(c.Most), err
}

// markHeads enqueues the marking of the hits, among n, that begin an encounter.
func (j *join) markHeads(groups int, n, chunk uint32) error {
	l, o, q, e := j.List, &j.Order, j.Query, j.Entry
	return markHeads.Launch(l.joining, clrt.In(groups), &markHeadsArgs{
		found: o.out.Buffer, starts: o.starts.Buffer, rule: j.Rule,
		sizes: headSizes{
			n: n, chunk: chunk,
			rowsQ: uint32(q.Store.Samples()), trajectoriesQ: uint32(q.Store.Trajectories()),
			rowsE: uint32(e.Store.Samples()), trajectoriesE: uint32(e.Store.Trajectories()),
		},
		sampleQ: q.Samples, jointsQ: q.Joints.Buffer,
		sampleE: e.Samples, jointsE: e.Joints.Buffer,
		mark: o.tiles.Buffer, sums: l.joins.sums.Buffer, loose: l.Hits.Buffer, counters: l.Counters,
	})
}

// orderHeads enqueues the ordering of the heads, of which a query trajectory has at most
// most, and returns the buffer of their ordered keys.
func (j *join) orderHeads(most int) (keys *cl.Buffer, err error) {
	l := j.List
	from, to := l.Order.keys.Buffer, l.Order.Sorted.Buffer
	args := rankHeadsArgs{from, to, uint32(j.heads), l.Order.ordinal.Buffer, l.joins.bounds.Buffer}
	if err := rankHeads.Launch(l.joining, clrt.Over(uint64(j.heads)), &args); err != nil {
		return nil, err
	}
	for width := FewHeads; ; width *= 2 {
		args.from, args.to = args.to, args.from
		if width >= most {
			return args.from, nil
		}
		if err := mergeHeads.Launch(l.joining, clrt.Over(uint64(j.heads)), &mergeHeadsArgs{args, uint32(width)}); err != nil {
			return nil, err
		}
	}
}

// make enqueues the making of the encounters, from the heads in the order of keys.
func (j *join) make(keys *cl.Buffer) error {
	l := j.List
	if err := l.dev.Memory.Ensure(&l.joins.out, rowbytes.EncounterBytes*j.heads); err != nil {
		return err
	}
	q, e := j.Query, j.Entry
	return makeEncounters.Launch(l.joining, clrt.Over(uint64(j.heads)), &makeEncountersArgs{
		found: l.Order.out.Buffer, starts: l.Order.starts.Buffer, rule: j.Rule,
		sizes: encounterSizes{
			n: uint32(j.hits), heads: uint32(j.heads),
			rowsQ: uint32(q.Store.Samples()), trajectoriesQ: uint32(q.Store.Trajectories()),
			rowsE: uint32(e.Store.Samples()), trajectoriesE: uint32(e.Store.Trajectories()), meanE: e.Joints.mean(), flags: j.Flags,
		},
		keys: keys, owner: l.Order.ordinal.Buffer,
		sampleQ: q.Samples, jointsQ: q.Joints.Buffer,
		sampleE: e.Samples, jointsE: e.Joints.Buffer,
		out: l.joins.out.Buffer, counters: l.Counters,
	})
}
