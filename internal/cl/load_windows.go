//go:build amd64 || arm64

package cl

import (
	"errors"

	"golang.org/x/sys/windows"
)

// libraryNames lists the names to try: the Khronos loader, which drivers install.
func libraryNames() []string { return []string{"OpenCL.dll"} }

// load opens the first of names that is in the system's folder: anyone could have put a library beside the program
// or in the current folder. The library stays open for the life of the process, as on other systems.
func load(names []string) (handle uintptr, path string, err error) {
	var tried error
	for _, name := range names {
		handle, err := windows.LoadLibraryEx(name, 0, windows.LOAD_LIBRARY_SEARCH_SYSTEM32)
		if err == nil {
			return uintptr(handle), name, nil
		}
		tried = errors.Join(tried, err)
	}
	return 0, "", tried
}

// find returns the address of a function in the library.
func find(handle uintptr, name string) (uintptr, error) {
	return windows.GetProcAddress(windows.Handle(handle), name)
}
