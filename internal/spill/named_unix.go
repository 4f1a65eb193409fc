//go:build !windows

package spill

import (
	"errors"
	"os"
)

// openNamed opens a new file in a folder and removes its name: the open file stays.
func openNamed(folder string) (*os.File, error) {
	file, err := os.CreateTemp(folder, pattern)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// pattern makes the names that files have for a moment.
const pattern = ".flyby-*.tmp"
