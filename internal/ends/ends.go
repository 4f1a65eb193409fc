// Package ends is what a run reads and writes at its two ends: files that may be one and the same, and folders in which files can be made.
package ends

import (
	"io/fs"
	"os"
	"path/filepath"

	"flyby/internal/atomicfile"
	"flyby/internal/infile"
	"flyby/internal/spill"
)

// CheckTmp returns an error if no file can be written in a folder for temporary files, of at most limit bytes at once; limit 0 means as many as are free. The
// error calls the folder by name.
func CheckTmp(name, folder string, limit uint64) error {
	_, err := spill.OpenAs(name, folder, limit)
	return err
}

// CheckOut returns an error if no file can be made or replaced at a path. It leaves nothing behind, and keeps a file that is there. The error calls the path by name.
func CheckOut(name, path string) error {
	probe, err := atomicfile.CreateAs(name, path)
	if err != nil {
		return err
	}
	probe.Abort()
	return nil
}

// An End is a file at one end of a run, which reads it or writes it.
type End struct {
	Path string      // "" for a standard stream
	Info fs.FileInfo // of what is there; nil: nothing, or nothing that can be looked at
}

// EndAt returns the end at a path.
func EndAt(path string) End {
	info, _ := os.Stat(path) //nolint:errcheck // nil then
	return End{path, info}
}

// EndOf returns the end of a standard stream, which is a file where it has the method Stat of an *os.File.
func EndOf(stream any) (e End) {
	if file, ok := stream.(interface{ Stat() (fs.FileInfo, error) }); ok {
		e.Info, _ = file.Stat() //nolint:errcheck // nil then
	}
	return e
}

// Of returns the end at a path or, where that is "", the end of a stream.
func Of(path string, stream any) End {
	if path == "" {
		return EndOf(stream)
	}
	return EndAt(path)
}

// Is reports whether two ends are one file, by symbolic links and hard ones too. Paths where nothing is yet are one file where both lead to one name.
func (e End) Is(other End) bool {
	if e.Info != nil && other.Info != nil {
		return os.SameFile(e.Info, other.Info)
	}
	return e.Info == nil && other.Info == nil && e.Path != "" && other.Path != "" && Place(e.Path) == Place(other.Path)
}

// mostLinks is the most symbolic links that Place follows, as many as Linux does.
const mostLinks = 40

// Place returns the path without symbolic links that a path leads to, whether or not anything is there: absolute where its folder exists.
func Place(path string) string {
	for range mostLinks {
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(real(filepath.Dir(path)), to)
		}
		path = to
	}
	return filepath.Join(real(filepath.Dir(path)), filepath.Base(path))
}

// real returns the absolute path of a folder without links, and the path unchanged where no folder has it.
func real(folder string) string {
	if at, ok := infile.Resolved(folder); ok {
		return at
	}
	return folder
}
