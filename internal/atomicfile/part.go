package atomicfile

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// The suffix of the names of temporary files, and the age at which a leftover is removed.
const (
	partMark  = ".flyby-"
	partEnd   = ".part"
	partBytes = 8 // random bytes
	partAge   = 24 * time.Hour
)

// partStem begins the names of the temporary files of base. It is cut so that they
// are no longer than file systems allow.
func partStem(base string) string {
	const most = 200
	if len(base) > most {
		base = strings.ToValidUTF8(base[:most], "")
	}
	return "." + base + partMark
}

// partName returns a new name for a temporary file of base.
func partName(base string) string {
	var random [partBytes]byte
	rand.Read(random[:]) //nolint:errcheck // never fails
	return partStem(base) + hex.EncodeToString(random[:]) + partEnd
}

// isPart reports whether partName may have made a name for base.
func isPart(name, base string) bool {
	rest, ok := strings.CutPrefix(name, partStem(base))
	return ok && regexp.MustCompile(`^[0-9a-f]{16}\.part$`).MatchString(rest)
}

// sweep removes the leftovers of killed processes for files named base: regular files with a name
// of partName, as old as partAge, which no process has locked. Files that it cannot remove are left
// to the next run.
func sweep(folder, base string) {
	dir, err := os.Open(folder)
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) //nolint:errcheck // the names read before an error
	for _, name := range names {
		if isPart(name, base) {
			sweepPart(filepath.Join(folder, name))
		}
	}
}

// sweepPart removes one leftover.
func sweepPart(path string) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < partAge {
		return
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return
	}
	abandoned := lock(file)
	if opened, err := file.Stat(); err != nil || !os.SameFile(info, opened) {
		abandoned = false
	}
	if abandoned && removeOpen {
		os.Remove(path) //nolint:errcheck // the next run removes it
	}
	file.Close() //nolint:errcheck // nothing was written
	if abandoned && !removeOpen {
		os.Remove(path) //nolint:errcheck // the next run removes it
	}
}
