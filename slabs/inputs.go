package slabs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"flyby/internal/atomicfile"
	"flyby/internal/infile"
	"flyby/internal/reading/fileset"
	"flyby/job"
	"flyby/trajectory/input"
)

// inputFile is a file that was read.
type inputFile struct {
	Path    string `json:"path"`              // absolute; "-": standard input, which has no other field
	Size    int64  `json:"size,omitempty"`    // bytes
	Changed string `json:"changed,omitempty"` // the time of its last change
	Sum     string `json:"sum,omitempty"`     // SHA-256
}

// lookAt returns the system's information about the file of a path.
func lookAt(path string) (in inputFile, err error) {
	if path == "-" {
		return inputFile{Path: path}, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return in, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return in, err
	}
	return inputFile{Path: path, Size: info.Size(), Changed: info.ModTime().UTC().Format(time.RFC3339Nano)}, nil
}

// inputsOf returns the files of an ask as they are now, each once, in the order in which they are read.
func inputsOf(a *job.Ask) (all []inputFile, err error) {
	for _, side := range []struct {
		data  *input.Data
		names []string
	}{{a.EntryData, a.Entries}, {a.QueryData, a.Queries}} {
		var files []input.File
		switch folder := a.Read.Folder; {
		case side.data != nil:
			files = side.data.Files()
		case len(side.names) > 0:
			if files, err = fileset.ListIn(folder, side.names...); err != nil {
				return nil, err
			}
		}
		for _, f := range files {
			path := f.Holder()
			if path != "-" {
				path = infile.In(a.Read.Folder, path)
			}
			in, err := lookAt(path)
			if err != nil {
				return nil, fmt.Errorf("slabs: %w", err)
			}
			if !slices.Contains(all, in) {
				all = append(all, in)
			}
		}
	}
	return all, nil
}

// sums adds the checksums of files. The error is an ErrChanged where a file changed meanwhile.
func sums(all []inputFile) error {
	for i := range all {
		in := &all[i]
		if in.Path == "-" {
			continue
		}
		sum, err := sumOf(in.Path)
		if err != nil {
			return changedError(in.Path, atomicfile.Cause(err))
		}
		if err := in.same(); err != nil {
			return err
		}
		in.Sum = sum
	}
	return nil
}

// same refuses a file of another size or time of change. The error is an ErrChanged.
func (in *inputFile) same() error {
	now, err := lookAt(in.Path)
	if err != nil {
		return changedError(in.Path, atomicfile.Cause(err))
	}
	if now.Size != in.Size || now.Changed != in.Changed {
		return changedError(in.Path, fmt.Errorf("%d bytes, changed %s; it had %d, changed %s", now.Size, now.Changed, in.Size, in.Changed))
	}
	return nil
}
