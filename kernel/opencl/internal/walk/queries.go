package walk

import (
	_ "embed"
	"sort"

	"flyby/interaction"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
	"flyby/trajectory"
)

//go:embed boxes.cl
var boxesText string

//go:embed queries.cl
var queriesText string

// queryRuns is the kernel of queries.cl.
const queryRuns clrt.Kernel[queryRunsArgs] = "query_runs"

// querySizes is query_sizes_t of queries.cl.
type querySizes struct {
	rows, radii, pieces, firstRun, runs, length, each, counts, hitCounts uint32
}

// queryRunsArgs are the parameters of query_runs.
type queryRunsArgs struct {
	samples                 *cl.Buffer
	sizes                   querySizes
	instants                *cl.Buffer
	frame                   frame
	run, box, unit, segment *cl.Buffer
	counters, hitRows       *cl.Buffer
}

const (
	flagExcluded = 16      // in queries.cl: the rule excludes an entry trajectory for each query trajectory
	piecePoint   = 1 << 31 // marks the number of segments of a piece that is one instant
	pieceGoesOn  = 1 << 30 // marks the number of segments of a piece that goes on in the whole store
	pieceWords   = 4
)

// boxesFile is boxes.cl, which needs runs.cl before it.
func boxesFile() clrt.File { return clrt.File{Name: "boxes.cl", Text: boxesText} }

// queriesFile is queries.cl, which needs boxes.cl before it.
func queriesFile() clrt.File {
	return clrt.File{Name: "queries.cl", Text: queriesText, Constants: []clrt.Constant{
		{Name: "PIECE_POINT", Value: piecePoint}, {Name: "PIECE_GOES_ON", Value: pieceGoesOn}, {Name: "PIECE_WORDS", Value: pieceWords},
		{Name: "EXCLUDED", Value: flagExcluded}, {Name: "NONE_EXCLUDED", Value: uint64(interaction.NoneExcluded)},
	}}
}

// flatSide is the query side that the device makes of a query set: the runs in
// row order and their boxes, without higher levels. A walk opens the entries' boxes
// alone: grouping the runs would save no test, and take time on the host.
type flatSide struct {
	pyramid  // samples holds pieces and excluded pairs too
	radii    []float64
	pieces   []uint32 // see queries.cl
	tail     [][]byte // radii, pieces and the excluded entries, which are sent after the samples
	excluded bool
	staging  clrt.Staging
}

// bringQueries makes room for a query set and its query side. sendQueries and
// makeQueries fill it.
func (d *Walker) bringQueries(w kernel.WalkWork, entries *pyramid) (*flatSide, error) {
	if d.flat == nil {
		d.flat = &flatSide{pyramid: *newPyramid("queries")}
	}
	q := d.flat
	q.Pyramid, q.excluded = entries.Pyramid.Flat(w.Queries.Store), w.Excluded != nil
	runs := q.cut(w.Queries.Store)
	q.level, q.counts = append(q.level[:0], 0), append(q.counts[:0], runs)
	if err := pair.CheckRows(w.Queries.Store.Samples(), "samples"); err != nil {
		return nil, err
	}
	q.radii = pair.AppendRadii(q.radii[:0], w.Queries.Store)
	q.tail = [][]byte{cl.Bytes(q.radii), cl.Bytes(q.pieces), cl.Bytes(w.Excluded)}
	return q, d.roomForQueries()
}

// whole returns the wave of all runs.
func (q *flatSide) whole() wave { return wave{lastRun: q.counts[0], lastRow: q.Store.Samples()} }

// rowOf returns the first sample row of a run; rowOf(number of runs) is the number of
// samples.
func (q *flatSide) rowOf(run int) int {
	if run == q.counts[0] {
		return q.Store.Samples()
	}
	at := sort.Search(len(q.pieces)/pieceWords, func(i int) bool { return int(q.pieces[pieceWords*i+3]) > run }) - 1
	piece := q.pieces[pieceWords*at:]
	return int(piece[0]) + (run-int(piece[3]))*q.Setting.RunLength
}

