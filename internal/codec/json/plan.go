package json

import (
	"fmt"
	"slices"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// A role is what a value is for, which is no column.
type role uint8

const (
	noRole    role = iota
	rowList        // the list of the rows
	placeType      // the type of a geometry or motion
	placeCRS       // the name of its CRS
	coordinates
	times
	steps     // how motion is between positions
	sequences // pieces of motion
	numRoles
)

// A plan says what becomes of the value at a path.
type plan struct {
	key     string
	column  int // -1: none
	role    role
	members []*plan
}

// A level has the values that rows share, or rows themselves.
type level struct {
	plan *plan
	path []string // to the list of rows
	rows *level   // of the list; nil: the level is a row, or has a track
	track
}

// isRow reports whether a value of the level is one row.
func (l *level) isRow() bool { return l.rows == nil && l.kind == noTrack }

// A layout is a document's columns and the way to its rows.
type layout struct {
	columns []codec.Column
	full    []string // [columns] their paths
	nodes   []*node  // [columns] what is known of them; nil: of coordinates and derived columns
	top     *level
	around  *level // of a document in which top is below a list that is read item by item; nil: of others
	derived []deriving
	crs     string // of all features
}

// level makes the level of what a node has. Rows of the list before are lists themselves where list is its key.
func (y *layout) level(n *node, before []string, list string) (l *level, cause string) {
	l = &level{}
	var own []string
	if n.lists > n.objects && list != "" {
		own = []string{list}
	}
	l.track = trackOf(n, y.crs)
	if l.kind == noTrack {
		if l.path, cause = rowsOf(n, len(before) == 0); cause != "" {
			return nil, cause
		}
	}
	l.plan = y.plan(n, own, before, l, nil)
	if l.kind != noTrack {
		y.addTrack(l, before)
	}
	if l.path == nil {
		return l, ""
	}
	y.crs = n.nameOfCRS()
	below := append(slices.Clone(before), l.path...)
	l.rows, cause = y.level(n.find(l.path...).item, below, l.path[len(l.path)-1])
	return l, cause
}

// rowsOf returns the path to the list whose items are rows, nil where the object is one itself.
func rowsOf(n *node, isDocument bool) (path []string, cause string) {
	all := n.rowLists(nil)
	if len(all) > 1 {
		for _, known := range knownLists() {
			if i := slices.IndexFunc(all, func(path []string) bool { return path[len(path)-1] == known }); i >= 0 {
				return all[i], ""
			}
		}
		if !isDocument || n.objects > 1 {
			return nil, ""
		}
		var names []string
		for _, path := range all {
			names = append(names, strings.Join(path, "."))
		}
		return nil, fmt.Sprintf("rows stand below several keys: %s", infile.List(names))
	}
	if len(all) == 1 {
		path = all[0]
	}
	return path, ""
}

// plan makes the plan of a node at a path of a level. own is the beginning of its name.
func (y *layout) plan(n *node, own, before []string, l *level, path []string) *plan {
	p := &plan{key: n.name, column: -1, role: l.roleOf(path)}
	switch {
	case len(path) > 0 && slices.Equal(path, l.path):
		p.role = rowList
		return p
	case p.role != noRole:
		return p
	case n.isScalar() && len(path) > 0 && !l.hides(path):
		p.column = y.add(strings.Join(l.ownName(own, path), "."), strings.Join(append(slices.Clone(before), path...), "."), n)
	}
	for _, c := range n.inside {
		if n.objects > 0 || len(path) == 0 {
			p.members = append(p.members, y.plan(c, own, before, l, append(slices.Clone(path), c.name)))
		}
	}
	return p
}

// add adds a column, called by its own name where no other column is.
func (y *layout) add(own, full string, n *node) int {
	c := codec.Column{Name: own, Kind: codec.Text, Type: "text", Untyped: true}
	if slices.ContainsFunc(y.columns, func(other codec.Column) bool { return other.Name == own }) {
		c.Name = full
	}
	if n == nil || n.words+n.truths == 0 {
		c.Kind, c.Type = codec.Digits, "number"
	}
	y.columns, y.full, y.nodes = append(y.columns, c), append(y.full, full), append(y.nodes, n)
	return len(y.columns) - 1
}

// at returns the column of a name, -1 for none.
func (y *layout) at(name string) int {
	return slices.IndexFunc(y.columns, func(c codec.Column) bool { return c.Name == name })
}

// pruned returns what is needed of a plan for columns that have slots, nil for nothing.
func (p *plan) pruned(slots []int) *plan {
	q := &plan{key: p.key, column: -1, role: p.role}
	if p.column >= 0 {
		q.column = slots[p.column]
	}
	for _, m := range p.members {
		if m = m.pruned(slots); m != nil {
			q.members = append(q.members, m)
		}
	}
	if q.column < 0 && q.role == noRole && len(q.members) == 0 {
		return nil
	}
	return q
}

// pruned returns what is needed of a level and the levels below it.
func (l *level) pruned(slots []int) *level {
	if l == nil {
		return nil
	}
	q := *l
	if q.plan = l.plan.pruned(slots); q.plan == nil {
		q.plan = &plan{column: -1}
	}
	q.rows = l.rows.pruned(slots)
	for i, column := range l.columns {
		if l.kind != noTrack && column >= 0 {
			q.columns[i] = slots[column]
		}
	}
	return &q
}
