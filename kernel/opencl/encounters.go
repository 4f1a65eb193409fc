package opencl

import (
	_ "embed"
	"errors"
	"fmt"
	"unsafe"

	"flyby/interaction"
	hostmemory "flyby/internal/memory"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
	"flyby/trajectory"
)

//go:embed encounters.cl
var encountersText string

// The kernels of encounters.cl.
const (
	markHeadsKernel      = "mark_heads"
	listHeadsKernel      = "list_heads"
	boundHeadsKernel     = "bound_heads"
	rankHeadsKernel      = "rank_heads"
	mergeHeadsKernel     = "merge_heads"
	makeEncountersKernel = "make_encounters"
)

// As in encounters.cl.
const (
	fewHeads       = 32
	encounterBytes = 5*8 + 2*4 + 1
)

// joins is what joining takes beside what ordering took, which is used again.
type joins struct {
	bounds, sums, out clrt.Array
}

func newJoins() joins {
	return joins{bounds: clrt.Array{Name: "join.bounds"}, sums: clrt.Array{Name: "join.sums"}, out: clrt.Array{Name: "join.out"}}
}

func (d *Driver) joinSource() clrt.Source {
	return clrt.Source{Label: "join", Groups: d.tuning.walk, Kernels: []string{
		markHeadsKernel, listHeadsKernel, boundHeadsKernel, rankHeadsKernel, mergeHeadsKernel, makeEncountersKernel,
	}, Files: []clrt.File{
		{Name: "hit.cl", Text: hitText}, {Name: "scan.cl", Text: scanText}, {Name: "interaction.cl", Text: interactionText},
		{Name: "encounters.cl", Text: encountersText},
	}}
}

// collectEncounters orders the n hits found, joins them and adds the encounters to
// out, beside them the hits that kernel.Joined leaves. What cannot be joined here, for want of
// memory or because only the host can (encounters.cl), is added as hits.
func (w *walk) collectEncounters(n int, out *kernel.Hits) error {
	if n == 0 {
		return nil
	}
	if err := w.d.orderAll(n); err != nil {
		return err
	}
	if err := w.ctx.Err(); err != nil {
		return err
	}
	j := join{walk: w, hits: n}
	joined, err := j.run()
	if err == nil {
		err = w.ctx.Err()
	}
	if err != nil && !errors.Is(err, clrt.ErrMemory) {
		return err
	}
	if !joined {
		all, err := w.d.readOrdered(n)
		if err == nil {
			out.Add(all.piece(n))
		}
		return err
	}
	return j.read(out)
}

// orderAll enqueues the ordering of the n hits found.
func (d *Driver) orderAll(n int) error {
	if err := d.rankHits(n); err != nil {
		return err
	}
	c, err := d.count()
	if longest := int(c[longestSlot]); err == nil && longest > tileHits {
		err = d.mergeTiles(n, longest)
	}
	return err
}

// join is the joining of the hits of a walk, which are in order.
type join struct {
	*walk
	hits  int
	heads int // encounters
	loose int // hits that are left as they are
}

// run joins the hits, and reports whether they could be.
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
	c, err := j.d.count()
	return c[hardSlot] == 0, err
}

// prepare builds the program and makes room.
func (j *join) prepare() (err error) {
	d := j.d
	if d.joining == nil {
		if d.joining, err = d.dev.Build(d.joinSource()); err != nil {
			return err
		}
	}
	for _, side := range []*pyramid{j.plan.query.pyramid, j.plan.entry.pyramid} {
		if err := d.sendJoints(&side.joints, side.Store); err != nil {
			return err
		}
	}
	if err := d.dev.Memory.Ensure(&d.joins.bounds, 4*(j.plan.query.Store.Trajectories()+1)); err != nil {
		return err
	}
	if err := d.dev.Memory.Ensure(&d.joins.sums, 4*d.dev.MostGroups); err != nil {
		return err
	}
	return d.clear(headSlot, hardSlot+1)
}

// hitsAGroup is the number of hits that are worth a group.
const hitsAGroup = 1 << 11

// listHeads lists the hits that encounters begin with, and returns how many of
// them there are of one query trajectory, at most.
func (j *join) listHeads() (most int, err error) {
	if err := j.prepare(); err != nil {
		return 0, err
	}
	d, o, k := j.d, &j.d.order, j.d.joining.Kernels
	q, e := j.plan.query, j.plan.entry
	groups := min(max((j.hits+hitsAGroup-1)/hitsAGroup, 1), d.dev.MostGroups)
	n, chunk := cl.Uint32(uint32(j.hits)), cl.Uint32(uint32((j.hits+groups-1)/groups))
	found, mark, sums := cl.Mem(o.out.Buffer), cl.Mem(o.tiles.Buffer), cl.Mem(d.joins.sums.Buffer)
	counters, slot := cl.Mem(d.counters), cl.Uint32(headSlot)
	if err := d.dev.LaunchGroups(k[markHeadsKernel], groups, found, n, chunk, cl.Mem(o.starts.Buffer),
		cl.Mem(q.samples.Buffer), cl.Uint32(uint32(q.Store.Samples())), cl.Mem(q.joints.breaks.Buffer),
		cl.Mem(e.samples.Buffer), cl.Uint32(uint32(e.Store.Samples())), cl.Mem(e.joints.breaks.Buffer),
		cl.Float64(j.Window.From), cl.Float64(j.Window.To),
		mark, sums, cl.Mem(d.hits.Buffer), counters, slot); err != nil {
		return 0, err
	}
	trajectories, owner := cl.Uint32(uint32(q.Store.Trajectories())), cl.Mem(o.ordinal.Buffer)
	if err := d.dev.LaunchGroups(k[listHeadsKernel], groups, found, n, chunk, mark, sums,
		cl.Mem(q.joints.first.Buffer), trajectories, cl.Uint32(q.joints.mean()),
		cl.Mem(o.keys.Buffer), owner, counters, slot); err != nil {
		return 0, err
	}
	if err := d.dev.Launch(k[boundHeadsKernel], uint64(q.Store.Trajectories()),
		owner, trajectories, cl.Mem(d.joins.bounds.Buffer), counters, slot); err != nil {
		return 0, err
	}
	c, err := d.count()
	j.heads, j.loose = int(c[headSlot]), int(c[looseSlot])
	return int(c[mostSlot]), err
}

