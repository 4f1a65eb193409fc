package measure

import (
	"errors"

	"flyby/evaluation/journal"
)

// QuickFact names the fact, a bool, whether a journal's runs were made in one pass: Plan.Quick.
const QuickFact = "quick"

// Agree writes to a new journal whether it is of one pass, and refuses a journal of the other kind: a report says which
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
