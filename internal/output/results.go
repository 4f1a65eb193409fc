package output

import (
	"fmt"
	"math"
	"slices"

	"flyby/internal/codec"
	"flyby/internal/reading"
	"flyby/trajectory"
)

// A ResultWriter writes rows to a file, in the order in which Write gets them. Close completes
// the file; Abort gives it up. Its methods may be called by one goroutine at a time, but for
// Discard. Errors name the file.
type ResultWriter[T interface{ Len() int }] struct {
	*fileWriter
	chunk T
}

// Writers of hits, encounters, pairs, objects and nearest entries.
type (
	HitWriter       = ResultWriter[trajectory.Hits]
	EncounterWriter = ResultWriter[trajectory.Encounters]
	PairWriter      = ResultWriter[trajectory.Pairs]
	ObjectWriter    = ResultWriter[trajectory.Objects]
	NearestWriter   = ResultWriter[trajectory.Nearest]
)

// Write appends a chunk. The caller may change it afterwards.
func (w *ResultWriter[T]) Write(rows T) error {
	w.chunk = rows
	return w.write(rows.Len())
}

// created begins a file of rows.
func created[T interface{ Len() int }](path string, columns func(*T, *trajectory.Store, *trajectory.Store, WriteOptions) content, queries, entries *trajectory.Store, o WriteOptions) (w *ResultWriter[T], err error) {
	w = &ResultWriter[T]{}
	if w.fileWriter, err = createResult(path, columns(&w.chunk, queries, entries, o), queries, entries, o); err != nil {
		return nil, err
	}
	return w, nil
}

// CreateHits begins a file of the hits of queries with entries, whose kinds of times must be the same. The end of path picks
// the format, see reading.Formats; "-" is CSV to o.Stdout. The columns are query_traj, query_seg, entry_traj, entry_seg, t_enter
// and t_exit.
//
// Ids are written as the stores have them. Numbers read back to the same float64. Times of Timestamp stores are RFC 3339 in
// CSV and NDJSON, and TIMESTAMP(NANOS, UTC) in Parquet, with the same decimals, which reads back to the same float64,
// correctly rounded from the count of nanoseconds. Where that is impossible, since the stores share times less than 2^23 s
// from 1970, or outside the years 1678 to 2261, they are DOUBLE, seconds since the Unix epoch, as the column's metadata say.
// A time outside the extents of the stores is an error. The same hits make the same file to the byte, however they are cut
// into chunks and however many threads there are.
func CreateHits(path string, queries, entries *trajectory.Store, o WriteOptions) (*HitWriter, error) {
	return created(path, hitContent, queries, entries, o)
}

// hitContent returns the content of a file of the hits in c.
func hitContent(c *trajectory.Hits, queries, entries *trajectory.Store, o WriteOptions) content {
	if o.Zones != nil {
		return visitHitContent(c, queries, o)
	}
	return contentOf(entries, []outColumn{
		{name: "query_traj", ids: trajectories{queries}, u32: &c.QueryTraj},
		{name: "query_seg", u32: &c.QuerySeg, segments: true},
		{name: "entry_traj", ids: trajectories{entries}, u32: &c.EntryTraj},
		{name: "entry_seg", u32: &c.EntrySeg, segments: true},
		{name: "t_enter", f64: &c.Enter, time: true},
		{name: "t_exit", f64: &c.Exit, time: true},
	})
}

// CreateEncounters begins a file of encounters as CreateHits begins a file of hits. Its columns are query_traj, entry_traj,
// t_enter, t_exit, t_closest, d_min, v_closest and open, with o.Heights dz_closest after d_min, and with o.Parts parts: the
// encounters must then have these. All numbers are finite: a speed beyond the largest float64 is written as the largest in
// every format. A speed that is NaN is left empty in CSV, null in NDJSON and Parquet.
func CreateEncounters(path string, queries, entries *trajectory.Store, o WriteOptions) (*EncounterWriter, error) {
	return created(path, encounterContent, queries, entries, o)
}

// encounterContent returns the content of a file of the encounters in c.
func encounterContent(c *trajectory.Encounters, queries, entries *trajectory.Store, o WriteOptions) content {
	if o.Zones != nil {
		return visitContent(c, queries, o)
	}
	columns := slices.Concat(pairColumns(&c.QueryTraj, &c.EntryTraj, queries, entries), []outColumn{
		{name: "t_enter", f64: &c.Enter, time: true},
		{name: "t_exit", f64: &c.Exit, time: true},
	}, closestColumns(&c.Closest, &c.Distance, &c.Speed, &c.Height, o.Heights), []outColumn{{name: "open", open: &c.Open}})
	if o.Parts {
		columns = append(columns, outColumn{name: "parts", u32: &c.Parts})
	}
	return contentOf(entries, columns)
}

