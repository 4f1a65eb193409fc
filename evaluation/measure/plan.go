package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/datafile"
	"flyby/evaluation/journal"
)

// Plan says what to measure.
type Plan struct {
	Searches []datasets.Search
	Scale    float64
	Seed     uint64
	Data     datafile.Files // files that replace data sets, by the names of Datasets; they are whole at any scale
	Trials   int            // of each measurement, at least 1
	Race     float64        // seconds that a race may take; 0: DefaultRace
	Device   string         // selector of the device that the searches run on, "cpu" or "opencl:N"
	Cores    int            // that the R-tree may use
	// Auto is the selector that method auto is given: AutoDevice where that is Device or the cpu, else Device.
	Auto string
	// QuickModel makes a coarse model of the device, in some seconds.
	QuickModel bool
	// Quick measures everything once, in one pass: nothing is repeated until it is settled, and there are no races.
	Quick    bool
	Progress func(Progress)
}

// AutoDevice lets method auto choose between the first GPU, if there is one, and the cpu.
const AutoDevice = "auto"

// IsGPU reports whether a device is a GPU.
func IsGPU(d flyby.Device) bool { return d.Kind == "gpu" }

// Progress is the progress of the measurements, in arbitrary units.
type Progress struct {
	Phase       string
	Done, Total float64
}

// stage is a part of the work; units is about its run time.
type stage struct {
	name  string
	units float64
	do    func(context.Context) error
}

// unit is seconds of run time, for Progress.
const unit = 0.05

// All measures the runs of the plan that the journal lacks.
func All(ctx context.Context, p Plan, j *journal.Journal) error {
	r := &runner{Plan: p, journal: j}
	defer r.data.close()
	if r.Progress == nil {
		r.Progress = func(Progress) {}
	}
	if err := Agree(j, p.Quick); err != nil {
		return err
	}
	r.Race = cmp.Or(r.Race, DefaultRace)
	if err := errors.Join(r.agreeSources(), r.agreeRace()); err != nil {
		return err
	}
	stages := r.stages()
	for _, s := range stages {
		r.total += s.units
	}
	for _, s := range stages {
		r.begin(s)
		if err := s.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		r.end(s)
	}
	return nil
}

// stages lists the work in the order in which it is done.
func (r *runner) stages() []stage {
	var all []stage
	for i, s := range r.Searches {
		on := func(name string, units float64, do func(context.Context, datasets.Search) error) {
			all = append(all, stage{s.Name + " " + name, units, func(ctx context.Context) error {
				r.data.use(s)
				return do(ctx, s)
			}})
		}
		if i == 0 {
			on("calibration", 600, r.calibrate)
		}
		on("data", 5, r.describe)
		on("batch sizes", 25*float64(r.Trials), r.sweep)
		on("predictions", 5, r.predict)
		on("best batch sizes", 50, r.near)
		on("batching algorithms", 70, r.tune)
		on("final", 1000, r.final)
		on("methods", 200, r.methods)
		on("R-tree", 30, r.speedUp)
		if s.Name == "S1" {
			on("host component", 20*float64(r.Trials), r.idle)
			on("R-tree over r and threads", 80, r.rtree)
		}
	}
	return all
}
