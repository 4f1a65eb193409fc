package groups

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
