package memory

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// absent returns how many bytes of the program's file are mapped but not in memory yet: code and its tables, which are
// loaded as they run. /proc/self/maps has a line for each part of a file, "from-to perms offset device inode path", and
// /proc/self/pagemap 8 bytes for each page of addresses. Pages without an entry count as absent. The program's parts
// stand together, before the many parts of libraries, which are not read.
func (s system) absent(program string) (bytes uint64) {
	f, err := s.files.Open("proc/self/maps")
	if err != nil {
		return 0
	}
	defer f.Close()
	begun := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		var from, to uint64
		switch fields := strings.SplitN(line, " ", 6); {
		case len(fields) == 6 && strings.TrimSpace(fields[5]) == program:
			begun = true
		case begun:
			return bytes
		default:
			continue
		}
		if _, err := fmt.Sscanf(line, "%x-%x", &from, &to); err == nil && to > from {
			bytes += to - from - s.present(from/s.page, (to-from)/s.page)*s.page
		}
	}
	return bytes
}

// present returns how many of n pages from one on are in memory.
func (s system) present(first, n uint64) (pages uint64) {
	const entry, bit = 8, 1 << 63
	f, err := s.files.Open("proc/self/pagemap")
	if err != nil {
		return 0
	}
	defer f.Close()
	told := make([]byte, n*entry)
	at, ok := f.(io.ReaderAt)
	if !ok {
		return 0
	}
	got, _ := at.ReadAt(told, int64(first*entry)) //nolint:errcheck // an entry that was not read is 0
	for told = told[:got/entry*entry]; len(told) > 0; told = told[entry:] {
		if binary.NativeEndian.Uint64(told)&bit != 0 {
			pages++
		}
	}
	return pages
}
