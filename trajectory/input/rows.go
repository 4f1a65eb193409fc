package input

import (
	"context"

	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ReadRows reads the rows of a file as Read does, with the same errors, reports and places of
// bad rows, but hands them to take, some thousand at a time, instead of keeping them. It
// needs memory for few of them, for one page of each column of a Parquet file, and for ids.
//
// Rows that repeat the one before in their trajectory are handed on: Report.Repeats stays 0.
// o.MaxGap, o.MaxSpeed and o.Radius are not looked at, o.UnitsKnown is not called, and degrees are handed
// on as they are: these are up to take.
// Report.Split, Report.Added and Report.Curve stay 0.
func ReadRows(ctx context.Context, path string, o format.Options, take format.RowsFunc) (format.IDs, format.Report, error) {
	heights := false
	p, src, err := readParsed(ctx, path, &o, func(rows *format.Rows, bad func(*trajectory.RowError) error) error {
		heights = heights || rows.Z != nil
		return take(rows, bad)
	})
	if err != nil {
		return format.IDs{}, format.Report{}, err
	}
	if !o.Marked {
		if err := p.SettleIDs(src.Name); err != nil {
			return format.IDs{}, format.Report{}, err
		}
	}
	ids, report, err := p.HandedOn(src.Name)
	report.Bytes, report.Heights, report.Presumed = src.Done.Load(), heights, p.IsPresumed(&o)
	report.Assumed = p.Assumed
	return ids, report, err
}
