package fileset

import (
	"context"
	"slices"

	"flyby/internal/reading"
	"flyby/trajectory"
)

// keepsValues has rows of attributes kept where they may be needed and files cannot be read again: see settleValues.
func (s *series) keepsValues() {
	if len(s.o.Attributes) > 0 && slices.Contains(s.progress.Sizes, 0) {
		s.o.ValueRows = &reading.ValueRows{}
	}
}

// settleValues finds when the attributes of trajectories change whose rows came out of order, or from files that overlap in time: it reads the files once
// more, for these trajectories alone. See docs/decisions/0045-extra-columns.md.
func (s *series) settleValues(ctx context.Context) error {
	a := s.report.Attributes
	defer a.Close()
	open := a.Open()
	if open == nil {
		return nil
	}
	rows := a
	if s.o.ValueRows == nil {
		o := s.o
		o.ValueRows, o.Progress = &reading.ValueRows{IDs: open}, nil
		again := newSeries(s.files, o, func(*reading.Rows, func(*trajectory.RowError) error) error { return nil })
		if err := again.read(ctx); err != nil {
			return err
		}
		rows = again.report.Attributes
	}
	a.SettleRows(rows)
	return nil
}
