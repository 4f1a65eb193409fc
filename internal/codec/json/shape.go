package json

import (
	"slices"
	"strconv"

	"flyby/internal/infile"
)

// Bounds of what is learned of a document: nodes, places in a list that are columns, items of a list, and lists.
const (
	mostNodes   = 10_000
	mostIndexes = 64
	mostItems   = 1024
	mostLists   = 5 // inside each other
)

// A node is what the first values of a document have at a path.
type node struct {
	name    string // the key, or the place in a list
	inside  []*node
	item    *node // what the items of lists have; nil: no list has any
	longest int   // items of a list

	numbers, digits, words, truths, objects, lists int    // values so far; digits are numbers in quotes
	first                                          string // text
}

// A learner makes nodes.
type learner struct{ nodes int }

// child returns the node below a key, which it makes if need be; nil: the node has too many keys.
func (l *learner) child(n *node, key string) *node {
	if c := n.find(key); c != nil {
		return c
	}
	if l.nodes++; l.nodes > mostNodes {
		return nil
	}
	c := &node{name: key}
	n.inside = append(n.inside, c)
	return c
}

// find returns the node below some keys, nil for none.
func (n *node) find(keys ...string) *node {
	for _, key := range keys {
		if n == nil {
			return nil
		}
		i := slices.IndexFunc(n.inside, func(c *node) bool { return c.name == key })
		if i < 0 {
			return nil
		}
		n = n.inside[i]
	}
	return n
}

// learn notes a value at a node. The value may be an item of a list; lists counts those around it.
func (l *learner) learn(n *node, value []byte, isItem bool, lists int) {
	if n == nil {
		return
	}
	switch value[0] {
	case '"':
		n.learnText(string(decoded(nil, inner(value))))
	case 't', 'f':
		n.truths++
	case '{':
		n.objects++
		for m := range members(value) {
			l.learn(l.child(n, keyText(m.key)), m.value, false, lists)
		}
	case '[':
		if n.lists++; lists < mostLists {
			l.items(n, value, isItem, lists+1)
		}
	case 'n':
	default:
		n.numbers++
	}
}

// learnText notes a text.
func (n *node) learnText(text string) {
	if _, cause := infile.ParseFloat([]byte(text)); cause == "" {
		n.digits++
	} else if text != "" {
		n.words++
	}
	if n.first == "" {
		n.first = text
	}
}

// items notes a list at a node. Places in a list that is an item of a list are columns.
func (l *learner) items(n *node, list []byte, isItem bool, lists int) {
	i := 0
	for m := range members(list) {
		if n.item == nil {
			n.item = &node{}
		}
		if isItem && i < mostIndexes {
			l.learn(l.child(n, strconv.Itoa(i)), m.value, false, lists)
		}
		if i < mostItems {
			l.learn(n.item, m.value, true, lists)
		}
		i++
	}
	n.longest = max(n.longest, i)
}

// isScalar reports whether a node has a number, a text or a truth value, or nothing but null.
func (n *node) isScalar() bool {
	return n.numbers+n.digits+n.words+n.truths > 0 || n.objects+n.lists == 0
}

// hasRows reports whether a node is a list whose items can be rows: objects, or lists of three numbers at least.
func (n *node) hasRows() bool {
	i := n.item
	return n.lists > 0 && i != nil && (i.objects > 0 || i.lists > 0 && i.longest >= 3 && i.item != nil && i.item.numbers+i.item.digits > 0)
}

// lists returns the paths to lists of rows inside of an object.
func (n *node) rowLists(path []string) (all [][]string) {
	for _, c := range n.inside {
		below := append(slices.Clone(path), c.name)
		switch {
		case c.hasRows():
			all = append(all, below)
		case c.objects > 0:
			all = append(all, c.rowLists(below)...)
		}
	}
	return all
}

// knownLists are the lists of rows that documents of several lists have, by their keys.
func knownLists() []string {
	return []string{"features", "semanticSegments", "timelinePath", "aircraft", "trace"}
}
