package spill

import (
	"math"

	"golang.org/x/sys/windows"
)

// free returns how many bytes of a folder's file system are free for this user, the most
// there may be where the system does not tell.
func free(folder string) uint64 {
	var bytes uint64
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil || windows.GetDiskFreeSpaceEx(name, &bytes, nil, nil) != nil {
		return math.MaxUint64
	}
	return bytes
}
