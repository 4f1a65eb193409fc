package infile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flyby/internal/printable"
)

// Kinds has the rules that choose the files of a data set by their names, and say how they are read.
type Kinds struct {
	Named      func(name string) bool   // a name has an extension of the formats: such files of folders and archives are read
	Bare       func(path string) string // a path without extensions
	Whole      func(name string) bool   // a file of the name is read from many places
	Extensions []string                 // for messages
	Folder     string                   // the folder that names are relative to, see In
	Words      bool                     // a word without a file of this name, the only name of a data set, stands for a file: see File.IsWord
}

// File is one of the files of a data set.
type File struct {
	Path string // "-" is standard input
	// ID is an Options.ID: the path below the folder or the pattern that the file was found by,
	// without extension; empty where it was named itself.
	ID string

	folder  string // the folder that Path is relative to, see In
	archive string // the archive that has the file, "" for none
	packed  int64  // bytes of a member in its archive
	body    *Body  // the content of "-"; nil: standard input
}

// Holder returns the path of the file on the disk: the archive's for a member of an archive.
func (f File) Holder() string { return cmp.Or(f.archive, f.Path) }

// key returns a path that is the same for all spellings of a file's path. Names of members stay as they are: .. leads
// nowhere there.
func (f File) key() string {
	if f.archive != "" {
		return filepath.Clean(f.archive) + f.Path[len(f.archive):]
	}
	return filepath.Clean(f.Path)
}

// Compare orders files by their paths. Of equal paths the longest id comes first.
func (f File) Compare(other File) int {
	return cmp.Or(strings.Compare(f.key(), other.key()), len(other.ID)-len(f.ID), strings.Compare(f.ID, other.ID), strings.Compare(f.Path, other.Path))
}

// Shown returns the name of a file in messages.
func (f File) Shown() string {
	if f.body != nil {
		return f.body.Name
	}
	if f.Path == "-" {
		return "standard input"
	}
	return printable.Text(f.Path)
}

// IsFound reports whether a folder, a pattern or an archive led to the file, and nobody named it. Such a file is left out, and told, where it is read to
// its end and has no usable row: the archive of a year of sport has tracks without a place.
func (f File) IsFound() bool { return f.ID != "" }

