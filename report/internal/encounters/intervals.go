package encounters

// objects returns the numbers of the two objects of a row: of a search, numbers of entries follow the numbers of queries.
func (m *maker) objects(b *brief) [2]int {
	if m.Joins() {
		return [2]int{int(b.query), int(b.entry)}
	}
	return [2]int{int(b.query), m.Queries.Trajectories() + int(b.entry)}
}

// name returns the name of an object, with its id where others have the name, too.
func (m *maker) name(object int) string {
	switch name, id := m.named[object], m.id(object); {
	case name == "":
		return id
	case m.namesakes[name] > 1:
		return name + " (" + id + ")"
	default:
		return name
	}
}

// id returns the id of an object, and where queries and entries both have it, which of the two it is from.
func (m *maker) id(object int) string {
	if m.Joins() {
		return m.Entries.ID(object)
	}
	in, other, what := m.Queries, m.Entries, " (query)"
	if n := in.Trajectories(); object >= n {
		in, other, what, object = other, in, " (entry)", object-n
	}
	id := in.ID(object)
	if _, both := other.Find(id); both {
		id += what
	}
	return id
}
