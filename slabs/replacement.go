package slabs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// move moves the files to the folder, and writes the manifest to it once their names are on the disk. Where it fails, no file of the plan is left in the folder.
func (p *planning) move(dir string, text []byte) (err error) {
	whole := false
	defer func() {
		if err != nil {
			p.undo(dir, whole)
		}
	}()
	for _, name := range p.written {
		if err := os.Rename(filepath.Join(p.dir, name), filepath.Join(dir, name)); err != nil {
			return writeError(dir, err)
		}
	}
	p.removeOthers(dir)
	if err := syncFolder(dir); err != nil {
		return err
	}
	l, err := land(dir, filepath.Join(dir, manifestName))
	if err != nil {
		return err
	}
	defer l.abort()
	l.removeOld()
	if _, err := l.Write(text); err != nil {
		return err
	}
	if err := l.commit(); err != nil {
		return err
	}
	whole = true
	return syncFolder(dir)
}

// undo removes the moved files from the folder, unless another process has written a plan to it by now.
func (p *planning) undo(dir string, whole bool) {
	if whole {
		os.Remove(filepath.Join(dir, manifestName)) //nolint:errcheck // the caller returns the error that it undoes
	} else if _, err := os.Lstat(filepath.Join(dir, manifestName)); err == nil {
		return
	}
	for _, name := range p.written {
		os.Remove(filepath.Join(dir, name)) //nolint:errcheck // it may not have been moved
	}
}

// removeOthers removes the files of a plan whose planning was killed while it moved them, except files of this plan.
func (p *planning) removeOthers(dir string) {
	there, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range there {
		if ofPlan(e.Name()) && !slices.Contains(p.written, e.Name()) {
			os.Remove(filepath.Join(dir, e.Name())) //nolint:errcheck // no manifest names it
		}
	}
}

// leftoversOnly reports whether a folder has only leftovers of planning that was killed: among them the folder in which it made the plan.
func leftoversOnly(there []fs.DirEntry) bool {
	made := func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), planFolders) }
	other := func(e fs.DirEntry) bool {
		return !made(e) && !ofPlan(e.Name()) && !strings.HasPrefix(e.Name(), leftoverOf(manifestName))
	}
	return len(there) == 0 || slices.ContainsFunc(there, made) && !slices.ContainsFunc(there, other)
}

// ofPlan reports whether a file of a plan other than the manifest may have the name.
func ofPlan(name string) bool {
	kind, number, numbered := strings.Cut(name, "-")
	return name == namesName || numbered && slices.Contains([]string{slabFiles, entryFiles, queryFiles}, kind) && strings.Trim(number, "0123456789") == ""
}

// tryFolder checks that files can be written to the folder of a plan, and can replace others; to is the folder within it in which the plan is made.
func tryFolder(dir, to string) error {
	path := filepath.Join(to, "try")
	for range 2 { // the second file replaces the first
		l, err := land(dir, path)
		if err != nil {
			return err
		}
		defer l.abort()
		if err := l.commit(); err != nil {
			return err
		}
	}
	moved := to + ".try" // its name has the prefix of leftovers
	err := os.Rename(path, moved)
	if err == nil {
		err = os.Remove(moved)
	}
	if err != nil {
		return writeError(dir, err)
	}
	return nil
}
