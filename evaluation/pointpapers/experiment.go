package pointpapers

import (
	"context"

	"flyby/evaluation/report"
)

// plan holds the facts that an experiment's cases depend on.
type plan struct {
	scale float64
	quick bool
	gpu   bool // the device is not the host's processor
	peer  bool // there is a program to compare with
	cores int  // of the host
}

// experiment is a paper's table or figure, or some of them that have a section together.
type experiment struct {
	paper string // one of Papers()
	title string // of its section
	cases func(p plan) []Case
	// early and more measure numbers that no case has: early on the device, more afterwards on the
	// host; nil: none.
	early, more func(ctx context.Context, l *lab, p plan) error
	show        func(b *builder) ([]report.Block, error)
}

// casesOf returns the experiment's cases that are wanted.
func (e experiment) casesOf(p plan, wanted func(Case) bool) (some []Case) {
	for _, c := range e.cases(p) {
		if wanted(c) {
			some = append(some, c)
		}
	}
	return some
}

// measureOthers measures numbers that no case has: on the host where it is late, else on the device.
func (e experiment) measureOthers(ctx context.Context, l *lab, p plan, late bool) error {
	do := e.early
	if late {
		do = e.more
	}
	if do == nil {
		return nil
	}
	return do(ctx, l, p)
}

// experiments returns the experiments of some papers, in the order of Papers().
func experiments(papers []string) (all []experiment) {
	for _, paper := range papers {
		for _, e := range []experiment{
			treeExperiment(), realExperiment(), unicompExperiment(),
			histogramExperiment(), indexedExperiment(), operationsExperiment(), ablationExperiment(), exponentialExperiment(),
			sizeExperiment(), partsExperiment(), sidesExperiment(), fewerExperiment(), listsExperiment(), walksExperiment(),
			shareExperiment(), kernelsExperiment(), pipelineExperiment(), reuseExperiment(), claimsExperiment(), groupsExperiment(),
			oursExperiment(), targetsExperiment(), cheapestExperiment(),
		} {
			if e.paper == paper {
				all = append(all, e)
			}
		}
	}
	return all
}