// planes returns the columns of the samples.
func (q *flatSide) planes() [][]byte {
	s := q.Store
	all := [][]byte{cl.Bytes(s.T()), cl.Bytes(s.X()), cl.Bytes(s.Y()), cl.Bytes(s.Z())}
	return all[:1+s.Dim()]
}

// planesSize returns the bytes of the samples, and size the bytes of samples and tail.
func (q *flatSide) planesSize() int { return 8 * q.Store.Samples() * (1 + q.Store.Dim()) }
func (q *flatSide) size() (n int) {
	n = q.planesSize()
	for _, t := range q.tail {
		n += len(t)
	}
	return n
}

// cut fills pieces and returns the number of runs.
func (q *flatSide) cut(s *trajectory.Store) (runs int) {
	q.pieces = q.pieces[:0]
	for p := range s.Pieces() {
		n := uint32(p.Segments())
		marked := n
		if p.Samples == 1 {
			marked |= piecePoint
		}
		if p.GoesOn {
			marked |= pieceGoesOn
		}
		q.pieces = append(q.pieces, uint32(p.First), marked, uint32(p.Traj), uint32(runs))
		runs += (int(n) + q.Setting.RunLength - 1) / q.Setting.RunLength
	}
	return runs
}

// roomForQueries makes room for a query side and for the samples that it is made of.
func (d *Walker) roomForQueries() error {
	q := d.flat
	runs := q.counts[0]
	for _, a := range []struct {
		*clrt.Array
		size int
	}{{&q.samples, q.size()}, {&q.runs, 4 * pair.RunWords * runs}, {&q.boxes, 4 * pair.BoxWords * runs}, {&q.units, 4 * runs}} {
		if err := d.dev.Memory.Ensure(a.Array, a.size); err != nil {
			return err
		}
	}
	return d.roomForSegments(&q.pyramid, runs)
}

// sendQueries enqueues copies of the samples and the tail.
func (d *Walker) sendQueries() error {
	q := d.flat
	return q.staging.Send(d.dev.Queues, q.samples.Buffer, d.dev.Pool, append(q.planes(), q.tail...)...)
}

// makeQueries enqueues the making of the query side of a wave (queries.cl); with the first
// wave it also sets the counters of the walk to 0. The kernel waits for the event sent,
// unless sent is nil.
func (d *Walker) makeQueries(entries *pyramid, c wave, sent *cl.Event) error {
	q := d.flat
	counts, hitRows := 0, 0
	if c.firstRun == 0 {
		counts, hitRows = hitlist.CounterWords, d.list.Order.Count
	}
	runs, each := c.lastRun-c.firstRun, 1
	if q.segments.Buffer != nil {
		each = q.Setting.RunLength
	}
	return queryRuns.Launch(d.walking, clrt.Launch{Items: uint64(runs * each), After: sent}, &queryRunsArgs{
		samples: q.samples.Buffer,
		sizes: querySizes{
			rows: uint32(q.Store.Samples()), radii: uint32(len(q.radii)), pieces: uint32(len(q.pieces) / pieceWords),
			firstRun: uint32(c.firstRun), runs: uint32(runs), length: uint32(q.Setting.RunLength), each: uint32(each),
			counts: uint32(counts), hitCounts: uint32(hitRows),
		},
		instants: entries.instants.Buffer, frame: q.frame(q.flags()),
		run: q.runs.Buffer, box: q.boxes.Buffer, unit: q.units.Buffer, segment: q.segments.Buffer,
		counters: d.list.Counters, hitRows: d.list.HitsArgs().Rows,
	})
}

// flags returns the flags of queries.cl.
func (q *flatSide) flags() (flags uint32) {
	if q.Store.HasRadius() {
		flags |= pair.FlagRadiusQuery
	}
	if q.Store.Dim() == 3 {
		flags |= pair.FlagPlaneZ
	}
	if q.excluded {
		flags |= flagExcluded
	}
	return flags
}
