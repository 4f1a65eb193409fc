package memory

import (
	"io/fs"
	"strconv"
	"strings"
)

// system is a Linux system, described by its files under /.
type system struct {
	files fs.FS
	heap  heap
	page  uint64 // bytes
}

// none stands for a limit that is not set.
const none = 1<<64 - 1

// bounds returns the machine's and the cgroups'.
func (s system) bounds() []bound {
	info := s.read("proc/meminfo")
	var all []bound
	if available, ok := field(info, "MemAvailable:"); ok {
		swap, _ := field(info, "SwapFree:")
		all = append(all, newBound("the machine", available+swap, 0, s.heap.free))
	}
	if n, ok := number(s.read("proc/sys/vm/overcommit_memory")); ok && n == 2 {
		limit, _ := field(info, "CommitLimit:")
		promised, _ := field(info, "Committed_AS:")
		all = append(all, newBound("the machine", limit, promised, s.heap.addresses()))
	}
	return append(all, s.cgroups()...)
}

// limited returns the bounds of a process that may have at most addresses bytes of
// addresses and data bytes of data. /proc/self/statm counts pages: of all, ..., of data
// and stack.
func (s system) limited(addresses, data uint64) []bound {
	if addresses == none && data == none {
		return nil
	}
	pages := strings.Fields(s.read("proc/self/statm"))
	var all []bound
	add := func(by string, column int, limit uint64) {
		if limit == none || column >= len(pages) {
			return
		}
		if n, ok := number(pages[column]); ok {
			all = append(all, newBound(by, limit, n*s.page, s.heap.addresses()).onAddresses())
		}
	}
	add("the limit on address space", 0, addresses)
	add("the limit on data", 5, data)
	return all
}

// read returns the text of a file, "" if there is none.
func (s system) read(name string) string {
	text, err := fs.ReadFile(s.files, name)
	if err != nil {
		return ""
	}
	return string(text)
}

// field finds the number after a name at the start of a line, in bytes: the line ends
// in " kB" where it counts thousands.
func field(text, name string) (uint64, bool) {
	at := strings.Index("\n"+text, "\n"+name)
	if at < 0 {
		return 0, false
	}
	line, _, _ := strings.Cut(text[at+len(name):], "\n")
	digits, kilo := strings.CutSuffix(line, " kB")
	n, ok := number(digits)
	if kilo {
		n <<= 10
	}
	return n, ok
}

// number reads a number that stands alone.
func number(text string) (uint64, bool) {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	return n, err == nil
}