// Size returns the number of bytes of a regular file, of a body, or of a member inside its archive, 0 for others.
func (f File) Size() int64 {
	if f.body != nil {
		return f.body.Size()
	}
	if f.archive != "" {
		return f.packed
	}
	info, err := os.Stat(In(f.folder, f.Path))
	if f.Path == "-" || err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// ErrNoFiles is wrapped by errors of ListFiles about folders and patterns without files.
var ErrNoFiles = errors.New("no files")

// ListFiles returns the files of a data set, in order of their paths, each once. A name is a file's, "-", a folder's, or
// a pattern of filepath.Match. A folder gives the files below it whose names Kinds accepts; an archive
// (ArchiveExtension), named itself or in a folder, gives its members of such names. Files and folders whose names begin
// with a point are left out, and links to folders are not followed. A pattern may lead to folders. A name that is
// neither a folder's nor a pattern is returned unseen. A pipe, a socket and a device are read where they are named
// themselves; one that a folder or a pattern leads to is an error, for opening it may wait for ever.
//
// The error is the system's, the pattern's, an *Error about a file or an archive, or wraps ErrNoFiles.
func ListFiles(k *Kinds, names ...string) ([]File, error) {
	var all []File
	for _, name := range names {
		found, err := k.filesOf(name, k.Words && len(names) == 1)
		if err != nil {
			return nil, fmt.Errorf("format: %w", err)
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, File.Compare)
	return slices.CompactFunc(all, func(a, b File) bool { return a.key() == b.key() }), nil
}

// filesOf returns the files that a name leads to, which may be a word.
func (k *Kinds) filesOf(name string, words bool) ([]File, error) {
	if name == "-" {
		return []File{{Path: name}}, nil
	}
	info, err := k.stat(name)
	switch {
	case err == nil && info.IsDir():
		return k.listFolder(name, name)
	case err != nil && isPattern(name):
		return k.listPattern(name)
	case isArchive(name):
		return k.listArchive(name, "")
	case err != nil:
		if word, is := wordFile(name); is && words {
			return []File{word}, nil
		}
		return k.listMember(name)
	}
	return []File{{Path: name, folder: k.Folder}}, nil
}

// isPattern reports whether a name has a character that only patterns have.
func isPattern(name string) bool { return strings.ContainsAny(name, "*?[") }

// fixedFolder returns the longest folder of a pattern without a pattern's characters.
func fixedFolder(pattern string) string {
	for isPattern(pattern) {
		pattern = filepath.Dir(pattern)
	}
	return pattern
}

// listPattern returns the files that a pattern leads to. Their ids are their paths below the pattern's fixed folder.
func (k *Kinds) listPattern(pattern string) ([]File, error) {
	paths, err := k.glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", pattern, err)
	}
	base := fixedFolder(pattern)
	paths = slices.DeleteFunc(paths, func(path string) bool { return isHidden(base, path) && !isHidden(base, pattern) })
	if len(paths) == 0 {
		return nil, fmt.Errorf("pattern %s: %w", pattern, ErrNoFiles)
	}
	var all []File
	for _, path := range paths {
		info, err := k.stat(path)
		switch {
		case err != nil:
			return nil, err
		case info.IsDir():
			found, err := k.listFolder(base, path)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		default:
			found, err := k.listBelow(base, path, info)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

// isHidden reports whether a name on the path below base begins with a point.
func isHidden(base, path string) bool {
	if below, err := filepath.Rel(base, path); err == nil {
		path = filepath.ToSlash(below)
	}
	return strings.HasPrefix(path, ".") || strings.Contains(path, "/.")
}

// listFolder returns the files of a folder, with ids as below base.
func (k *Kinds) listFolder(base, folder string) (all []File, err error) {
	err = k.walk(folder, func(path string, d fs.DirEntry, err error) error {
		switch hidden := strings.HasPrefix(d.Name(), ".") && path != folder; {
		case err != nil:
			return err
		case d.IsDir() && hidden:
			return fs.SkipDir
		case d.IsDir() || hidden || !k.Named(path) && !isArchive(path):
			return nil
		}
		info, err := k.stat(path)
		if err == nil && info.IsDir() {
			return nil // a link to a folder, which may lead back here
		}
		if err == nil {
			var found []File
			found, err = k.listBelow(base, path, info)
			all = append(all, found...)
		}
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("folder %s: %w of a known extension (known: %s)", folder, ErrNoFiles, strings.Join(slices.Concat(k.Extensions, []string{ArchiveExtension}), ", "))
	}
	return all, err
}

// listBelow returns the file of a path, or the members of the archive there, with ids as below base. A pipe, a socket or
// a device is an error: opening one may wait for ever, and nobody named it.
func (k *Kinds) listBelow(base, path string, info fs.FileInfo) ([]File, error) {
	if !info.Mode().IsRegular() {
		return nil, &Error{File: path, Cause: fmt.Sprintf("is %s: of folders and patterns regular files alone are read; give it by its own name", irregular(info.Mode()))}
	}
	file := k.fileBelow(base, path)
	if isArchive(path) {
		return k.listArchive(file.Path, file.ID+"/")
	}
	return []File{file}, nil
}

// irregular names the kind of a file that is not regular.
func irregular(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}

// fileBelow returns the file of a path, with its id as below base.
func (k *Kinds) fileBelow(base, path string) File {
	id, err := filepath.Rel(base, path)
	if err != nil {
		id = path
	}
	return File{Path: filepath.Clean(path), folder: k.Folder, ID: filepath.ToSlash(k.Bare(id))}
}
