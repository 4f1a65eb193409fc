package memory

import (
	"bufio"
	"bytes"
	"io/fs"
	"strconv"
	"strings"
)

// system is a Linux system as its files under / tell of it.
type system struct {
	files fs.FS
	heap  heap
}

// none stands for a limit that is not set.
const none = 1<<64 - 1

// bounds are the machine's and the cgroups'.
func (s system) bounds() []bound {
	info := s.fields("proc/meminfo", ":")
	var all []bound
	if available, ok := info["MemAvailable"]; ok {
		all = append(all, newBound("the machine", available+info["SwapFree"], 0, s.heap.free))
	}
	if n, ok := s.number("proc/sys/vm/overcommit_memory"); ok && n == 2 {
		all = append(all, newBound("the machine", info["CommitLimit"], info["Committed_AS"], s.heap.addresses()))
	}
	return append(all, s.cgroups()...)
}

// limited is the bounds of a process that may have so many bytes of addresses and
// of data.
func (s system) limited(addresses, data uint64) []bound {
	var all []bound
	status := s.fields("proc/self/status", ":")
	add := func(by, field string, limit uint64) {
		if used, ok := status[field]; ok && limit != none {
			all = append(all, newBound(by, limit, used, s.heap.addresses()).onAddresses())
		}
	}
	add("the limit on address space", "VmSize", addresses)
	add("the limit on data", "VmData", data)
	return all
}

// fields reads a file of lines "name: number" or "name: number kB", in bytes.
func (s system) fields(name, after string) map[string]uint64 {
	text, err := fs.ReadFile(s.files, name)
	if err != nil {
		return nil
	}
	of := map[string]uint64{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		field, value, _ := strings.Cut(lines.Text(), after)
		number, kilo := strings.CutSuffix(strings.TrimSpace(value), " kB")
		n, err := strconv.ParseUint(number, 10, 54)
		if err != nil {
			continue
		}
		if kilo {
			n <<= 10
		}
		of[field] = n
	}
	return of
}

// number reads a file that is one number.
func (s system) number(name string) (uint64, bool) {
	text, err := fs.ReadFile(s.files, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}