// orderHeads enqueues the ordering of the heads, at most most of one query
// trajectory, and returns where their keys will be.
func (j *join) orderHeads(most int) (keys *cl.Buffer, err error) {
	d, k := j.d, j.d.joining.Kernels
	from, to := d.order.keys.Buffer, d.order.sorted.Buffer
	heads, owner, bounds := cl.Uint32(uint32(j.heads)), cl.Mem(d.order.ordinal.Buffer), cl.Mem(d.joins.bounds.Buffer)
	if err := d.dev.Launch(k[rankHeadsKernel], uint64(j.heads), cl.Mem(from), cl.Mem(to), heads, owner, bounds); err != nil {
		return nil, err
	}
	from, to = to, from
	for width := fewHeads; width < most; width *= 2 {
		if err := d.dev.Launch(k[mergeHeadsKernel], uint64(j.heads), cl.Mem(from), cl.Mem(to), heads, owner, bounds, cl.Uint32(uint32(width))); err != nil {
			return nil, err
		}
		from, to = to, from
	}
	return from, nil
}

// make enqueues the making of the encounters, of heads by their keys.
func (j *join) make(keys *cl.Buffer) error {
	d := j.d
	if err := d.dev.Memory.Ensure(&d.joins.out, encounterBytes*j.heads); err != nil {
		return err
	}
	q, e := j.plan.query, j.plan.entry
	return d.dev.Launch(d.joining.Kernels[makeEncountersKernel], uint64(j.heads),
		cl.Mem(d.order.out.Buffer), cl.Uint32(uint32(j.hits)), cl.Mem(d.order.starts.Buffer),
		cl.Mem(keys), cl.Uint32(uint32(j.heads)), cl.Mem(d.order.ordinal.Buffer),
		cl.Mem(q.samples.Buffer), cl.Uint32(uint32(q.Store.Samples())), cl.Mem(q.joints.breaks.Buffer),
		cl.Mem(e.samples.Buffer), cl.Uint32(uint32(e.Store.Samples())), cl.Mem(e.joints.breaks.Buffer),
		cl.Mem(e.joints.first.Buffer), cl.Uint32(uint32(e.Store.Trajectories())), cl.Uint32(e.joints.mean()),
		cl.Mem(q.radius.Buffer), cl.Mem(e.radius.Buffer),
		cl.Float64(j.Distance), cl.Float64(j.Window.From), cl.Float64(j.Window.To), cl.Uint32(j.segmentFlags()),
		cl.Mem(d.joins.out.Buffer), cl.Mem(d.counters), cl.Uint32(headSlot))
}

// read adds the encounters and the hits that are left to out.
func (j *join) read(out *kernel.Hits) error {
	d := j.d
	if err := hostmemory.Need(hostmemory.Count(j.loose)+" hits", hostmemory.Of(j.loose, hitBytes)); err != nil {
		return err
	}
	bytes, release, err := d.hostBytes(encounterBytes * j.heads)
	if err != nil {
		return err
	}
	loose := make([]interaction.HitRow, j.loose)
	err = clrt.Read(d.dev.Queues, d.joins.out.Buffer, 0, bytes[:encounterBytes*j.heads])
	if err == nil {
		err = clrt.Read(d.dev.Queues, d.hits.Buffer, 0, asBytes(loose))
	}
	if failed := d.dev.Queues.Finish(); err == nil {
		err = failed
	}
	if err != nil {
		release()
		return fmt.Errorf("read %d encounters: %w", j.heads, err)
	}
	out.Add(kernel.Piece{
		Joined:  &kernel.Joined{Encounters: encountersIn(bytes, j.heads), Hits: j.hits - j.loose},
		Release: release,
	})
	out.Add(kernel.Piece{List: loose})
	return nil
}

// hostBytes returns memory of the host for n bytes, aligned as float64 is, and
// what gives it back.
func (d *Driver) hostBytes(n int) (bytes []byte, release func(), err error) {
	if b, err := d.dev.Pool.Get(n); err == nil {
		return b.Bytes, b.Release, nil
	}
	if err := hostmemory.Need("bytes of encounters", uint64(n)); err != nil {
		return nil, nil, err
	}
	return cl.Bytes(make([]float64, n/8+1)), func() {}, nil
}

// encountersIn is the memory of n encounters as encounters.cl lays them out, not a
// copy.
func encountersIn(bytes []byte, n int) trajectory.Encounters {
	p := planes{bytes}
	times := [5][]float64{}
	for k := range times {
		times[k] = next[float64](&p, n)
	}
	return trajectory.Encounters{
		Enter: times[0], Exit: times[1], Closest: times[2], Distance: times[3], Speed: times[4],
		QueryTraj: next[uint32](&p, n), EntryTraj: next[uint32](&p, n), Open: next[trajectory.Open](&p, n),
	}
}

// planes is memory that holds one column after another.
type planes struct{ rest []byte }

// next returns the next column, of n numbers.
func next[T float64 | uint32 | trajectory.Open](p *planes, n int) []T {
	column := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(p.rest))), n)
	p.rest = p.rest[n*int(unsafe.Sizeof(*new(T))):]
	return column[:n:n]
}
