package groups

import (
	"iter"
	"strings"

	"flyby/internal/memory"
	"flyby/internal/resultfile"
	"flyby/report/internal/page"
)

// A fileGroup is a group of the file.
type fileGroup struct {
	row         int // its first row, from 1
	number      int
	start, end  float64
	middle      float64 // a time between start and end, for moving clusters a tick
	most, least int     // members at once: the two differ only in moving clusters
	texts
	names   []string // of the first members, of a group on the page
	members []member
	more    int // members that are not kept
}

// Texts are the fields of a group as the file has them; for moving clusters Size and Least are the largest and the smallest size at a tick.
type texts struct{ Group, Start, End, Size, Least string }

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

// moving reports whether a row is a member at a tick.
func (m *maker) moving() bool { return m.Result.Has("t") }

// columns returns the columns that are read, in the order in which rowOf takes them.
func (m *maker) columns() []string {
	if m.moving() {
		return []string{"group", "size", "traj_id", "t"}
	}
	return []string{"group", "size", "traj_id", "t_start", "t_end"}
}

// A row is a row of the file. Its texts are good until the next row is read.
type row struct {
	number, group, size int
	traj                uint32
	start, end          float64 // for moving clusters both are the tick
	texts
}

// Rows yields the groups of the file. The rows of a group have to follow one another, and the numbers of groups have to ascend.
func (m *maker) Rows() iter.Seq2[*fileGroup, error] {
	return func(yield func(*fileGroup, error) bool) {
		var b builder
		for fields, err := range m.Result.Rows(m.Ctx, m.columns()) {
			var r row
			if err == nil {
				m.Sum.Rows++
				r, err = m.rowOf(fields)
			}
			if err == nil && b.found != nil && r.group != b.found.number {
				if !yield(b.done(m.moving()), nil) {
					return
				}
				if r.group < b.found.number { // its rows may be in two places
					err = m.Wrong(r.number, "group %d stands behind group %d: rows have to stand in the order of their groups, as convoys writes them", r.group, b.found.number)
				}
				b.found = nil
			}
			if err == nil {
				err = m.add(&b, &r)
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
		if b.found != nil {
			yield(b.done(m.moving()), nil)
		}
	}
}

// rowOf parses the fields of a row.
func (m *maker) rowOf(of resultfile.Row) (r row, err error) {
	f := of.Fields
	p := page.Parser{Request: &m.Request, Row: of.Number}
	r = row{number: of.Number, group: p.Count("group", f[0]), size: p.Count("size", f[1]), traj: p.Trajectory("traj_id", f[2], m.Entries), texts: texts{Group: f[0], Size: f[1], Start: f[3], End: f[len(f)-1]}}
	if m.moving() {
		r.start = p.Time("t", f[3])
		r.end = r.start
		return r, p.Err
	}
	r.start, r.end = p.Time("t_start", f[3]), p.Time("t_end", f[4])
	if p.Err == nil && !(r.start <= r.end) {
		p.Wrong("t_start %s is behind t_end %s", f[3], f[4])
	}
	return r, p.Err
}

// A builder makes a group from its rows.
type builder struct {
	found  *fileGroup
	place  map[uint32]int // index of a trajectory among the members
	last   []int          // [members] the last tick of each
	ticks  []float64      // for moving clusters
	at     int            // number of members at the tick
	needed int
}

// begin begins a group.
func (b *builder) begin(r *row) {
	b.found = &fileGroup{row: r.number, number: r.group, start: r.start, end: r.end, most: r.size, least: r.size, texts: texts{
		Group: strings.Clone(r.Group), Start: strings.Clone(r.Start), End: strings.Clone(r.End), Size: strings.Clone(r.Size), Least: strings.Clone(r.Size),
	}}
	b.place, b.last, b.ticks, b.at, b.needed = map[uint32]int{}, b.last[:0], b.ticks[:0], 0, 0
}

// add adds a row to the group of a builder.
func (m *maker) add(b *builder, r *row) error {
	if b.found == nil {
		b.begin(r)
	}
	f := b.found
	if m.moving() {
		if err := m.tick(b, r); err != nil {
			return err
		}
	} else if r.start != f.start || r.end != f.end || r.size != f.most {
		return m.Wrong(r.number, "group %s is of %s members from %s to %s, and in row %d of %s from %s to %s", f.Group, r.Size, r.Start, r.End, f.row, f.Size, f.Start, f.End)
	}
	if b.at++; b.at > r.size {
		return m.Wrong(r.number, "group %s has more members than its size, which is %s", f.Group, r.Size)
	}
	return m.enter(b, r)
}

// tick goes on to the tick of a row of a moving cluster.
func (m *maker) tick(b *builder, r *row) error {
	f, n := b.found, len(b.ticks)
	if n > 0 && b.ticks[n-1] == r.start {
		return nil
	}
	if r.start < f.end {
		return m.Wrong(r.number, "group %s is at %s, which is before the time of the row in front of it", f.Group, r.Start)
	}
	b.ticks, b.at = append(b.ticks, r.start), 0
	f.end, f.End = r.start, strings.Clone(r.Start)
	if r.size > f.most {
		f.most, f.Size = r.size, strings.Clone(r.Size)
	}
	if r.size < f.least {
		f.least, f.Least = r.size, strings.Clone(r.Size)
	}
	return nil
}

// memberBytes is the memory of a member while its group is read: itself, its place and its spans.
const memberBytes = 128

// enter makes a trajectory a member, in a moving cluster at the last tick.
func (m *maker) enter(b *builder, r *row) error {
	f, tick := b.found, len(b.ticks)-1
	at, there := b.place[r.traj]
	if !there {
		if at = len(f.members); at >= b.needed {
			b.needed = 2*at + 1
			if err := memory.Need(memory.Count(b.needed)+" members of a group", memory.Of(b.needed, memberBytes)); err != nil {
				return err
			}
		}
		b.place[r.traj] = at
		f.members, b.last = append(f.members, member{row: r.number, traj: r.traj}), append(b.last, tick)
		if tick >= 0 {
			f.members[at].spans = [][2]float64{{r.start, r.start}}
		}
		return nil
	}
	spans := f.members[at].spans
	switch {
	case tick < 0 || b.last[at] == tick:
		return m.Wrong(r.number, "group %s has %s twice", f.Group, m.Entries.ID(int(r.traj)))
	case b.last[at] == tick-1:
		spans[len(spans)-1][1] = r.start
	default:
		f.members[at].spans = append(spans, [2]float64{r.start, r.start})
	}
	b.last[at] = tick
	return nil
}

// done returns the group.
func (b *builder) done(moving bool) *fileGroup {
	f := b.found
	if f.middle = f.start + float64((f.end-f.start)/2); !moving {
		return f
	}
	f.middle = b.ticks[len(b.ticks)/2]
	for i := range f.members {
		if s := f.members[i].spans; len(s) == 1 && s[0] == [2]float64{f.start, f.end} {
			f.members[i].spans = nil
		}
	}
	return f
}
