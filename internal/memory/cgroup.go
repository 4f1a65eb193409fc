package memory

import (
	"path"
	"strings"
)

// A hierarchy is a version of cgroups: the names of its files.
type hierarchy struct {
	limit, used, idle string // idle: the field of memory.stat
}

// version1 returns version 1, the controller memory.
func version1() hierarchy {
	return hierarchy{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}
}

// version2 returns version 2, unified.
func version2() hierarchy {
	return hierarchy{"memory.max", "memory.current", "inactive_file"}
}

// cgroups returns the bounds of the cgroups that the process is in, and of the
// cgroups above.
func (s system) cgroups() []bound {
	var all []bound
	for line := range strings.Lines(s.read("proc/self/cgroup")) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(f) != 3:
		case f[0] == "0" && f[1] == "":
			all = append(all, s.within(version2(), s.mount("cgroup2", ""), f[2])...)
		case has(f[1], "memory"):
			all = append(all, s.within(version1(), s.mount("cgroup", "memory"), f[2])...)
		}
	}
	return all
}

// has reports whether a list parted by commas has an item.
func has(list, item string) bool {
	return strings.Contains(","+list+",", ","+item+",")
}

// A mount is the place of a hierarchy: the cgroup root is visible at point.
type mount struct{ root, point string }

// mount finds the hierarchy of a kind of file system with an option.
func (s system) mount(kind, option string) mount {
	for line := range strings.Lines(s.read("proc/self/mountinfo")) {
		before, after, _ := strings.Cut(line, " - ")
		if !strings.HasPrefix(after, kind) {
			continue
		}
		b, a := strings.Fields(before), strings.Fields(after)
		if len(b) < 5 || len(a) < 3 || a[0] != kind {
			continue
		}
		if option == "" || has(a[2], option) {
			return mount{b[3], b[4]}
		}
	}
	return mount{}
}

// within returns the bounds of a cgroup and of all visible ones above it.
func (s system) within(h hierarchy, m mount, cgroup string) []bound {
	if m.point == "" {
		return nil
	}
	below, ok := strings.CutPrefix(cgroup, strings.TrimSuffix(m.root, "/")) // relative to root
	if !ok {
		below = ""
	}
	var all []bound
	for at := path.Clean("/" + below); ; at = path.Dir(at) {
		if b, ok := s.bound(h, strings.TrimPrefix(path.Join(m.point, at), "/")); ok {
			all = append(all, b)
		}
		if at == "/" {
			return all
		}
	}
}

// unlimited is the least limit by which version 1 means none: as many pages as it
// can count.
const unlimited = 1 << 62

// bound reads the files of one cgroup. A cgroup without a limit says "max", a number
// that no machine has, or has no files.
func (s system) bound(h hierarchy, folder string) (bound, bool) {
	limit, ok := number(s.read(path.Join(folder, h.limit)))
	if !ok || limit >= unlimited {
		return bound{}, false
	}
	used, ok := number(s.read(path.Join(folder, h.used)))
	idle, _ := field(s.read(path.Join(folder, "memory.stat")), h.idle+" ")
	return newBound("the cgroup", limit, less(used, idle), s.heap.free), ok
}
