package source

import "fmt"

// CheckKinds refuses queries that cannot be compared with the entries, on behalf of an operation of another package: "flyby: search".
func (p Pair) CheckKinds(operation string) error {
	if p.Queries.Trajectories() == 0 {
		return nil
	}
	q, e := p.Queries.Space(), p.Entries.Space()
	if q.Dim != e.Dim {
		return fmt.Errorf("%s: queries are %d-D, entries %d-D", operation, q.Dim, e.Dim)
	}
	if q.Heights != e.Heights {
		return fmt.Errorf("%s: one of queries and entries has heights beside its positions, the other not", operation)
	}
	if q != e {
		return fmt.Errorf("%s: positions of the queries are %v, of the entries %v", operation, q.Frame, e.Frame)
	}
	if q, e := p.Queries.Times(), p.Entries.Times(); q != e {
		return fmt.Errorf("%s: times of the queries are %v, of the entries %v", operation, q, e)
	}
	return nil
}
