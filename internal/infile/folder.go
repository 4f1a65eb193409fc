package infile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// In returns the path of a file by its name: in folder, or in the process's working folder where folder is "". An absolute
// name is returned as it is. Messages have the name as it was given, see Named and
// docs/decisions/0091-folder-of-file-names.md.
func In(folder, name string) string {
	if folder == "" || name == "" || filepath.IsAbs(name) || filepath.VolumeName(name) != "" || os.IsPathSeparator(name[0]) {
		return name
	}
	return strings.TrimRight(folder, string(filepath.Separator)) + string(filepath.Separator) + name
}

// Named returns an error of the system about a file with name, as the caller gave it, in place of the path. Other errors it returns unchanged.
func Named(err error, name string) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return &fs.PathError{Op: at.Op, Path: name, Err: at.Err}
	}
	return err
}

// glob is filepath.Glob in the folder of the files.
func (k *Kinds) glob(pattern string) ([]string, error) {
	if In(k.Folder, pattern) == pattern {
		return filepath.Glob(pattern)
	}
	base := fixedFolder(pattern) // so that no character of the folder's own path counts as a pattern's
	below, err := filepath.Rel(base, pattern)
	if err != nil {
		return nil, err
	}
	paths, err := fs.Glob(os.DirFS(In(k.Folder, base)), filepath.ToSlash(below))
	if err != nil {
		return nil, filepath.ErrBadPattern // package path has an error of this name, too
	}
	for i := range paths {
		paths[i] = filepath.Join(base, paths[i])
	}
	return paths, nil
}

// walk is filepath.WalkDir in the folder of the files.
func (k *Kinds) walk(folder string, visit fs.WalkDirFunc) error {
	at := In(k.Folder, folder)
	return filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		shown := folder
		if below, bad := filepath.Rel(at, path); bad == nil && below != "." {
			shown = filepath.Join(folder, below)
		}
		return visit(shown, d, Named(err, shown))
	})
}

// stat is os.Stat in the folder of the files.
func (k *Kinds) stat(name string) (fs.FileInfo, error) { return statIn(k.Folder, name) }

// statIn is os.Stat in a folder.
func statIn(folder, name string) (fs.FileInfo, error) {
	info, err := os.Stat(In(folder, name))
	return info, Named(err, name)
}
