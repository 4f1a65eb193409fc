package reading

import (
	"fmt"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// mostRenamed is how many names Renamed.First has at most.
const mostRenamed = 3

// A Settled holds the ids of a data set without marks.
type Settled struct {
	IDs     IDs
	Names   map[string]string // by id with a mark: the final id
	Renamed format.Renamed
}

// SettleIDs removes the marks from all ids of a data set. An id that no other object shares is the file's own; where objects share an
// id, their new ids name their kind. Ids are integers where all are integers. Without any mark, ids stay as they were. See
// docs/decisions/0085-ids-of-persons-and-containers.md.
func SettleIDs(name string, ids IDs) (s Settled, err error) {
	if !slices.ContainsFunc(ids.Name, isMarked) {
		return Settled{IDs: ids}, nil
	}
	const each = 16 + 16 + 8 + 2*52 // a name, an integer, and shares of two maps
	if err := memory.Need("the ids of persons and containers", memory.Of(len(ids.Name), each)); err != nil {
		return s, fmt.Errorf("format: read %s: %w", name, err)
	}
	owners := ownersOf(ids.Name)
	s = Settled{IDs: IDs{Name: make([]string, len(ids.Name)), marked: ids.Name}, Names: map[string]string{}}
	var called [container + 1][]string
	for i, id := range ids.Name {
		kind, text := unmarked(id)
		if owners[text] != kind {
			text, err = calledBy(kind, text, owners)
			if err != nil {
				return s, &format.Error{File: name, Cause: err.Error()}
			}
			called[kind] = append(called[kind], text)
		}
		if s.IDs.Name[i] = text; kind != noKind {
			s.Names[id] = text
		}
	}
	s.Renamed = renamedOf(called[person], called[container])
	s.IDs.integers()
	return s, nil
}

// ownersOf returns by id the kind of object that keeps it: the first kind that has the id.
func ownersOf(names []string) map[string]objectKind {
	owners := make(map[string]objectKind, len(names))
	for _, id := range names {
		kind, text := unmarked(id)
		if other, known := owners[text]; !known || kind < other {
			owners[text] = kind
		}
	}
	return owners
}

// calledBy returns the new id of an object whose id another object keeps.
func calledBy(kind objectKind, id string, owners map[string]objectKind) (string, error) {
	text := kind.String() + ":" + id
	if _, taken := owners[text]; taken {
		return "", fmt.Errorf("a %s and another object have the id %q, and the %[1]s would be called %[3]q, which is an id, too; --where %[4]s!=%[1]s leaves it out", kind, infile.Shorten(id), infile.Shorten(text), KindColumn)
	}
	return text, nil
}

// renamedOf counts the new ids of persons and containers.
func renamedOf(persons, containers []string) format.Renamed {
	r := format.Renamed{Persons: len(persons), Containers: len(containers)}
	slices.Sort(persons)
	slices.Sort(containers)
	all := slices.Concat(persons, containers)
	r.First = slices.Clone(all[:min(len(all), mostRenamed)])
	return r
}

// integers turns names into integers where all names are integers.
func (ids *IDs) integers() {
	ints := make([]int64, len(ids.Name))
	for i, name := range ids.Name {
		v, ok := infile.ParseInt(name)
		if !ok {
			return
		}
		ints[i] = v
	}
	ids.Int, ids.Name = ints, nil
}

// AsRead returns an id as readers have it, with its mark.
func (ids IDs) AsRead(number uint32) string {
	if ids.marked != nil {
		return ids.marked[number]
	}
	return ids.Text(number)
}

// SettleIDs removes the marks of ids: see the function SettleIDs.
func (p *Parsed) SettleIDs(name string) error {
	ids := p.IDs
	if p.Columns.T != nil {
		ids = IDs{Name: p.Columns.ID.Name}
	}
	s, err := SettleIDs(name, ids)
	if err != nil || s.Names == nil {
		return err
	}
	p.renamed = s.Renamed
	p.Attributes.Settle(s.Names)
	if p.Columns.T == nil {
		p.IDs = s.IDs
		return nil
	}
	return p.columnOf(name, s.IDs)
}

// columnOf makes the column of ids of their numbers.
func (p *Parsed) columnOf(name string, ids IDs) error {
	if ids.Int == nil {
		p.Columns.ID.Name = ids.Name
		return nil
	}
	const integer = 8
	codes := p.Columns.ID.Code
	if err := memory.Need("the ids of rows", memory.Of(len(codes), integer)); err != nil {
		return fmt.Errorf("format: read %s: %w", name, err)
	}
	p.Columns.ID = trajectory.IDColumn{Int: make([]int64, len(codes))}
	for row, code := range codes {
		p.Columns.ID.Int[row] = ids.Int[code]
	}
	return nil
}
