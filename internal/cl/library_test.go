package cl

import (
	"errors"
	"strings"
	"testing"
)

func TestOpenWithoutLibrary(t *testing.T) {
	for name, names := range map[string][]string{
		"none":     {"libflyby-absent.so.1", "libflyby-absent.so"},
		"no names": nil,
	} {
		t.Run(name, func(t *testing.T) {
			l, err := open(names)
			if l != nil || !errors.Is(err, ErrNoLibrary) || !IsNoDevice(err) {
				t.Fatalf("open(%q) = %v, %v", names, l, err)
			}
			for _, want := range append(names, "ocl-icd-libopencl1", "pocl-opencl-icd") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q lacks %q", err, want)
				}
			}
		})
	}
}

func TestOpenOtherLibrary(t *testing.T) {
	const libc = "libc.so.6"
	if _, _, err := load([]string{libc}); err != nil {
		t.Skipf("no %s: %v", libc, err)
	}
	_, err := open([]string{libc})
	if !errors.Is(err, ErrNoLibrary) || !strings.Contains(err.Error(), "clGetPlatformIDs is missing") {
		t.Errorf("open(libc) = %v", err)
	}
}

func TestLoad(t *testing.T) {
	const absent = "libflyby-absent.so.1"
	if err := Load(absent); err == nil || !strings.Contains(err.Error(), absent) && len(libraryNames()) > 0 {
		t.Errorf("Load(%s) = %v", absent, err)
	}
	if lib, err := Open(); err == nil && Load(lib.Path()) != nil {
		t.Errorf("%s was opened, and cannot be loaded", lib.Path())
	}
}
