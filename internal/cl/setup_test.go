package cl_test

import (
	"testing"

	"flyby/internal/cl"
	"flyby/internal/testing/cltest"
)

// bench is a device with a context and a queue, for tests.
type bench struct {
	t       testing.TB
	context *cl.Context
	queue   *cl.Queue
}

// each runs f as a subtest for every device.
func each(t *testing.T, f func(b bench)) {
	t.Helper()
	for _, d := range cltest.Devices(t) {
		info, err := d.GetDeviceInfo()
		must(t, err)
		t.Run(info.Name, func(t *testing.T) { f(setup(t, d, cl.Profiling)) })
	}
}

// setup makes a context and a queue that are released when the test ends.
func setup(t testing.TB, d cl.Device, p cl.QueueProperties) bench {
	t.Helper()
	c, err := d.CreateContext()
	must(t, err)
	release(t, c)
	q, err := c.CreateCommandQueue(p)
	must(t, err)
	release(t, q)
	return bench{t, c, q}
}

// buffer makes a buffer of n float32 that is released when the test ends.
func (b bench) buffer(name string, flags cl.MemFlags, n int) *cl.Buffer {
	b.t.Helper()
	m, err := b.context.CreateBuffer(name, flags, 4*n)
	must(b.t, err)
	release(b.t, m)
	return m
}

// kernel builds a program of one kernel.
func (b bench) kernel(name, source string) *cl.Kernel {
	b.t.Helper()
	p, err := b.context.CreateProgramWithSource(name, source)
	must(b.t, err)
	release(b.t, p)
	must(b.t, p.BuildProgram("-cl-std=CL1.2"))
	k, err := p.CreateKernel(name)
	must(b.t, err)
	release(b.t, k)
	return k
}

// read returns the n float32 at the start of m.
func (b bench) read(m *cl.Buffer, n int) []float32 {
	b.t.Helper()
	got := make([]float32, n)
	must(b.t, b.queue.EnqueueReadBuffer(m, cl.Blocking, 0, cl.Bytes(got), nil, nil))
	return got
}

// write copies v to the start of m.
func (b bench) write(m *cl.Buffer, v []float32) {
	b.t.Helper()
	must(b.t, b.queue.EnqueueWriteBuffer(m, cl.Blocking, 0, cl.Bytes(v), nil, nil))
}

// release calls x.Release when the test ends.
func release(t testing.TB, x interface{ Release() error }) {
	t.Cleanup(func() { must(t, x.Release()) })
}

// must ends the test on an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ramp returns 0, step, 2·step, ...
func ramp(n int, step float32) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(i) * step
	}
	return v
}
