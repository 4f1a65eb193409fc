package memory

// Bound is one thing that bounds memory: the machine, a cgroup, a limit of the process.
type Bound struct {
	By   string
	Left uint64 // bytes that it still gives, some kept back
}

// Bounds returns what bounds memory now; a cgroup and those above it are one each.
func Bounds() (all []Bound) {
	for _, b := range bounds() {
		all = append(all, Bound{b.by, b.left})
	}
	return all
}
