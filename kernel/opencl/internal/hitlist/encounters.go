package hitlist

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"unsafe"

	"flyby/interaction"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	hostmemory "flyby/internal/memory"
	"flyby/internal/rowbytes"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/pair"
	"flyby/trajectory"
)

//go:embed encounters.cl
var encountersText string

// The kernels of encounters.cl.
const (
	markHeads      clrt.Kernel[markHeadsArgs]      = "mark_heads"
	listHeads      clrt.Kernel[listHeadsArgs]      = "list_heads"
	boundHeads     clrt.Kernel[boundHeadsArgs]     = "bound_heads"
	rankHeads      clrt.Kernel[rankHeadsArgs]      = "rank_heads"
	mergeHeads     clrt.Kernel[mergeHeadsArgs]     = "merge_heads"
	makeEncounters clrt.Kernel[makeEncountersArgs] = "make_encounters"
)

// Constants of encounters.cl.
const (
	FewHeads    = 32    // heads in a run that rank_heads sorts
	LongestJoin = 16384 // hits that one work-item joins, at most
)

// headSizes is head_sizes_t of encounters.cl.
type headSizes struct{ n, chunk, rowsQ, trajectoriesQ, rowsE, trajectoriesE uint32 }

// markHeadsArgs are the parameters of mark_heads.
type markHeadsArgs struct {
	found, starts               *cl.Buffer
	sizes                       headSizes
	rule                        pair.Rule
	sampleQ, jointsQ            *cl.Buffer
	sampleE, jointsE            *cl.Buffer
	mark, sums, loose, counters *cl.Buffer
}

// listHeadsArgs are the parameters of list_heads.
type listHeadsArgs struct {
	found                 *cl.Buffer
	n, chunk              uint32
	mark, sums, joints    *cl.Buffer
	trajectories, mean    uint32
	keys, owner, counters *cl.Buffer
}

// boundHeadsArgs are the parameters of bound_heads.
type boundHeadsArgs struct {
	owner            *cl.Buffer
	trajectories     uint32
	bounds, counters *cl.Buffer
}

// rankHeadsArgs are the parameters of rank_heads.
type rankHeadsArgs struct {
	from, to      *cl.Buffer
	heads         uint32
	owner, bounds *cl.Buffer
}

// mergeHeadsArgs are the parameters of merge_heads.
type mergeHeadsArgs struct {
	rankHeadsArgs
	width uint32
}

// encounterSizes is encounter_sizes_t of encounters.cl.
type encounterSizes struct {
	n, heads, rowsQ, trajectoriesQ, rowsE, trajectoriesE, meanE, flags uint32
}

// makeEncountersArgs are the parameters of make_encounters.
type makeEncountersArgs struct {
	found, starts    *cl.Buffer
	sizes            encounterSizes
	rule             pair.Rule
	keys, owner      *cl.Buffer
	sampleQ, jointsQ *cl.Buffer
	sampleE, jointsE *cl.Buffer
	out, counters    *cl.Buffer
}

// encountersFile is encounters.cl, which needs hit.cl, scan.cl and interaction.cl before it.
func encountersFile() clrt.File {
	return clrt.File{Name: "encounters.cl", Text: encountersText, Constants: []clrt.Constant{
		{Name: "FEW_HEADS", Value: FewHeads}, {Name: "LONGEST_JOIN", Value: LongestJoin},
		{Name: "OPEN_START", Value: uint64(trajectory.OpenStart)}, {Name: "OPEN_END", Value: uint64(trajectory.OpenEnd)},
	}}
}

// joinArrays is the arrays that joining needs besides the arrays of ordering, which it reuses.
type joinArrays struct {
	bounds, sums, out clrt.Array
}

func newJoinArrays() joinArrays {
	return joinArrays{bounds: clrt.Array{Name: "join.bounds"}, sums: clrt.Array{Name: "join.sums"}, out: clrt.Array{Name: "join.out"}}
}

