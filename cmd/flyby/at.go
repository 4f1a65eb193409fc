package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/inventory"
	hostmemory "flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/job"
	pointformat "flyby/points/format"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// atFlags are the flags of at.
type atFlags struct {
	questionFlags
	entries  inputFiles
	time     string
	out      string
	geometry string
}

func (a *app) atCommand() *cobra.Command {
	f := atFlags{entries: inputFiles{flag: "--entries"}}
	c := a.ofFiles("at", &f.entries, func(c *cobra.Command) error { return a.at(c, &f) })
	c.Flags().Var(&f.entries, "entries", sameAsFile)
	completeFile(c, "entries", fileset.Formats())
	c.Flags().StringVar(&f.time, "time", "", "the instant `T`: a number in the time unit of the data, or a date or time such as 2024-05-01T12:00:00Z where they have timestamps, or are dates; required")
	c.Flags().StringVarP(&f.out, "out", "o", "-", "`FILE` to write"+outRules)
	addOutFormat(c, pointformat.Written(reading.TableOutput))
	c.Flags().StringVar(&f.geometry, "geometry", asking.NoGeometry, "column geometry of Parquet and Arrow, as WKB: `SHAPE` point or none")
	complete(c, "geometry", asking.Geometries(format.PointShape)()...)
	f.begin(question.Joins)
	f.addReading(c)
	a.addAll(c)
	return c
}

// check checks the flags, whatever the data are, and finds the files.
func (f *atFlags) check(a *app, c *cobra.Command) error {
	f.out = standardOut(f.out)
	switch {
	case !f.entries.given():
		return f.entries.missing(c)
	case f.time == "":
		return cli.Usage(c, "--time T is missing")
	}
	if _, err := format.ParseInstant(f.time, f.Text("tz")); err != nil {
		return cli.Usage(c, "--time %q: %w", f.time, errors.Unwrap(err))
	}
	if err := f.entries.check(c); err != nil {
		return err
	}
	to, err := checkOut(c, f.out, pointformat.Written(reading.TableOutput))
	if err != nil {
		return err
	}
	if err := f.checkGeometry(c, &to); err != nil {
		return err
	}
	return a.checkEnds(c, end{"--out", f.out}, &f.entries)
}

// checkGeometry refuses a geometry that is no point, and a file that has none.
func (f *atFlags) checkGeometry(c *cobra.Command, to *reading.Format) error {
	if f.geometry == string(format.LineShape) {
		return cli.Usage(c, "--geometry line: is for search and join; at an instant nothing moves")
	}
	if err := oneOf(c, "--geometry", f.geometry, asking.Geometries(format.PointShape)()); err != nil || f.geometry == asking.NoGeometry {
		return err
	}
	return checkGeometry(c, format.Shape(f.geometry), to)
}

// at reads trajectories and writes where they are.
func (a *app) at(c *cobra.Command, f *atFlags) error {
	begun := time.Now()
	if err := f.check(a, c); err != nil {
		return err
	}
	o, err := f.readOptions(c, asking.BothSides, &f.entries)
	if err != nil {
		return err
	}
	l, err := a.load(c.Context(), &f.entries, o)
	if err != nil {
		return fileset.RefusePlaces(c.Context(), f.entries.files, o, f.entries.shown(), f.explain(c, err))
	}
	a.tell(inventory.Doubts(f.entries.shown(), &l.Report))
	t, err := f.instant(c, l)
	if err != nil {
		return err
	}
	s, lonLat, err := l.At(t)
	if err != nil {
		return err
	}
	if s.Len() == 0 {
		e := l.Extent()
		a.display.warn("%s: nothing is there at %s: the data are from %s to %s", f.entries.shown(), f.time, instant(l.Times(), e.Start), instant(l.Times(), e.End))
	}
	writing := time.Now()
	a.display.begin("write", job.NoUnit)
	if err := pointformat.WriteStore(c.Context(), f.out, s, pointformat.WriteOptions{Stdout: a.streams.out, Folder: a.folder, Format: wordOf(c, outFormatFlag), Terminal: a.showsOn(f.out), Threads: f.threads, Length: lengthOf(l), LonLat: lonLat, Geometry: f.geometry != asking.NoGeometry}); err != nil {
		return err
	}
	a.display.end()
	m := atSummary{
		Type: "summary", Command: c.Name(), Time: t, Trajectories: l.Trajectories(), Points: s.Len(), Dimensions: s.Dimensions(), Skipped: l.Report.Skipped, Missed: l.Report.Missed, LonLat: l.Report.LonLat, Geometry: l.Report.Geometry, Motion: motionOf(&l.Report), FarApart: farApartOf(&l.Report), Renamed: renamedOf(l.Report),
		LoadS: l.Took.Seconds(), WriteS: time.Since(writing).Seconds(), TotalS: time.Since(begun).Seconds(), PeakBytes: hostmemory.Peak(), Out: f.out,
	}
	a.summarize(m, fmt.Sprintf("%s of %s  read %s, write %s, in all %s and %s", plural(m.Points, "point"), plural(m.Trajectories, "trajectory"),
		took(m.LoadS), took(m.WriteS), took(m.TotalS), hostmemory.Size(m.PeakBytes)))
	return nil
}

// instant is --time as a time of the data.
func (f *atFlags) instant(c *cobra.Command, l loaded) (float64, error) {
	m, err := format.ParseInstant(f.time, f.Text("tz"))
	if err != nil {
		return 0, err
	}
	t, err := m.In(l.Times(), l.Units)
	if err != nil {
		return 0, cli.Usage(c, "--time %s: %w", f.time, err)
	}
	return t, nil
}

// lengthOf is the unit of positions, "" where it is not known.
func lengthOf(l loaded) string {
	if l.Space().Frame != trajectory.Plain {
		return l.Space().Frame.Unit()
	}
	return l.Units.Length
}

// atSummary is the last line of --json of at.
type atSummary struct {
	Type         string          `json:"type"` // "summary"
	Command      string          `json:"command"`
	Time         float64         `json:"time"` // as the data have it; timestamps are seconds since 1970
	Trajectories int             `json:"trajectories"`
	Points       int             `json:"points"` // that are written
	Dimensions   int             `json:"dimensions"`
	Skipped      int             `json:"skipped_rows"`
	Missed       int             `json:"missed_rows,omitempty"` // that do not hold --where
	LonLat       string          `json:"lonlat,omitempty"`      // columns that were taken for degrees
	Geometry     string          `json:"geometry,omitempty"`
	Motion       *motion         `json:"motion,omitempty"`    // as ephemerides were taken without --curve
	FarApart     *farApart       `json:"far_apart,omitempty"` // segments that are straight, and long in time
	Renamed      *format.Renamed `json:"renamed,omitempty"`   // persons and containers with the id of another object
	LoadS        float64         `json:"load_s"`
	WriteS       float64         `json:"write_s"`
	TotalS       float64         `json:"total_s"`
	PeakBytes    uint64          `json:"peak_bytes"`
	Out          string          `json:"out"`
}
