package speed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"flyby/datasets"
	"flyby/internal/output"
	"flyby/internal/spill"
)

// Bytes of files, as measured: of a segment of GAL in Parquet, of a segment and its results in a file of --tmp, and of a
// hit in CSV.
const (
	dataDisk  = 25
	textDisk  = 68 // in CSV
	arrowDisk = 41 // in Arrow
	slabDisk  = 75
	hitDisk   = 30
	makeBytes = 60 // of host memory for a segment, while a data set is made and written
)

// galFile is galFileAs for Parquet.
func (l *lab) galFile(ctx context.Context, folder string, stars int) (path, skip string, err error) {
	return l.galFileAs(ctx, folder, stars, ".parquet")
}

// galFileAs returns the path of a file of GAL with a number of stars in a folder, in the format of an extension, which it writes where it is
// missing; skip says what there is too little of, memory or disk. Before it generates the data, the lab drops its other
// data and databases.
func (l *lab) galFileAs(ctx context.Context, folder string, stars int, extension string) (path, skip string, err error) {
	segments, disk := stars*galSteps, map[string]uint64{".parquet": dataDisk, ".csv": textDisk, ".arrows": arrowDisk}[extension]
	path = filepath.Join(folder, fmt.Sprintf("gal-%d%s", segments, extension))
	if _, err := os.Stat(path); err == nil {
		return path, "", nil
	}
	if err := l.forget(); err != nil {
		return "", "", err
	}
	if skip := shortage(uint64(segments)*makeBytes, freeMemory()); skip != "" {
		return "", skip, nil
	}
	if skip, err = diskFor(folder, "trajectories", uint64(segments)*disk); skip != "" || err != nil {
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

// place returns the folder for files that outlive a run: the options' folder, else a temporary one.
func (l *lab) place() (string, error) {
	if l.Folder != "" {
		return l.Folder, nil
	}
	return l.folder()
}
