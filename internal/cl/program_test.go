package cl_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cl"
)

func TestBuildErrorHoldsTheLog(t *testing.T) {
	each(t, func(b bench) {
		p, err := b.context.CreateProgramWithSource("segdist", "__kernel void segdist() { no_such_function_here(WG); }")
		must(b.t, err)
		release(b.t, p)
		err = p.BuildProgram("-D WG=64 -Werror")
		var build *cl.BuildError
		if !errors.As(err, &build) || !cl.IsBuildFailure(err) || !errors.Is(err, cl.BuildProgramFailure) {
			b.t.Fatalf("build: %v", err)
		}
		info, err := b.context.Device().GetDeviceInfo()
		must(b.t, err)
		for _, want := range []string{`"segdist"`, info.Name, "-D WG=64 -Werror", "no_such_function_here", "CL_BUILD_PROGRAM_FAILURE (-11)"} {
			if !strings.Contains(build.Error(), want) {
				b.t.Errorf("%q lacks %q", build, want)
			}
		}
	})
}

func TestMissingKernel(t *testing.T) {
	each(t, func(b bench) {
		p, err := b.context.CreateProgramWithSource("program", addSource)
		must(b.t, err)
		release(b.t, p)
		must(b.t, p.BuildProgram(""))
		_, err = p.CreateKernel("sub")
		if !errors.Is(err, cl.InvalidKernelName) || !strings.Contains(err.Error(), `kernel "sub" of program "program"`) {
			b.t.Errorf("CreateKernel: %v", err)
		}
	})
}

func TestBinary(t *testing.T) {
	each(t, func(b bench) {
		source, err := b.context.CreateProgramWithSource("from source", addSource)
		must(b.t, err)
		release(b.t, source)
		must(b.t, source.BuildProgram(""))
		binary, err := source.GetProgramBinary()
		must(b.t, err)
		p, err := b.context.CreateProgramWithBinary("from binary", binary)
		must(b.t, err)
		release(b.t, p)
		must(b.t, p.BuildProgram(""))
		k, err := p.CreateKernel("add")
		must(b.t, err)
		release(b.t, k)
		m := b.buffer("m", cl.ReadWrite, 4)
		b.write(m, ramp(4, 1))
		must(b.t, k.SetKernelArgs(cl.Mem(m), cl.Mem(m), cl.Mem(m), cl.Uint32(4)))
		must(b.t, b.queue.EnqueueNDRangeKernel(k, []int{4}, nil, nil, nil))
		if got := b.read(m, 4); !slices.Equal(got, ramp(4, 2)) {
			b.t.Errorf("doubled %v", got)
		}
	})
}

func TestBadBinary(t *testing.T) {
	each(t, func(b bench) {
		p, err := b.context.CreateProgramWithBinary("stale", []byte("not a program"))
		if err == nil { // drivers may check the binary only when they build it
			err = errors.Join(p.BuildProgram(""), p.Release())
		}
		if err == nil || !strings.Contains(err.Error(), `program "stale"`) {
			b.t.Errorf("a binary of 13 letters: %v", err)
		}
	})
}
