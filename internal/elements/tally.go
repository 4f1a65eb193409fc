package elements

// A Tally counts what a reader of element sets is told.
type Tally struct {
	Same       int          // sets left out that equal another set of the object
	Superseded int          // sets left out for another set of the object with the same epoch
	Old        int          // sets used more than OldAge from their epoch
	Farthest   float64      // seconds from the epoch at which such a set is used, at most
	Ended      [reasons]int // [sgp4.Failure] objects that have no path in a part of the window since SGP4 fails
}

// OldAge is the age of elements, in seconds, from which their use is told.
const OldAge = 7 * 24 * 60 * 60

// reasons is one more than the greatest sgp4.Failure.
const reasons = 8

// Add adds the counts of other objects.
func (t *Tally) Add(of *Tally) {
	t.Same += of.Same
	t.Superseded += of.Superseded
	t.Old += of.Old
	t.Farthest = max(t.Farthest, of.Farthest)
	for k, n := range of.Ended {
		t.Ended[k] += n
	}
}
