package main

import (
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/reading"
	"flyby/question"
	"flyby/trajectory/format"
)

// checkFile refuses columns that a file of the format to cannot have, and rows that it has no place for.
func checkFile(c *cobra.Command, q *question.Question, out string, to *reading.Format) error {
	paths := q.Has(question.Paths)
	switch placeless := q.Level == question.Hits || q.Level == question.Objects; {
	case paths && !to.Placed && c.Name() != "verify":
		return cli.Usage(c, "--with paths: is for --out FILE.geojson: no other format has lines of its own; Parquet and Arrow have --geometry line")
	case placeless && to.Placed:
		return cli.Usage(c, "--out %s: is for --level encounters and --level pairs; %s have no t_closest, at which GeoJSON has a point", out, q.Level)
	case q.Count && c.Flags().Changed("out"):
		return cli.Usage(c, "--count and --out: one of the two only")
	}
	return checkGeometry(c, q.Geometry, to)
}

// checkGeometry refuses a geometry of a file of the format to, which has no column for it.
func checkGeometry(c *cobra.Command, shape format.Shape, to *reading.Format) error {
	if shape != format.NoGeometry && c.Name() != "verify" && !to.Typed {
		return cli.Usage(c, "--geometry %s: is for --out FILE.parquet and FILE.arrows; no other format has a column for it", shape)
	}
	return nil
}

// writtenIn names the units of distances and speeds.
func writtenIn(u format.AnswerUnits) string {
	var all []string
	for _, of := range []struct{ what, unit string }{{"distances", u.Length}, {"speeds", u.Speed}} {
		if of.unit != "" {
			all = append(all, of.what+" in "+of.unit)
		}
	}
	return strings.Join(all, ", ") + " (--units-out)"
}
