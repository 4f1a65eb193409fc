package main

import (
	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/trajectory/format"
)

// rowFlags say which rows of files count, and how their times are read: of trajectories and of points.
type rowFlags struct {
	where        []string
	zone, layout string
}

func (f *rowFlags) addTimes(c *cobra.Command) {
	s := c.Flags()
	s.StringVar(&f.zone, "tz", "", "`ZONE` of times that have no offset from UTC, and of the midnights of dates: UTC, an offset such as +01:00, or a name such as Europe/Copenhagen. Without it they are errors, and so are times that clocks there skipped or showed twice")
	s.StringVar(&f.layout, "time-layout", "", "`LAYOUT` of times in text: YYYY, MM, DD and perhaps hh, mm and ss between other signs, such as 'DD/MM/YYYY hh:mm:ss', or M, D, h, m and s for one digit or two, such as M/D/YYYY; a date alone is its midnight (default as in 2024-05-01T12:00:00 and 2024-05-01)")
}

func (f *rowFlags) addWhere(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.where, "where", nil, "leave out rows that do not hold `CONDITION`, such as 'speed<=12.5', as if they were not there: COLUMN=VALUE, or with != < <= > or >=, of any column as the file names it; several times for several, which all must hold. Numbers are compared as such where both are, all else as text, byte by byte, times in text too; a cell without a value is empty text, and not less than anything")
}

// conditions are those of --where.
func (f *rowFlags) conditions(c *cobra.Command) (all []format.Condition, err error) {
	for _, text := range f.where {
		condition, err := format.ParseCondition(text)
		if err != nil {
			return nil, cli.Usage(c, "--where %w", err)
		}
		all = append(all, condition)
	}
	return all, nil
}

// checkTimes refuses zones and layouts that there are not.
func (f *rowFlags) checkTimes(c *cobra.Command) error {
	if err := format.CheckTimes(f.zone, ""); err != nil || f.zone == "" && c.Flags().Changed("tz") {
		return cli.Usage(c, "--tz %q: must be UTC, an offset such as +01:00, or a name such as Europe/Copenhagen", f.zone)
	}
	if err := format.CheckTimes("", f.layout); err != nil || f.layout == "" && c.Flags().Changed("time-layout") {
		return cli.Usage(c, "--time-layout %q: must have %s, such as 'DD/MM/YYYY hh:mm:ss' or M/D/YYYY", f.layout, format.TimeLayouts)
	}
	return nil
}
