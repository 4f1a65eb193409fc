package job

import (
	"flyby/internal/atomicfile"
	"flyby/internal/spill"
)

// CheckTmp says why no file can be written in a folder for temporary files, of at most limit bytes at once: 0 is what is free there. The
// error calls the folder by name.
func CheckTmp(name, folder string, limit uint64) error {
	_, err := spill.OpenAs(name, folder, limit)
	return err
}

// CheckOut says why no file can be made at a path, or replaced there. Nothing is left behind, and a file there stays. The error calls it by name.
func CheckOut(name, path string) error {
	probe, err := atomicfile.CreateAs(name, path)
	if err != nil {
		return err
	}
	probe.Abort()
	return nil
}
