package infile

import (
	"archive/zip"
	"fmt"
	"slices"
	"strings"
)

// listArchive returns the members of an archive that are files of a data set, with their names behind before as
// ids.
func (k *Kinds) listArchive(path, before string) ([]File, error) {
	a, err := openArchive(k.Folder, path)
	if err != nil {
		return nil, err
	}
	defer a.close()
	return a.Files(k, before)
}

// Files returns the members that are files of a data set, with their names behind before as ids.
func (a *Archive) Files(k *Kinds, before string) (files []File, err error) {
	for _, m := range a.all {
		switch {
		case !m.Mode().IsRegular() || hiddenMember(m.Name):
			continue
		case isArchive(m.Name):
			return nil, &Error{File: a.shown(m.Name), Cause: "is an archive in an archive: unpack the outer one"}
		case !k.Named(m.Name):
			continue
		}
		if _, err := a.member(m.Name); err != nil {
			return nil, err
		}
		file := a.fileOf(k, m)
		file.ID = before + k.Bare(m.Name)
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("archive %s: %w of a known extension (known: %s)", a.path, ErrNoFiles, strings.Join(k.Extensions, ", "))
	}
	return files, nil
}

// fileOf returns the file of a member.
func (a *Archive) fileOf(k *Kinds, m *zip.File) File {
	file := File{Path: a.shown(m.Name), folder: k.Folder, archive: a.path, packed: int64(m.CompressedSize64)}
	if k.Whole(m.Name) {
		file.packed = int64(m.UncompressedSize64) // see Source.hold
	}
	return file
}

// hiddenMember reports whether a part of a member's name begins with a point.
func hiddenMember(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return strings.HasPrefix(part, ".") && part != "." && part != ".."
	})
}

// listMember returns the file of a member's path, or of a path that leads to no file.
func (k *Kinds) listMember(path string) ([]File, error) {
	archive, name, ok := CutMember(k.Folder, path)
	if !ok {
		return []File{{Path: path, folder: k.Folder}}, nil // the error comes when it is read
	}
	a, err := openArchive(k.Folder, archive)
	if err != nil {
		return nil, err
	}
	defer a.close()
	m, err := a.member(name)
	if err != nil {
		return nil, err
	}
	return []File{a.fileOf(k, m)}, nil
}
