package slabs

import (
	"bufio"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"flyby/internal/atomicfile"
)

// landing is a file of the folder while it is written, in the same folder. It gets its name once it is on the disk. Until then it has a temporary name, which contains the host's name. One host cannot
// ask another whether it has locked a file: so leftovers are removed by their age, by the clock of the folder's file system. See docs/decisions/0105-slabs-as-a-contract.md.
type landing struct {
	*bufio.Writer
	file   *os.File
	path   string
	folder string // of the plan, for errors
}

// leftoverAge is the age from which on a temporary file counts as a leftover that no process still writes.
const leftoverAge = 24 * time.Hour

// land begins a file of the plan in a folder. Errors name the folder.
func land(folder, path string) (*landing, error) {
	var random [8]byte
	rand.Read(random[:]) //nolint:errcheck // never fails
	host, err := os.Hostname()
	if err != nil {
		host = "host"
	}
	temp := filepath.Join(filepath.Dir(path), leftoverOf(path)+strings.ReplaceAll(host, string(filepath.Separator), "-")+"-"+hex.EncodeToString(random[:]))
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, writeError(folder, err)
	}
	l := &landing{file: file, path: path, folder: folder}
	l.Writer = bufio.NewWriterSize(landingWriter{l}, 1<<18)
	return l, nil
}

// removeOld removes old leftovers of the file.
func (l *landing) removeOld() {
	if info, err := l.file.Stat(); err == nil {
		old := info.ModTime().Add(-leftoverAge)
		removeLeftovers(filepath.Dir(l.path), &old, leftoverOf(l.path))
	}
}

// landingWriter is the file of a landing, whose errors name the folder.
type landingWriter struct{ *landing }

func (t landingWriter) Write(p []byte) (int, error) {
	n, err := t.file.Write(p)
	if err != nil {
		err = writeError(t.folder, err)
	}
	return n, err
}

// writeError returns the error of writing a file to a folder.
func writeError(folder string, err error) error {
	what := ""
	if renamed := (*os.LinkError)(nil); errors.As(err, &renamed) {
		what = renamed.Op + ": "
	}
	return fmt.Errorf("slabs: write to folder %s: %s%w", filepath.Clean(folder), what, atomicfile.Cause(err))
}

// leftoverOf returns the prefix of a file's temporary names.
func leftoverOf(path string) string { return "." + filepath.Base(path) + "." }

// leftoversOfParts is the prefix of the temporary names of all parts.
const leftoversOfParts = ".part-"

// removeLeftovers removes files of a folder whose names have one of the prefixes, if they were last written before a time; nil: at any time. Files that cannot be removed are left to the next call. It lists only
// the names of the folder, once and unsorted: a folder of a thousand slabs has thousands of files.
func removeLeftovers(dir string, before *time.Time, begins ...string) {
	folder, err := os.Open(dir)
	if err != nil {
		return
	}
	names, err := folder.Readdirnames(-1)
	if errors.Join(err, folder.Close()) != nil {
		return
	}
	for _, name := range names {
		if !slices.ContainsFunc(begins, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			continue
		}
		path := filepath.Join(dir, name)
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && (before == nil || info.ModTime().Before(*before)) {
			os.Remove(path) //nolint:errcheck // the next call removes it
		}
	}
}

// commit gives the file its name, once all of it is on the disk. The name is durable only once the folder was synced.
func (l *landing) commit() error {
	if err := l.Flush(); err != nil {
		return err // landingWriter has added the folder
	}
	err := l.file.Sync()
	if closeErr := l.file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(l.file.Name(), l.path)
	}
	if err != nil {
		return writeError(l.folder, err)
	}
	return nil
}

// abort removes the unfinished file. After commit it does nothing.
func (l *landing) abort() {
	l.file.Close()           //nolint:errcheck // the file is given up
	os.Remove(l.file.Name()) //nolint:errcheck // it is gone, or a later run removes it
}

// syncFolder waits until the names of a folder are on the disk, where the system supports it.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // Windows has no call for it
	}
	dir, err := os.Open(path)
	if err != nil {
		return writeError(path, err)
	}
	defer dir.Close() //nolint:errcheck // it was only read
	if err := dir.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) {
		return writeError(path, err)
	}
	return nil // this file system does not support it
}