// pairColumns returns the columns of a pair of trajectories.
func pairColumns(query, entry *[]uint32, queries, entries *trajectory.Store) []outColumn {
	return []outColumn{{name: "query_traj", ids: trajectories{queries}, u32: query}, {name: "entry_traj", ids: trajectories{entries}, u32: entry}}
}

// closestColumns returns the columns of the closest approach, with heights the entry's height above the query among them.
func closestColumns(at, distance, speed, height *[]float64, heights bool) (all []outColumn) {
	all = []outColumn{{name: "t_closest", f64: at, time: true}, {name: "d_min", f64: distance, counts: InLength}}
	if heights {
		all = append(all, outColumn{name: "dz_closest", f64: height, counts: InLength})
	}
	return append(all, outColumn{name: "v_closest", f64: speed, counts: InSpeed, optional: true})
}

// CreatePairs begins a file of pairs as CreateHits and CreateEncounters begin theirs. Its columns are query_traj,
// entry_traj, encounters, duration, t_first, t_last, t_closest, d_min and v_closest, with o.Heights dz_closest after d_min.
// A duration is a number in every format, and of timestamps a RoundedDuration.
func CreatePairs(path string, queries, entries *trajectory.Store, o WriteOptions) (*PairWriter, error) {
	return created(path, pairContent, queries, entries, o)
}

// pairContent returns the content of a file of the pairs in c.
func pairContent(c *trajectory.Pairs, queries, entries *trajectory.Store, o WriteOptions) content {
	if o.Zones != nil {
		return visitPairContent(c, queries, o)
	}
	columns := slices.Concat(pairColumns(&c.QueryTraj, &c.EntryTraj, queries, entries), []outColumn{
		{name: "encounters", u32: &c.Encounters},
		{name: "duration", f64: &c.Duration, counts: InTime},
		{name: "t_first", f64: &c.First, time: true},
		{name: "t_last", f64: &c.Last, time: true},
	}, closestColumns(&c.Closest, &c.Distance, &c.Speed, &c.Height, o.Heights))
	return contentOf(entries, columns)
}

// CreateNearest begins a file of nearest entries as CreateHits and CreateEncounters begin theirs. Its columns are query_traj, entry_traj, rank,
// t_closest, d_min, v_closest and shared, which is a duration as in CreatePairs.
func CreateNearest(path string, queries, entries *trajectory.Store, o WriteOptions) (*NearestWriter, error) {
	return created(path, nearestContent, queries, entries, o)
}

// nearestContent returns the content of a file of the nearest entries in c.
func nearestContent(c *trajectory.Nearest, queries, entries *trajectory.Store, _ WriteOptions) content {
	return contentOf(entries, slices.Concat(
		pairColumns(&c.QueryTraj, &c.EntryTraj, queries, entries),
		[]outColumn{{name: "rank", u32: &c.Rank}},
		closestColumns(&c.Closest, &c.Distance, &c.Speed, nil, false),
		[]outColumn{{name: "shared", f64: &c.Shared, counts: InTime}},
	))
}

func createResult(path string, c content, queries, entries *trajectory.Store, o WriteOptions) (*fileWriter, error) {
	if queries.Times() != entries.Times() {
		return nil, fmt.Errorf("format: write %s: one of queries and entries has numeric times, the other timestamps", path)
	}
	if c.stamps {
		c.parquetTimes = roundedOf(queries, entries)
	}
	c.units = o.Units.Of(entries.Times(), entries.Space().Frame)
	c.vertical = o.Vertical
	c.columns, c.point = append(c.columns, outColumns(o.Further)...), outColumns(o.Point)
	if err := c.turnColumns(o.Answer); err != nil {
		return nil, fmt.Errorf("format: write %s: %w", path, err)
	}
	c.addGeometry(&o)
	return newFileWriter(path, reading.ResultOutput, c, o)
}

// roundedOf returns the storage of a result's times, which lie in the extents of some stores: codec.TimeRounded where
// every such time reads back equal, otherwise codec.TimeSeconds.
func roundedOf(stores ...*trajectory.Store) codec.TimeStorage {
	start, end := math.Inf(-1), math.Inf(1)
	for _, s := range stores {
		start, end = max(start, s.Extent().Start), min(end, s.Extent().End)
	}
	if codec.IsRounded(start) && codec.IsRounded(end) && (start < 0) == (end < 0) {
		return codec.TimeRounded
	}
	return codec.TimeSeconds
}
