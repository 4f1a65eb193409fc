package groups

import (
	"cmp"
	"slices"
)

// A fileGroup is a group of the file.
type fileGroup struct {
	row         int // its first row, from 1
	number      int
	start, end  float64
	middle      float64 // a time between start and end, for moving clusters a tick
	most, least int     // members at once: the two differ only in moving clusters
	texts       texts
	members     []member
	more        int // members that are not kept
}

// Texts are the fields of a group as the file has them.
type texts struct{ group, start, end, most, least string }

// A member is an object of a group, with the first row that has it.
type member struct {
	row   int
	traj  uint32
	spans [][2]float64 // its times in the group; nil: all of the group's time
}

// size returns the number of objects that are members at any time.
func (f *fileGroup) size() int { return len(f.members) + f.more }

// duration returns the duration of the group.
func (f *fileGroup) duration() float64 { return f.end - f.start }

// mostMembers is the number of members of a group that are checked against the data and kept for the page, which draws fewer.
const mostMembers = 10_000

// A top keeps the groups that come first in an order.
type top struct {
	by   Order
	most int
	all  []*fileGroup
	last *fileGroup // the last group to keep, once there were more than are kept
}

// compare orders groups, equal groups by their place in the file.
func (t *top) compare(a, b *fileGroup) int {
	size, duration := cmp.Compare(b.most, a.most), cmp.Compare(b.duration(), a.duration())
	if t.by == ByDuration {
		size, duration = duration, size
	}
	return cmp.Or(size, duration, cmp.Compare(a.row, b.row))
}

// add keeps a group, unless enough others come before it.
func (t *top) add(f *fileGroup) {
	if t.last != nil && t.compare(f, t.last) > 0 {
		return
	}
	if n := len(f.members); n > mostMembers {
		f.members, f.more = slices.Clone(f.members[:mostMembers]), n-mostMembers
	}
	if t.all = append(t.all, f); len(t.all) >= 2*t.most {
		t.all = t.sorted()
		t.last = t.all[t.most-1]
	}
}

// sorted returns the groups kept, in order.
func (t *top) sorted() []*fileGroup {
	slices.SortFunc(t.all, t.compare)
	kept := min(len(t.all), t.most)
	clear(t.all[kept:])
	return t.all[:kept]
}
