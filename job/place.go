package job

import (
	"flyby/internal/atomicfile"
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
