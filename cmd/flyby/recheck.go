package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"flyby"
	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/printable"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// trajPair is a pair of trajectories: of the queries, and of the entries.
type trajPair struct{ query, entry int }

// recheck compares a file of results with what a sample of pairs gives.
type recheck struct {
	job     *job
	path    string
	joins   bool
	cut     bool // hits are fewer than those of the distance alone
	most    int  // pairs
	seed    uint64
	level   string
	columns []string
	pairs   map[trajPair][]resultRow // the sample, with its rows in the file
	checked int                      // rows
}

// run reads the file twice: for the sample, and for the sample's rows.
func (r *recheck) run() error {
	columns, err := resultColumns(r.path)
	if err != nil {
		return err
	}
	if len(columns) == 0 { // NDJSON of no rows
		columns = []string{"query_traj", "entry_traj", "query_seg"}
	}
	if r.level, err = resultLevel(columns); err != nil {
		return fmt.Errorf("%s: %w", shown(r.path), err)
	}
	if err := r.choose(); err != nil {
		return err
	}
	if err := r.gather(); err != nil {
		return err
	}
	return r.compare()
}

// all is how many pairs of trajectories there are.
func (r *recheck) all() uint64 {
	n := uint64(r.job.entries.Trajectories())
	if r.joins {
		return n * (n - 1) / 2
	}
	return uint64(r.job.queries.Trajectories()) * n
}

// pairColumns are those that say which pair a row is of.
func pairColumns() []string { return []string{"query_traj", "entry_traj"} }

// pairOf finds the pair that a row is of.
func (r *recheck) pairOf(row resultRow) (p trajPair, err error) {
	var ok bool
	if p.query, ok = r.job.queries.Find(row.fields[0]); !ok {
		return p, r.wrong(row.number, "query_traj %q is not in the data", row.fields[0])
	}
	if p.entry, ok = r.job.entries.Find(row.fields[1]); !ok {
		return p, r.wrong(row.number, "entry_traj %q is not in the data", row.fields[1])
	}
	if r.joins && p.query >= p.entry {
		return p, r.wrong(row.number, "query_traj %s, entry_traj %s: a join has the smaller id first", row.fields[0], row.fields[1])
	}
	return p, nil
}

// wrong says what is wrong with a row.
func (r *recheck) wrong(number int, text string, args ...any) error {
	return fmt.Errorf("%s: row %d: %s", shown(r.path), number, printable.Text(fmt.Sprintf(text, args...)))
}

// choose makes the sample: all pairs, or half of it from the rows of the file and half from pairs that may meet.
func (r *recheck) choose() error {
	r.pairs = map[trajPair][]resultRow{}
	dice := rand.New(rand.NewPCG(r.seed, 0x7e57))
	var held []trajPair
	seen := 0
	for row, err := range resultRows(r.path, pairColumns()) {
		if err != nil {
			return err
		}
		p, err := r.pairOf(row)
		if err != nil {
			return err
		}
		seen++
		if half := max(1, r.most/2); len(held) < half {
			held = append(held, p)
		} else if at := dice.IntN(seen); at < half {
			held[at] = p
		}
	}
	if r.all() <= uint64(r.most) {
		r.addAll()
		return nil
	}
	for _, p := range held {
		r.add(p)
	}
	r.addSome(dice)
	return nil
}

// addAll adds every pair.
func (r *recheck) addAll() {
	for query := range r.job.queries.Trajectories() {
		for entry := range r.job.entries.Trajectories() {
			r.add(trajPair{query, entry})
		}
	}
}

// addSome fills the sample up with pairs that may meet.
func (r *recheck) addSome(dice *rand.Rand) {
	const draws = 1000
	for n := 0; n < draws*r.most && len(r.pairs) < r.most; n++ {
		p := trajPair{dice.IntN(r.job.queries.Trajectories()), dice.IntN(r.job.entries.Trajectories())}
		if r.joins && p.query > p.entry {
			p.query, p.entry = p.entry, p.query
		}
		if r.mayMeet(p) {
			r.add(p)
		}
	}
}

