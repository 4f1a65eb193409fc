package cl

import (
	"errors"
	"fmt"
	"testing"
)

func TestErrorText(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&Error{"EnqueueReadBuffer", `buffer "segdist.hit" bytes [0, 64)`, OutOfResources},
			`cl: EnqueueReadBuffer buffer "segdist.hit" bytes [0, 64): CL_OUT_OF_RESOURCES (-5)`},
		{&Error{"GetPlatformIDs", "", PlatformNotFound}, "cl: GetPlatformIDs: CL_PLATFORM_NOT_FOUND_KHR (-1001)"},
		{Status(-19), "CL_KERNEL_ARG_INFO_NOT_AVAILABLE (-19)"},
		{Status(-20), "unknown OpenCL status (-20)"},
		{Status(-29), "unknown OpenCL status (-29)"},
		{Status(-30), "CL_INVALID_VALUE (-30)"},
		{Status(-52), "CL_INVALID_KERNEL_ARGS (-52)"},
		{Status(-61), "CL_INVALID_BUFFER_SIZE (-61)"},
		{Status(-72), "CL_MAX_SIZE_RESTRICTION_EXCEEDED (-72)"},
		{Status(-73), "unknown OpenCL status (-73)"},
		{Status(7), "unknown OpenCL status (7)"},
		{Status(-1 << 31), "unknown OpenCL status (-2147483648)"},
		{&BuildError{"segdist", "NVIDIA H200", "-D WG=64", "line 1: no\n", BuildProgramFailure},
			`cl: build program "segdist" on "NVIDIA H200" (options "-D WG=64"): CL_BUILD_PROGRAM_FAILURE (-11); build log:` + "\nline 1: no\n"},
		{&BuildError{"segdist", "NVIDIA H200", "", "", BuildProgramFailure},
			`cl: build program "segdist" on "NVIDIA H200" (options ""): CL_BUILD_PROGRAM_FAILURE (-11); the build log is empty`},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestErrorKinds(t *testing.T) {
	for _, c := range []struct {
		err                         error
		allocation, noDevice, build bool
	}{
		{err: nil},
		{err: &Error{Status: InvalidValue}},
		{err: &Error{Status: OutOfResources}, allocation: true},
		{err: &Error{Status: OutOfHostMemory}, allocation: true},
		{err: &Error{Status: InvalidBufferSize}, allocation: true},
		{err: errors.Join(ErrReleased, &Error{Status: MemObjectAllocationFailure}), allocation: true},
		{err: fmt.Errorf("batch 17: %w", &Error{Status: OutOfResources}), allocation: true},
		{err: ErrNoLibrary, noDevice: true},
		{err: &Error{Status: DeviceNotFound}, noDevice: true},
		{err: &Error{Status: PlatformNotFound}, noDevice: true},
		{err: fmt.Errorf("x: %w", &BuildError{Cause: BuildProgramFailure}), build: true},
	} {
		if a, n, b := IsAllocation(c.err), IsNoDevice(c.err), IsBuildFailure(c.err); a != c.allocation || n != c.noDevice || b != c.build {
			t.Errorf("%v: allocation %v, no device %v, build failure %v", c.err, a, n, b)
		}
	}
}

func TestArgText(t *testing.T) {
	b := &Buffer{handle: handle{on: `buffer "b"`}}
	for want, a := range map[string]Arg{
		`buffer "b"`:                   Mem(b),
		"null":                         Mem(nil),
		"64 bytes of local memory":     Local(64),
		"a struct of 12 bytes":         Struct(nil, 12),
		"0xffffffff (4 bytes)":         Int32(-1),
		"0x3ff0000000000000 (8 bytes)": Float64(1),
	} {
		if got := a.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestDeviceTypeText(t *testing.T) {
	for d, want := range map[DeviceType]string{CPU: "CPU", GPU: "GPU", GPU | 1: "GPU", Accelerator: "accelerator", 16: "other"} {
		if got := d.String(); got != want {
			t.Errorf("%d: %q, want %q", uint64(d), got, want)
		}
	}
}
