//go:build (linux || darwin) && (amd64 || arm64)

package cl

import (
	"errors"
	"runtime"

	"github.com/ebitengine/purego"
)

// libraryNames lists the names to try, in order: the name that the loader's ABI fixes, then the name that only
// development packages install, then NVIDIA's driver itself, which containers and WSL have without a loader.
func libraryNames() []string {
	if runtime.GOOS == "darwin" {
		return []string{"/System/Library/Frameworks/OpenCL.framework/OpenCL"}
	}
	return []string{"libOpenCL.so.1", "libOpenCL.so", "libnvidia-opencl.so.1"}
}

// load opens the first of names that the dynamic linker finds. The library stays open for the life of the process:
// drivers start threads, and closing the library would unmap their code.
func load(names []string) (handle uintptr, path string, err error) {
	var tried error
	for _, name := range names {
		handle, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err == nil {
			return handle, name, nil
		}
		tried = errors.Join(tried, err)
	}
	return 0, "", tried
}

// find returns the address of a function in the library.
func find(handle uintptr, name string) (uintptr, error) { return purego.Dlsym(handle, name) }