// add adds a pair to the sample, unless a join has none of it.
func (r *recheck) add(p trajPair) {
	if _, there := r.pairs[p]; !there && !(r.joins && p.query >= p.entry) {
		r.pairs[p] = nil
	}
}

// mayMeet reports whether the boxes of two trajectories in time and space are within the distance, about.
func (r *recheck) mayMeet(p trajPair) bool {
	q, e := r.job.queries.Store, r.job.entries.Store
	d := (r.job.search.Distance + q.Radius(p.query) + e.Radius(p.entry)) * (1 + 1e-9)
	if !near(q.T(), e.T(), q, e, p, 0) || !near(q.X(), e.X(), q, e, p, d) || !near(q.Y(), e.Y(), q, e, p, d) {
		return false
	}
	return q.Z() == nil || near(q.Z(), e.Z(), q, e, p, d)
}

// near reports whether the extents of two trajectories in one column are within d.
func near(query, entry []float64, q, e *trajectory.Store, p trajPair, d float64) bool {
	extent := func(column []float64, s *trajectory.Store, traj int) (least, most float64) {
		first, last := s.Range(traj)
		return slices.Min(column[first:last]), slices.Max(column[first:last])
	}
	a, b := extent(query, q, p.query)
	c, f := extent(entry, e, p.entry)
	return max(a, c)-min(b, f) <= d
}

// gather keeps the rows of the sample.
func (r *recheck) gather() error {
	expected, err := r.expected(nil, nil)
	if err != nil {
		return err
	}
	if r.columns, _, err = parted(expected); err != nil {
		return err
	}
	for row, err := range resultRows(r.path, r.columns) {
		if err != nil {
			return err
		}
		places := []string{row.fields[slices.Index(r.columns, "query_traj")], row.fields[slices.Index(r.columns, "entry_traj")]}
		p, err := r.pairOf(resultRow{row.number, places})
		if err != nil {
			return err
		}
		if rows, wanted := r.pairs[p]; wanted {
			r.pairs[p] = append(rows, resultRow{row.number, slices.Clone(row.fields)})
			r.checked++
		}
	}
	return nil
}

// parted splits CSV into its header and its rows.
func parted(text []byte) (columns []string, rows [][]string, err error) {
	all, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	return all[0], all[1:], nil
}

// compare works every pair out, those with rows first, in the order of the file.
func (r *recheck) compare() error {
	var order []trajPair
	for p := range r.pairs {
		order = append(order, p)
	}
	first := func(p trajPair) int {
		if rows := r.pairs[p]; len(rows) > 0 {
			return rows[0].number
		}
		return math.MaxInt
	}
	slices.SortFunc(order, func(a, b trajPair) int {
		return cmp.Or(cmp.Compare(first(a), first(b)), a.query-b.query, a.entry-b.entry)
	})
	r.job.display.begin("verify", noUnit)
	for i, p := range order {
		if err := r.job.ctx.Err(); err != nil {
			return err
		}
		if err := r.comparePair(p); err != nil {
			return err
		}
		r.job.display.set(float64(i+1), float64(len(order)))
	}
	return nil
}

// comparePair compares the rows of a pair with what they should be.
func (r *recheck) comparePair(p trajPair) error {
	queries, entries := r.job.queries.Subset([]int{p.query}), r.job.entries.Subset([]int{p.entry})
	if r.job.search.ExcludeSameID && queries.ID(0) == entries.ID(0) {
		queries = nil
	}
	var want [][]string
	if queries != nil {
		text, err := r.expected(queries, entries)
		if err == nil {
			_, want, err = parted(text)
		}
		if err != nil {
			return err
		}
	}
	got := r.pairs[p]
	for i, row := range got {
		if i >= len(want) {
			return r.wrong(row.number, "query_traj %s, entry_traj %s: there is no such row", r.job.queries.ID(p.query), r.job.entries.ID(p.entry))
		}
		for k, field := range row.fields {
			if !sameField(field, want[i][k]) {
				return r.wrong(row.number, "%s is %s, not %s", r.columns[k], quoted(field), quoted(want[i][k]))
			}
		}
	}
	if len(got) < len(want) {
		return fmt.Errorf("%s: query_traj %s, entry_traj %s: the row %s is missing", shown(r.path),
			printable.Text(r.job.queries.ID(p.query)), printable.Text(r.job.entries.ID(p.entry)), printable.Text(fmt.Sprint(want[len(got)])))
	}
	return nil
}

