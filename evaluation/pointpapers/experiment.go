package pointpapers

import (
	"context"

	"flyby/evaluation/report"
)

// plan is what the cases of an experiment depend on.
type plan struct {
	scale float64
	quick bool
	gpu   bool // the device is no host
	peer  bool // there is a program to compare with
	cores int  // of the host
}

// experiment is some figures or tables of a paper.
type experiment struct {
	paper string // one of Papers()
	title string // of its section
	cases func(p plan) []Case
	// What is measured that is no case, on the device and then on the host; nil: nothing.
	early, more func(ctx context.Context, l *lab, p plan) error
	show        func(b *builder) ([]report.Block, error)
}

// casesOf are its cases that are wanted.
func (e experiment) casesOf(p plan, wanted func(Case) bool) (some []Case) {
	for _, c := range e.cases(p) {
		if wanted(c) {
			some = append(some, c)
		}
	}
	return some
}

// others measures what is no case: on the host where it is late, else on the device.
func (e experiment) others(ctx context.Context, l *lab, p plan, late bool) error {
	do := e.early
	if late {
		do = e.more
	}
	if do == nil {
		return nil
	}
	return do(ctx, l, p)
}

// experiments are those of some papers, in the order of Papers().
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
