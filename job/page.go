package job

import (
	"cmp"
	"context"

	"flyby/internal/source"
	"flyby/report"
	"flyby/trajectory/output"
)

// A View says what a page shows of a result.
type View struct {
	Distance *float64 // the threshold in the unit of the data; nil: the one that the result tells
	Top      int      // the closest rows; 0: report.DefaultTop
	SVG      string   // folder for the distance against time of each row as a picture, see report.Request; "": none
	Called   string   // what the page calls the result; "": the name of its file
	Name     string   // what the page calls the data; "": the names of their files
}

// heldBytes is what a row takes that is held for the figures of a page, which are made of it too, and heldPart the part of the memory that these rows may take.
const (
	heldBytes = 256
	heldPart  = 4
)

// Page writes a page of a result of the data to a file, see report.WriteFile. Of data that outgrow memory the trajectories of the rows shown are read, which have to fit; the job answers
// nothing else afterwards.
func (j *Job) Page(ctx context.Context, path string, o output.WriteOptions, result *report.Result, v View) (report.Summary, error) {
	if err := j.answerAs(result, result.Path()); err != nil {
		return report.Summary{}, err
	}
	q := report.Request{Result: result, Entries: j.entries.Store, Name: j.names[0], Units: j.Units(), Answer: j.ask.Answer, Distance: v.Distance, Top: v.Top, SVG: v.SVG, Called: v.Called}
	if j.ask.searches() {
		q.Queries = j.queries.Store
		q.Name += " and " + j.names[1]
	}
	q.Name = cmp.Or(v.Name, q.Name)
	if j.ask.Memory > 0 {
		q.Held = max(1, min(1_000_000, int(most(j.quota, heldPart)/heldBytes)))
	}
	if j.outgrows() {
		q.Take = func(pairs [][2]int) (report.Taken, error) { return j.chosen(ctx, pairs) }
	}
	return report.WriteFile(ctx, path, o, q)
}

// chosen takes the trajectories of some pairs in place of data that outgrow memory.
func (j *Job) chosen(ctx context.Context, pairs [][2]int) (p report.Taken, err error) {
	d, err := source.Pair{Reader: j.reader, Entries: j.entries, Queries: j.queries}.Draw(ctx)
	if err != nil {
		return p, err
	}
	for _, pair := range pairs {
		d.Add(pair[0], pair[1])
	}
	if err := d.Lacks(); err != nil {
		return p, err
	}
	p.EntryTrajs, p.QueryTrajs, err = d.Take(ctx)
	p.Entries, p.Queries = j.entries.Store, j.queries.Store
	return p, err
}
