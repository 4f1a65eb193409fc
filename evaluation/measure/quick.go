package measure

import (
	"errors"

	"flyby/evaluation/journal"
)

// QuickFact says that a journal is of one pass, a bool: of Plan.Quick.
const QuickFact = "quick"

// Agree notes in a new journal whether it is of one pass, and refuses one that is of the other kind: a report says which
// its times are.
func Agree(j *journal.Journal, one bool) error {
	quick := false
	if _, err := j.Fact(QuickFact, &quick); err != nil {
		return err
	}
	begun := quick
	for range j.Runs() {
		begun = true
		break
	}
	switch {
	case !begun && one:
		return j.SetFact(QuickFact, true)
	case quick && !one:
		return errors.New("the journal is of one pass: go on with it in one pass, or begin another")
	case !quick && begun && one:
		return errors.New("the journal is of more than one pass: go on with it as it began, or begin another")
	}
	return nil
}
