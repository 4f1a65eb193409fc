package speed

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"

	"flyby/internal/memory"
)

// hostBytes is the host memory for each segment while large data are made, joined and their hits joined to
// encounters: 93 bytes of samples and index at the peak, as measured, and a hit a segment in three copies,
// with room for the garbage in between.
const hostBytes = 200

// assumedMemory is the free memory, in bytes, that is assumed where the system does not report it.
const assumedMemory = 8e9

// fits says why a workload does not fit the host's free memory, "" where it does.
func (l *lab) fits(w workload) string { return w.tooLarge(l.Scale, freeMemory()) }

// tooLarge says why a workload does not fit into have bytes, "" where it does.
func (w workload) tooLarge(scale float64, have uint64) string {
	return shortage(uint64(w.segments(scale))*hostBytes, have)
}

// shortage says that less than need bytes of memory are free, "" where enough are.
func shortage(need, have uint64) string {
	if need <= have {
		return ""
	}
	return fmt.Sprintf("needs %.3g GB of host memory, %.3g GB are free", float64(need)/1e9, float64(have)/1e9)
}

// freeMemory returns the host's memory that programs can have, in bytes.
func freeMemory() uint64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return assumedMemory
	}
	m := regexp.MustCompile(`MemAvailable: *(\d+) kB`).FindSubmatch(text)
	if m == nil {
		return assumedMemory
	}
	kilobytes, err := strconv.ParseUint(string(m[1]), 10, 54)
	if err != nil {
		return assumedMemory
	}
	return kilobytes << 10
}

// peakOf returns the most memory that the process holds while do runs, in bytes. Where the system cannot
// reset its record of the peak, an earlier peak counts too.
func peakOf(do func() error) (bytes uint64, err error) {
	debug.FreeOSMemory()   // garbage of earlier rows
	const forgetPeak = "5" // proc_pid_clear_refs(5)
	if err := os.WriteFile("/proc/self/clear_refs", []byte(forgetPeak), 0); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
		return 0, fmt.Errorf("speed: %w", err)
	}
	err = do()
	return memory.Peak(), err
}