// JoinSource is the program that joins hits.
func (l *List) JoinSource() clrt.Source {
	return clrt.Source{
		Label: "join", Groups: l.Tuning.Groups,
		Kernels: []clrt.AnyKernel{markHeads, listHeads, boundHeads, rankHeads, mergeHeads, makeEncounters},
		Files:   []clrt.File{HitFile(), clrt.ScanFile(), pair.InteractionFile(), pair.SamplesFile(), encountersFile()},
	}
}

// Joining describes the search whose hits are to be joined.
type Joining struct {
	Query, Entry JoinSide
	Rule         pair.Rule
	Flags        uint32 // of kernels that find hits
}

// JoinSide is one side's store on the device.
type JoinSide struct {
	Store   *trajectory.Store
	Samples *cl.Buffer
	Joints  *Joints
}

// CollectEncounters orders the n hits found, joins them and adds the encounters to out,
// with the hits that kernel.Joined leaves. Where the device cannot join, for want of memory
// or because only the host can make an encounter (encounters.cl), it adds all n as hits.
func (l *List) CollectEncounters(ctx context.Context, n int, by Joining, out *kernel.Hits) error {
	if n == 0 {
		return nil
	}
	if err := l.orderAll(n); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	j := join{List: l, Joining: by, hits: n}
	joined, err := j.run()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil && !errors.Is(err, clrt.ErrMemory) {
		return err
	}
	if !joined {
		if err := out.Budget.Take(HitBytes * uint64(n)); err != nil {
			return err
		}
		all, err := l.readOrdered(n)
		if err == nil {
			out.Add(all.HitList(n))
		}
		return err
	}
	return j.read(out)
}

// orderAll enqueues the ordering of the n hits found.
func (l *List) orderAll(n int) error {
	if err := l.rankHits(n, false); err != nil {
		return err
	}
	c, err := l.Count()
	if longest := int(c.Longest); err == nil && longest > tileHits {
		err = l.mergeTiles(n, longest)
	}
	return err
}

// read adds the encounters and the loose hits to out.
func (j *join) read(out *kernel.Hits) error {
	l := j.List
	if err := hostmemory.Need(hostmemory.Count(j.loose)+" hits", hostmemory.Of(j.loose, HitBytes)); err != nil {
		return err
	}
	if err := out.Budget.Take(uint64(HitBytes*j.loose + rowbytes.EncounterBytes*j.heads)); err != nil {
		return err
	}
	bytes, release, err := l.hostBytes(rowbytes.EncounterBytes * j.heads)
	if err != nil {
		return err
	}
	loose := make([]interaction.HitRow, j.loose)
	err = clrt.Read(l.dev.Queues, l.joins.out.Buffer, 0, bytes[:rowbytes.EncounterBytes*j.heads])
	if err == nil {
		err = clrt.Read(l.dev.Queues, l.Hits.Buffer, 0, asBytes(loose))
	}
	if failed := l.dev.Queues.Finish(); err == nil {
		err = failed
	}
	if err != nil {
		release()
		return fmt.Errorf("read %d encounters: %w", j.heads, err)
	}
	out.Add(kernel.HitList{
		Joined:  &kernel.Joined{Encounters: encountersIn(bytes, j.heads), Hits: j.hits - j.loose},
		Release: release,
	})
	out.Add(kernel.HitList{List: loose})
	return nil
}

// hostBytes returns n bytes of the host's memory, aligned as float64 is, and the
// function that releases them.
func (l *List) hostBytes(n int) (bytes []byte, release func(), err error) {
	if b, err := l.dev.Pool.Get(n); err == nil {
		return b.Bytes, b.Release, nil
	}
	if err := hostmemory.Need("bytes of encounters", uint64(n)); err != nil {
		return nil, nil, err
	}
	return cl.Bytes(make([]float64, n/8+1)), func() {}, nil
}

// encountersIn returns the n encounters that bytes holds in the layout of encounters.cl,
// not a copy.
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
