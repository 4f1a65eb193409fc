package inventory

import (
	"fmt"

	"flyby/internal/infile"
	"flyby/trajectory/format"
	"flyby/trajectory/sgp4"
)

// Elements counts the element sets that positions are made of, for summaries.
type Elements struct {
	Within     float64        `json:"within"`                        // chords of SGP4, in km
	Same       int            `json:"equal_sets,omitempty"`          // left out
	Superseded int            `json:"sets_of_one_epoch,omitempty"`   // left out
	Old        int            `json:"old_sets,omitempty"`            // used more than 7 days from their epoch
	Farthest   float64        `json:"days_from_epoch,omitempty"`     // of old sets, at most
	Ended      map[string]int `json:"objects_that_end_by,omitempty"` // by SGP4's reason
}

// ElementsOf returns nil where no file has element sets.
func ElementsOf(r *format.Report) *Elements {
	if r.Elements == nil {
		return nil
	}
	e := &Elements{r.Curve, r.Elements.Same, r.Elements.Superseded, r.Elements.Old, r.Elements.Farthest / secondsOfDay, nil}
	for reason, n := range r.Elements.Ended {
		if n > 0 && e.Ended == nil {
			e.Ended = map[string]int{}
		}
		if n > 0 {
			e.Ended[sgp4.Failure(reason).Reason()] = n
		}
	}
	return e
}

// numbers tells of queries that are a list of objects of the entries.
func (t *teller) numbers(of *infile.Body) []Remark {
	t.name = "queries"
	bare := ""
	if len(of.Bare) > 0 {
		bare = fmt.Sprintf("; %s of them without a position in the span of time: %s", Plural(len(of.Bare), "object"), infile.ListNumbers(of.Bare))
	}
	t.warn("%s of %s: %s%s", Plural(len(of.Numbers), "object"), of.Of, infile.ListNumbers(of.Numbers), bare)
	return t.all
}

// elements tells of the element sets that positions are made of, and of the ones that are left out or old.
func (t *teller) elements(o *format.Options, r *format.Report) {
	e := r.Elements
	if e == nil {
		return
	}
	t.choose("orbits by SGP4, in TEME and UTC: chords are within %s of it (--curve), measured and not proven; elements themselves are good to kilometres", LengthOfOrbits(r.Curve))
	if o.MaxGap > 0 || o.LimitsSpeed() {
		t.warn("--max-gap and --max-speed cut samples of a file, and element sets have none")
	}
	if e.Same > 0 {
		t.warn("left out %s equal to another of the object and epoch", Plural(e.Same, "element set"))
	}
	if e.Superseded > 0 {
		t.warn("left out %s for another of the same object and epoch, created later, or of a greater number, or read later", Plural(e.Superseded, "element set"))
	}
	if e.Old > 0 {
		t.warn("%s used more than 7 days from the epoch, the farthest %.1f days", Plural(e.Old, "element set"), e.Farthest/secondsOfDay)
	}
	for reason, n := range e.Ended {
		if n > 0 {
			t.warn("%s without positions in a part of the time: SGP4 ends with: %s", Plural(n, "object"), sgp4.Failure(reason).Reason())
		}
	}
}
