package cl

import (
	"errors"
	"fmt"

	"flyby/internal/memory"
)

// driverAddresses is about the address space that PoCL's libraries and threads take, and
// some for its first search: with less, PoCL ends the process.
const driverAddresses = 320 << 20

// System opens the system's OpenCL library. The library is nil if the system has none, or if the process has too little address space for drivers.
func System() (*Library, error) {
	if err := memory.NeedAddresses("OpenCL drivers", driverAddresses); err != nil {
		return nil, fmt.Errorf("opencl: list devices: %w", err)
	}
	lib, err := Open()
	if errors.Is(err, ErrNoLibrary) {
		return nil, nil
	}
	return lib, err
}
