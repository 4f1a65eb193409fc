package cl

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
)

// ErrNoLibrary says that the system has no usable OpenCL library.
var ErrNoLibrary = errors.New("no OpenCL library")

// advice ends the text of an ErrNoLibrary: it names packages to install.
const advice = "install the GPU vendor's driver with its OpenCL part, or the OpenCL loader and a CPU driver " +
	"(Debian, Ubuntu: ocl-icd-libopencl1 and pocl-opencl-icd; Fedora: ocl-icd and pocl)"

// Library is the system's OpenCL library. It is safe for concurrent use and stays open for the life of the process.
type Library struct {
	fn   functions
	path string
	live atomic.Int64
}

// Open opens the system's OpenCL library. It fails with an error wrapping [ErrNoLibrary] where there is no library, or
// one older than OpenCL 1.2. A library without devices opens without an error: see [Library.Devices].
func Open() (*Library, error) { return open(libraryNames()) }

// open is Open with the names to try.
func open(names []string) (*Library, error) {
	handle, path, err := load(names)
	if err != nil {
		return nil, fmt.Errorf("cl: open %s: %w: %w; %s", strings.Join(names, ", "), ErrNoLibrary, err, advice)
	}
	l := &Library{path: path}
	if err := bind(&l.fn, handle); err != nil {
		return nil, fmt.Errorf("cl: open %s: %w: %w; %s", path, ErrNoLibrary, err, advice)
	}
	trace(&l.fn, os.Stderr)
	return l, nil
}

// Load opens a shared library, say a driver named in an ICD file, and leaves it open.
func Load(name string) error {
	_, _, err := load([]string{name})
	return err
}

// Path is the file name under which the library was opened.
func (l *Library) Path() string { return l.path }

// Live counts the contexts, queues, buffers, programs, kernels and events that were created through l and not
// released: 0 once everything is closed.
func (l *Library) Live() int64 { return l.live.Load() }
