package cl_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"flyby/internal/cl"
)

const addSource = `
__kernel void add(__global const float *a, __global const float *b, __global float *c, const uint n) {
	const uint i = get_global_id(0);
	if (i < n) c[i] = a[i] + b[i];
}`

func TestVectorAdd(t *testing.T) {
	each(t, func(b bench) {
		const n = 1000
		x, y, z := b.buffer("x", cl.ReadOnly, n), b.buffer("y", cl.ReadOnly, n), b.buffer("z", cl.WriteOnly, n)
		b.write(x, ramp(n, 1))
		b.write(y, ramp(n, 2))
		k := b.kernel("add", addSource)
		if k.Name() != "add" || k.NumArgs() != 4 {
			b.t.Errorf("%q has %d parameters", k.Name(), k.NumArgs())
		}
		must(b.t, k.SetKernelArgs(cl.Mem(x), cl.Mem(y), cl.Mem(z), cl.Uint32(n)))
		for name, local := range map[string][]int{"given": {64}, "chosen": nil} {
			must(b.t, b.queue.EnqueueFillBuffer(z, []byte{0}, 0, 4*n, nil, nil))
			must(b.t, b.queue.EnqueueNDRangeKernel(k, []int{1024}, local, nil, nil))
			if got := b.read(z, n); !slices.Equal(got, ramp(n, 3)) {
				b.t.Errorf("local size %s: %v...", name, got[:5])
			}
		}
	})
}

// TestArgumentTypes passes one value of each type, chosen so that a wrong size or sign changes the
// result.
func TestArgumentTypes(t *testing.T) {
	const source = `
__kernel void types(__global ulong *out, const int i, const uint u, const long l, const ulong ul, const float f,
                    __local uint *scratch, __global const uint *none, const uint last) {
	scratch[get_local_id(0)] = get_local_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (get_global_id(0) != 0) return;
	out[0] = (ulong)(long)i; out[1] = u; out[2] = (ulong)l; out[3] = ul; out[4] = as_uint(f);
	out[5] = scratch[get_local_size(0) - 1]; out[6] = none == 0; out[7] = last;
}`
	each(t, func(b bench) {
		out := b.buffer("out", cl.WriteOnly, 16)
		k := b.kernel("types", source)
		must(b.t, k.SetKernelArgs(cl.Mem(out), cl.Int32(-2), cl.Uint32(math.MaxUint32), cl.Int64(math.MinInt64+1),
			cl.Uint64(math.MaxUint64-2), cl.Float32(-0.5), cl.Local(4*8), cl.Mem(nil), cl.Uint32(42)))
		must(b.t, b.queue.EnqueueNDRangeKernel(k, []int{8}, []int{8}, nil, nil))
		got := make([]uint64, 8)
		must(b.t, b.queue.EnqueueReadBuffer(out, cl.Blocking, 0, cl.Bytes(got), nil, nil))
		want := []uint64{math.MaxUint64 - 1, math.MaxUint32, 1<<63 + 1, math.MaxUint64 - 2, uint64(math.Float32bits(-0.5)), 7, 1, 42}
		if !slices.Equal(got, want) {
			b.t.Errorf("got  %#x\nwant %#x", got, want)
		}
	})
}

// TestStructArgument passes a struct by value whose size is no power of two, another after
// it, and then other values from the same memory.
func TestStructArgument(t *testing.T) {
	const source = `
typedef struct { ulong a; uint b, c; float d; uint e; } large;
typedef struct { float square; uint first, last; } small;
__kernel void fields(__global ulong *out, const large l, const small s, const uint last) {
	out[0] = l.a; out[1] = l.b; out[2] = l.c; out[3] = as_uint(l.d); out[4] = l.e;
	out[5] = as_uint(s.square); out[6] = s.first; out[7] = s.last; out[8] = last;
}`
	type large struct {
		a    uint64
		b, c uint32
		d    float32
		e    uint32
	}
	type small struct {
		square      float32
		first, last uint32
	}
	each(t, func(b bench) {
		out := b.buffer("out", cl.WriteOnly, 2*9)
		k := b.kernel("fields", source)
		l, s := &large{1<<40 + 1, 2, math.MaxUint32, -0.5, 5}, &small{1.5, 6, 7}
		for range 2 {
			must(b.t, k.SetKernelArgs(cl.Mem(out), cl.Struct(unsafe.Pointer(l), unsafe.Sizeof(*l)), cl.Struct(unsafe.Pointer(s), unsafe.Sizeof(*s)), cl.Uint32(42)))
			want := []uint64{l.a, uint64(l.b), uint64(l.c), uint64(math.Float32bits(l.d)), uint64(l.e),
				uint64(math.Float32bits(s.square)), uint64(s.first), uint64(s.last), 42}
			*l, *s = large{}, small{} // they were read as the parameters were set
			must(b.t, b.queue.EnqueueNDRangeKernel(k, []int{1}, []int{1}, nil, nil))
			got := make([]uint64, 9)
			must(b.t, b.queue.EnqueueReadBuffer(out, cl.Blocking, 0, cl.Bytes(got), nil, nil))
			if !slices.Equal(got, want) {
				b.t.Errorf("got  %#x\nwant %#x", got, want)
			}
			*l, *s = large{3, 4, 5, 6, 7}, small{8, 9, 10}
		}
	})
}

