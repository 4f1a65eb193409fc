package datasets

// Scenario is a question from one of the user stories, with the search that answers it.
type Scenario struct {
	Name     string
	Question string
	Entries  string  // a name that Generate knows, or "sumo" for SUMO
	Queries  string  // as Entries; empty: the entries against themselves
	Distance float64 // d
	Unit     string  // of lengths
}

// Scenarios lists the scenarios, each with a distance that gives a list worth
// reading.
func Scenarios() []Scenario {
	return []Scenario{
		{"supernovae", "Which stars pass within 0.1 kpc of a supernova?", "galaxy", "supernovae", 0.1, "kpc"},
		{"flybys", "Which stars pass within 0.02 kpc of each other, when and for how long?", "galaxy", "", 0.02, "kpc"},
		{"near-misses", "Which cars nearly hit each other?", "sumo", "", 2, "m"},
	}
}
