package serve

import (
	"context"
	"errors"

	"flyby/internal/door"
	"flyby/internal/output"
	"flyby/job"
	"flyby/report"
)

// page finds the rows, spills them to a nameless file, and writes their report.
func (x *request) page(ctx context.Context, j *job.Job, done func()) (rows uint64, err error) {
	file, err := x.folder.Create()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	found, err := x.answered(ctx, j, job.Standard("-", file, "", false).As("parquet"))
	if err != nil {
		return 0, err
	}
	done()
	result, err := report.OpenAt("rows.parquet", file, file.Size())
	if err != nil {
		return 0, err
	}
	policy, err := report.Policy(result.View())
	if err != nil {
		return 0, err
	}
	x.to.policy = door.Policy(policy)
	q := report.Request{Units: unitsOf(x.read.base.Points()), Result: result, Called: string(x.q.kind) + " of " + x.d.Name, Name: x.d.Name, Top: int(x.q.ask.Top), Notes: x.to.notes}
	if found.Points.Variants != nil {
		v := &found.Points.Variants[0]
		q.Distance, q.MinPoints = &v.Eps, v.MinPoints
	}
	_, err = j.Page(ctx, "-", output.WriteOptions{Stdout: x.to}, q)
	return found.Rows, err
}
