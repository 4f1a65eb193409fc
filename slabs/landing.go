package slabs

import (
	"bufio"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// landing is a file of the folder while it is written, beside its place. It gets its name once it is on the disk. The name that it has until then tells the host, and other hosts
// cannot be asked whether they have locked a file: so a leftover goes by its age, which the file system of the folder tells. See docs/decisions/0105-slabs-as-a-contract.md.
type landing struct {
	*bufio.Writer
	file *os.File
	path string
}

// leftoverAge is how old a file is that nobody writes any more.
const leftoverAge = 24 * time.Hour

// land begins a file, and removes leftovers of it.
func land(path string) (*landing, error) {
	var random [8]byte
	rand.Read(random[:]) //nolint:errcheck // never fails
	host, err := os.Hostname()
	if err != nil {
		host = "host"
	}
	temp := filepath.Join(filepath.Dir(path), leftoverOf(path)+strings.ReplaceAll(host, string(filepath.Separator), "-")+"-"+hex.EncodeToString(random[:]))
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	l := &landing{bufio.NewWriterSize(file, 1<<18), file, path}
	if info, err := file.Stat(); err == nil {
		old := info.ModTime().Add(-leftoverAge)
		removeLeftovers(path, &old)
	}
	return l, nil
}

// leftoverOf is how names begin that a file has until it gets its own.
func leftoverOf(path string) string { return "." + filepath.Base(path) + "." }

// removeLeftovers removes what killed processes left of a file, if it was last written before a time; nil: whenever it was. What cannot be removed is left to the next.
func removeLeftovers(path string, before *time.Time) {
	removeFiles(filepath.Dir(path), before, func(name string) bool { return strings.HasPrefix(name, leftoverOf(path)) })
}

// removeFiles removes files of a folder, as removeLeftovers does.
func removeFiles(dir string, before *time.Time, which func(name string) bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !which(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && (before == nil || info.ModTime().Before(*before)) {
			os.Remove(filepath.Join(dir, e.Name())) //nolint:errcheck // the next removes it
		}
	}
}

// commit gives the file its name, once all of it is on the disk. The name is there for sure once the folder was synced.
func (l *landing) commit() error {
	err := l.Flush()
	if err == nil {
		err = l.file.Sync()
	}
	if err = errors.Join(err, l.file.Close()); err == nil {
		err = os.Rename(l.file.Name(), l.path)
	}
	return err
}

// abort gives the file up. After commit it does nothing.
func (l *landing) abort() {
	l.file.Close()           //nolint:errcheck // the file is given up
	os.Remove(l.file.Name()) //nolint:errcheck // it is gone, or the next removes it
}

// syncFolder waits until the names of a folder are on the disk, where the system can.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // it has no call for that
	}
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close() //nolint:errcheck // it was only read
	if err := dir.Sync(); !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) {
		return err
	}
	return nil // this file system cannot
}