// quoted is a field as a message shows it.
func quoted(field string) string {
	if field == "" {
		return "empty"
	}
	return field
}

// expected is the rows of a pair as CSV, where there are stores, else the header. Each pair of segments has been
// decided by rational arithmetic.
func (r *recheck) expected(queries, entries *trajectory.Store) ([]byte, error) {
	var text bytes.Buffer
	o := format.WriteOptions{Stdout: &text, Threads: 1}
	q, e := queries, entries
	if q == nil {
		q, e = r.job.queries.Store, r.job.entries.Store
	}
	if r.level == "hits" {
		w, err := format.CreateHits("-", q, e, o)
		if err != nil {
			return nil, err
		}
		defer w.Abort()
		if queries != nil {
			hits, _, err := r.find(queries, entries)
			if err = errors.Join(err, w.Write(hits)); err != nil {
				return nil, err
			}
		}
		err = w.Close()
		return text.Bytes(), err
	}
	w, err := format.CreateEncounters("-", q, e, o)
	if err != nil {
		return nil, err
	}
	defer w.Abort()
	if queries != nil {
		_, found, err := r.find(queries, entries)
		if err = errors.Join(err, w.Write(found)); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return text.Bytes(), err
}

// find searches a pair by brute force, and has rational arithmetic decide about every hit.
func (r *recheck) find(queries, entries *trajectory.Store) (hits trajectory.Hits, met trajectory.Encounters, err error) {
	db, err := flyby.Open(r.job.ctx, entries, flyby.Options{Method: flyby.MethodBruteForce, Device: "cpu", Threads: 1, Logger: r.job.options.Logger})
	if err != nil {
		return hits, met, err
	}
	defer db.Close() //nolint:errcheck // it is in memory
	ask := r.job.search
	ask.Queries, ask.ExcludeSameID, ask.Batching = queries, false, ""
	found, err := db.Hits(r.job.ctx, ask)
	if err == nil {
		hits, err = found.Collect()
	}
	if err == nil {
		err = r.decide(queries, entries, hits)
	}
	if err != nil || r.level == "hits" {
		return hits, met, err
	}
	joined, err := db.Encounters(r.job.ctx, ask)
	if err == nil {
		met, err = joined.Collect()
	}
	return hits, met, err
}

// decide compares hits with what rational arithmetic says of every pair of segments that share time.
func (r *recheck) decide(queries, entries *trajectory.Store, hits trajectory.Hits) error {
	ask := engine.Ask(r.job.search)
	found := map[[2]uint32]bool{}
	for i := range hits.Len() {
		found[[2]uint32{hits.QuerySeg[i], hits.EntrySeg[i]}] = true
	}
	var all []trajectory.Segment
	var ids []uint32
	for row, e := range entries.Rows() {
		all, ids = append(all, e), append(ids, uint32(entries.SegmentID(row)))
	}
	from := 0
	for row, q := range queries.Rows() {
		for from < len(all) && all[from].T1 < q.T0 {
			from++
		}
		for k := from; k < len(all) && all[k].T0 <= q.T1; k++ {
			at := [2]uint32{uint32(queries.SegmentID(row)), ids[k]}
			_, _, hit := interaction.Exact(q, all[k], r.job.search.Distance, ask.Window())
			if hit != found[at] && !(hit && r.cut) {
				return fmt.Errorf("query_traj %s, segment %d, entry_traj %s, segment %d: rational arithmetic says hit: %t, and the search %t: please report it", queries.ID(0), at[0], entries.ID(0), at[1], hit, found[at])
			}
		}
	}
	return nil
}
