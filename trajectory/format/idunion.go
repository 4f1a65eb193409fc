package format

// Renamed counts the persons and containers of SUMO that share an id with another object of the same data, and are called person:ID
// and container:ID. A vehicle keeps its id, and so does a person before a container.
type Renamed struct {
	Persons    int      `json:"persons"`
	Containers int      `json:"containers"`
	First      []string `json:"first"` // new names of the first few
}

// Any reports whether any object was renamed.
func (r *Renamed) Any() bool { return r.Persons+r.Containers > 0 }

// Settle gives trajectories their names.
func (a *Attributes) Settle(names map[string]string) {
	if a == nil {
		return
	}
	for id, name := range names {
		if at, known := a.index[id]; known {
			delete(a.index, id)
			a.index[name] = at
		}
	}
}