func TestFloat64Argument(t *testing.T) {
	const source = `
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void half_of(__global double *out, const double v) { *out = v / 2; }`
	each(t, func(b bench) {
		if info, err := b.context.Device().GetDeviceInfo(); err != nil || !info.Float64 {
			b.t.Skip("the device has no double", err)
		}
		out := b.buffer("out", cl.WriteOnly, 2)
		k := b.kernel("half_of", source)
		must(b.t, k.SetKernelArgs(cl.Mem(out), cl.Float64(math.Pi)))
		must(b.t, b.queue.EnqueueNDRangeKernel(k, []int{1}, nil, nil, nil))
		got := make([]float64, 1)
		must(b.t, b.queue.EnqueueReadBuffer(out, cl.Blocking, 0, cl.Bytes(got), nil, nil))
		if got[0] != math.Pi/2 {
			b.t.Errorf("%v/2 = %v", math.Pi, got[0])
		}
	})
}

func TestThreeDimensions(t *testing.T) {
	const source = `
__kernel void where(__global float *out) {
	const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
	out[(z * get_global_size(1) + y) * get_global_size(0) + x] = 100 * get_local_size(2) + 10 * get_local_size(1) + get_local_size(0);
}`
	each(t, func(b bench) {
		out := b.buffer("out", cl.WriteOnly, 24)
		k := b.kernel("where", source)
		must(b.t, k.SetKernelArgs(cl.Mem(out)))
		must(b.t, b.queue.EnqueueNDRangeKernel(k, []int{4, 3, 2}, []int{4, 3, 2}, nil, nil))
		if got := b.read(out, 24); got[0] != 234 || got[23] != 234 {
			b.t.Errorf("group sizes %v", got)
		}
	})
}

func TestWorkGroupInfo(t *testing.T) {
	const source = `
__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void fixed(__global float *out) { out[get_global_id(0)] = 0; }`
	each(t, func(b bench) {
		i, err := b.kernel("fixed", source).GetKernelWorkGroupInfo()
		must(b.t, err)
		if i.CompiledSize != [3]int{8, 4, 1} || i.MaxSize < 32 || i.PreferredMul < 1 {
			b.t.Errorf("%+v", i)
		}
	})
}

func TestLaunchErrors(t *testing.T) {
	each(t, func(b bench) {
		k, m := b.kernel("add", addSource), b.buffer("m", cl.ReadWrite, 8)
		must(b.t, k.SetKernelArgs(cl.Mem(m), cl.Mem(m), cl.Mem(m), cl.Uint32(8)))
		for _, c := range []struct {
			name          string
			global, local []int
			want          cl.Status
		}{
			{"no dimension", nil, nil, cl.InvalidWorkDimension},
			{"four dimensions", []int{1, 1, 1, 1}, nil, cl.InvalidWorkDimension},
			{"two against one", []int{8, 8}, []int{8}, cl.InvalidWorkDimension},
			{"no work-item", []int{0}, nil, cl.InvalidGlobalWorkSize},
			{"negative group", []int{8}, []int{-1}, cl.InvalidWorkGroupSize},
			{"huge group", []int{1 << 20}, []int{1 << 20}, cl.InvalidWorkGroupSize},
		} {
			err := b.queue.EnqueueNDRangeKernel(k, c.global, c.local, nil, nil)
			// A driver may report a group too large in one dimension by -55.
			tooLong := c.want == cl.InvalidWorkGroupSize && errors.Is(err, cl.Status(-55))
			if !errors.Is(err, c.want) && !tooLong || !strings.Contains(err.Error(), `kernel "add" over `) {
				b.t.Errorf("%s: %v", c.name, err)
			}
		}
	})
}

func TestArgumentErrors(t *testing.T) {
	each(t, func(b bench) {
		k := b.kernel("add", addSource)
		for _, c := range []struct {
			err  error
			want string
		}{
			{k.SetKernelArg(4, cl.Uint32(1)), `kernel "add" parameter 4 of 4 = 0x1 (4 bytes): CL_INVALID_ARG_INDEX (-49)`},
			{k.SetKernelArg(3, cl.Uint64(1)), `kernel "add" parameter 3 of 4 = 0x1 (8 bytes): CL_INVALID_ARG_SIZE (-51)`},
			{k.SetKernelArgs(cl.Uint32(1)), `kernel "add" has 4 parameters, not 1: CL_INVALID_KERNEL_ARGS (-52)`},
		} {
			if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
				b.t.Errorf("got %v, want %s", c.err, c.want)
			}
		}
	})
}
