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
	more  func(ctx context.Context, l *lab, p plan) error // what is measured that is no join; nil: nothing
	show  func(b *builder) ([]report.Block, error)
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
