package infile

import (
	"path/filepath"
	"strings"
)

// Takes returns the first of names, a folder or a pattern, for which ListFiles would take a file at path once it exists; "" where
// there is none. The file need not exist, its folder must. Links are followed.
func (k *Kinds) Takes(path string, names ...string) string {
	for _, name := range names {
		if k.leadsTo(name, path) {
			return name
		}
	}
	return ""
}

// leadsTo reports whether a name is a folder or a pattern, and a path one of its files.
func (k *Kinds) leadsTo(name, path string) bool {
	info, err := k.stat(name)
	switch {
	case err == nil && info.IsDir():
		below, ok := pathBelow(In(k.Folder, name), In(k.Folder, path))
		return ok && k.isListed(below)
	case err != nil && isPattern(name):
		base := fixedFolder(name)
		below, ok := pathBelow(In(k.Folder, base), In(k.Folder, path))
		pattern, err := filepath.Rel(base, name)
		return ok && err == nil && k.isMatched(filepath.ToSlash(pattern), below)
	}
	return false
}

// isListed reports whether listFolder takes a file at a path below the folder, with slashes.
func (k *Kinds) isListed(below string) bool {
	return !isHidden("", below) && (k.Named(below) || isArchive(below))
}

// isMatched reports whether listPattern takes a file at a path below the folder of a pattern, both with slashes: the pattern
// matches the path, or a folder on it.
func (k *Kinds) isMatched(pattern, below string) bool {
	parts := strings.Split(below, "/")
	n := strings.Count(pattern, "/") + 1
	if n > len(parts) {
		return false
	}
	head := strings.Join(parts[:n], "/")
	ok, err := filepath.Match(filepath.FromSlash(pattern), filepath.FromSlash(head))
	if !ok || err != nil || isHidden("", head) && !isHidden("", pattern) {
		return false
	}
	return n == len(parts) || k.isListed(strings.Join(parts[n:], "/"))
}

// pathBelow returns a path relative to a folder, with slashes; false where it is not below the folder.
func pathBelow(folder, path string) (below string, ok bool) {
	folder, ok = Resolved(folder)
	if !ok {
		return "", false
	}
	to, ok := Resolved(path)
	if !ok {
		var above string
		if above, ok = Resolved(filepath.Dir(path)); !ok {
			return "", false
		}
		to = filepath.Join(above, filepath.Base(path))
	}
	below, err := filepath.Rel(folder, to)
	below = filepath.ToSlash(below)
	return below, err == nil && below != "." && below != ".." && !strings.HasPrefix(below, "../")
}

// Resolved returns an absolute path without links; false where no file has it.
func Resolved(path string) (string, bool) {
	path, err := filepath.EvalSymlinks(path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err == nil {
		path, err = filepath.EvalSymlinks(path) // the working folder may be below a link
	}
	return path, err == nil
}
