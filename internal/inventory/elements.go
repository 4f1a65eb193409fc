package inventory

import (
	"flyby/trajectory/format"
	"flyby/trajectory/sgp4"
)

// elements tells of the element sets that positions are made of, and of the ones that are left out or old.
func (t *teller) elements(r *format.Report) {
	e := r.Elements
	if e == nil {
		return
	}
	t.choose("orbits by SGP4: chords are within %s of it (--curve), measured and not proven; elements themselves are good to kilometres", LengthOfOrbits(r.Curve))
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
			t.warn("%s without positions in a part of the time: SGP4 says: %s", Plural(n, "object"), sgp4.Failure(reason).Reason())
		}
	}
}
