package speed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"flyby/datasets"
	"flyby/internal/spill"
	"flyby/trajectory/output"
)

// Bytes of files, as measured: a segment of GAL in Parquet, the same in a file of --tmp with what is found of it, and a hit
// in CSV.
const (
	dataDisk  = 25
	slabDisk  = 75
	hitDisk   = 30
	makeBytes = 60 // of host memory for a segment, while a data set is made and written
)

// galFile is GAL of a number of stars as a Parquet file of a folder, which is made where it is not there; skip says what it
// takes too much of. The lab has no other data and databases when it is made.
func (l *lab) galFile(ctx context.Context, folder string, stars int) (path, skip string, err error) {
	segments := stars * galSteps
	path = filepath.Join(folder, fmt.Sprintf("gal-%d.parquet", segments))
	if _, err := os.Stat(path); err == nil {
		return path, "", nil
	}
	if err := l.forget(); err != nil {
		return "", "", err
	}
	if skip := lack(uint64(segments)*makeBytes, freeMemory()); skip != "" {
		return "", skip, nil
	}
	if skip, err = diskFor(folder, "trajectories", uint64(segments)*dataDisk); skip != "" || err != nil {
		return "", skip, err
	}
	s, err := datasets.Disc(stars, galSteps, galSeed)
	if err != nil {
		return "", "", err
	}
	return path, "", output.WriteStore(ctx, path, s, output.WriteOptions{})
}

// diskFor says why n bytes of files do not fit into a folder, "" where they do.
func diskFor(folder, what string, n uint64) (skip string, err error) {
	if folder, err := spill.Open(folder, 0); err != nil {
		return "", fmt.Errorf("speed: %w", err)
	} else if err := folder.Need(what, n); errors.Is(err, spill.ErrNoRoom) {
		return strings.TrimPrefix(err.Error(), "spill: "), nil
	} else {
		return "", err
	}
}

// place is the folder for files that outlive a run: that of the options, else a temporary one.
func (l *lab) place() (string, error) {
	if l.Folder != "" {
		return l.Folder, nil
	}
	return l.folder()
}
