package main

import (
	"context"

	"flyby/internal/inventory"
	"flyby/internal/reading/fileset"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// tellRows is tellReading for info, whose notes have the columns of heights.
func (a *app) tellRows(d loaded, o *format.Options) {
	a.display.end()
	if r := &d.Report; r.Files > 1 {
		a.display.logger().Info("several files are one data set", "of", d.Name, "files", r.Files, "repeats", r.Repeats)
	}
	along := alongCircles
	if d.Curve > 0 {
		along = alongCurves
	}
	a.tellSplit(d.Name, along, d.Report)
	a.tell(inventory.Reading(d.Name, o, &d.Report, d.Trajectories()))
}

// tell prints remarks about a data set.
func (a *app) tell(remarks []inventory.Remark) {
	for _, r := range remarks {
		if r.Choice {
			a.display.note("%s", r.Text)
		} else {
			a.display.warn("%s", r.Text)
		}
	}
}

// tellReading reports how a data set was read, its columns of heights that were not taken, and its rows left out.
func (a *app) tellReading(d loaded, o *format.Options) {
	a.tellRows(d, o)
	a.tell(inventory.Heights(d.Name, &d.Report))
}

// Messages of --verbose about segments that were split.
const (
	alongCircles = "long segments split along great circles"
	alongCurves  = "segments split along curves"
)

// tellSplit says how many segments were split.
func (a *app) tellSplit(name, along string, report format.Report) {
	if report.Split > 0 {
		a.display.logger().Info(along, "file", name, "segments", report.Split, "samples_added", report.Added)
	}
}

// farApart is the part of summaries about samples that are far apart in time.
type farApart = trajectory.FarApart

// farApartOf describes the samples that are far apart in time and joined by straight lines, nil where there are none.
func farApartOf(r *format.Report) *farApart {
	if !r.JoinsFarApart() {
		return nil
	}
	return &r.FarApart
}

// renamedOf describes the renamed persons and containers, nil where there are none.
func renamedOf(r format.Report) *format.Renamed {
	if !r.Renamed.Any() {
		return nil
	}
	return &r.Renamed
}

// motion is the part of the summary about ephemerides without --curve.
type motion = inventory.Motion

// motionOf is nil where no file is an OEM, or --curve was given.
func motionOf(r *format.Report) *motion { return inventory.MotionOf(r) }

// curveOf is the largest distance of the motion from curves, 0 where it is straight.
func curveOf(r *format.Report) float64 { return inventory.CurveOf(r) }

// loadAny reads a data set whose numbers may look like degrees, or a file of places, which has no times of its own.
func (a *app) loadAny(ctx context.Context, of *inputFiles, o format.Options) (loaded, error) {
	l, err := a.loadPresumed(ctx, of, o, a.tellRows)
	if fileset.EndedByPlaces(ctx, of.files, o, err) {
		o.Places = &format.Places{}
		return a.loadPresumed(ctx, of, o, a.tellRows)
	}
	return l, err
}
