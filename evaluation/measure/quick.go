package measure

import "errors"

// QuickFact says that a journal is of one pass, a bool: of Plan.Quick.
const QuickFact = "quick"

// agree notes in a new journal whether it is of one pass, and refuses one that is of the other kind: a report says which
// its times are.
func (r *runner) agree() error {
	quick := false
	if _, err := r.journal.Fact(QuickFact, &quick); err != nil {
		return err
	}
	begun := quick
	for range r.journal.Runs() {
		begun = true
		break
	}
	switch {
	case !begun && r.Quick:
		return r.journal.SetFact(QuickFact, true)
	case quick && !r.Quick:
		return errors.New("the journal is of one pass: go on with it in one pass, or begin another")
	case !quick && begun && r.Quick:
		return errors.New("the journal is of more than one pass: go on with it as it began, or begin another")
	}
	return nil
}
