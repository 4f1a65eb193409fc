package clrt

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	hostmemory "flyby/internal/memory"
	"flyby/kernel/cl"
)

// File is a .cl file by its name.
type File struct{ Name, Text string }

// Source is a program: files one after another, its kernels, and how they are
// launched.
type Source struct {
	Label   string
	Files   []File
	Kernels []string
	Groups  Groups
}

//go:embed list.cl
var listText string

// text joins the files, list.cl before them; #line makes a build log name them.
func (s Source) text() string {
	var b strings.Builder
	for _, f := range append([]File{{Name: "list.cl", Text: listText}}, s.Files...) {
		fmt.Fprintf(&b, "#line 1 \"%s\"\n%s\n", f.Name, f.Text)
	}
	return b.String()
}

// Groups is how the items of a kernel are shared out (list.cl).
type Groups struct {
	Size, Block int  // work-items a group, items a block
	Claim       bool // one atomic a group: GROUPED
	Every       bool // each block is a group of its own, which the device shares out as its threads become free
}

// defines returns the compiler's options in sorted order: they are part of the
// cache's key.
func (g Groups) defines() string {
	d := []string{fmt.Sprintf("-D BLOCK=%d", g.Block), fmt.Sprintf("-D WG=%d", g.Size)}
	if g.Claim {
		d = append(d, "-D GROUPED=1")
	}
	slices.Sort(d)
	return "-cl-std=CL1.2 " + strings.Join(d, " ")
}

// Program is a built program with its kernels by name.
type Program struct {
	program *cl.Program
	Kernels map[string]*Routine
	steps   []*Routine // more of the kernel that every step of a walk runs
}

// Routine is a kernel with the arguments that are set.
type Routine struct {
	kernel *cl.Kernel
	args   []cl.Arg
	groups Groups
}

// Build builds a program, from the cache if it is there.
func (d *Device) Build(s Source) (*Program, error) {
	start := time.Now()
	built, from, err := d.compile(s.Label, s.text(), s.Groups.defines())
	if err != nil {
		return nil, err
	}
	p := &Program{program: built, Kernels: map[string]*Routine{}}
	for _, name := range s.Kernels {
		k, err := built.CreateKernel(name)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("opencl: build %s on %q: %w", s.Label, d.Name, err), p.Release())
		}
		p.Kernels[name] = &Routine{kernel: k, args: make([]cl.Arg, k.NumArgs()), groups: s.Groups}
	}
	d.Log.Debug("built", "program", s.Label, "device", d.Name, "from", from, "time", time.Since(start))
	return p, nil
}

// compilerBytes is about what PoCL's compiler takes for a program, addresses above all:
// where it gets no more it ends the process.
const compilerBytes = 384 << 20

// compile makes a program from its cached binary, or from its source.
func (d *Device) compile(label, text, options string) (p *cl.Program, from string, err error) {
	key := cacheKey(d.identity, text, options)
	if binary, ok := d.cache.load(key); ok {
		if p, err := d.compileBinary(label, binary, options); err == nil {
			return p, "cache", nil
		}
	}
	if d.Memory.host {
		if err := hostmemory.Need("programs of the OpenCL compiler", compilerBytes); err != nil {
			return nil, "", fmt.Errorf("opencl: build %s on %q: %w", label, d.Name, err)
		}
	}
	p, err = d.Context.CreateProgramWithSource(label, text)
	if err != nil {
		return nil, "", err
	}
	if err := p.BuildProgram(options); err != nil {
		return nil, "", errors.Join(fmt.Errorf("opencl: build %s on %q (source in %s): %w",
			label, d.Name, saveSource(label, text), err), p.Release())
	}
	if binary, err := p.GetProgramBinary(); err == nil {
		d.cache.save(key, binary)
	}
	return p, "source", nil
}

// compileBinary makes a program from a binary.
func (d *Device) compileBinary(label string, binary []byte, options string) (*cl.Program, error) {
	p, err := d.Context.CreateProgramWithBinary(label, binary)
	if err != nil {
		return nil, err
	}
	if err := p.BuildProgram(options); err != nil {
		return nil, errors.Join(err, p.Release())
	}
	return p, nil
}

// saveSource keeps a source that did not compile, for whoever reads the log.
func saveSource(label, text string) string {
	f, err := os.CreateTemp("", "flyby-"+label+"-*.cl")
	if err != nil {
		return "no file: " + err.Error()
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return "no file: " + err.Error()
	}
	return f.Name()
}

// Step returns the k-th kernel of a name. Each step of a walk has its own, so that
// its arguments stay what they are from one walk to the next.
func (p *Program) Step(name string, k int) (*Routine, error) {
	for len(p.steps) <= k {
		kernel, err := p.program.CreateKernel(name)
		if err != nil {
			return nil, err
		}
		p.steps = append(p.steps, &Routine{kernel: kernel, args: make([]cl.Arg, kernel.NumArgs()), groups: p.Kernels[name].groups})
	}
	return p.steps[k], nil
}

// Release gives the kernels and the program back; nil is allowed.
func (p *Program) Release() error {
	if p == nil {
		return nil
	}
	var errs []error
	for _, r := range slices.AppendSeq(p.steps, maps.Values(p.Kernels)) {
		errs = append(errs, r.kernel.Release())
	}
	return errors.Join(append(errs, p.program.Release())...)
}

// set sets the arguments that changed since the last launch.
func (r *Routine) set(args ...cl.Arg) error {
	if len(args) != len(r.args) {
		return r.kernel.SetKernelArgs(args...) // which says what is wrong
	}
	for i, a := range args {
		if a == r.args[i] {
			continue
		}
		r.args[i] = cl.Arg{}
		if err := r.kernel.SetKernelArg(i, a); err != nil {
			return err
		}
		r.args[i] = a
	}
	return nil
}

// Launch enqueues a kernel over a number of items, with the arguments of the text.
func (d *Device) Launch(r *Routine, items uint64, args ...cl.Arg) error {
	block := uint64(r.groups.Block)
	groups := max((items+block-1)/block, 1)
	if !r.groups.Every {
		groups = min(groups, uint64(d.MostGroups))
	}
	return d.LaunchGroups(r, int(groups), args...)
}

// LaunchGroups enqueues a kernel for a number of groups.
func (d *Device) LaunchGroups(r *Routine, groups int, args ...cl.Arg) error {
	if err := r.set(args...); err != nil {
		return err
	}
	size := r.groups.Size
	return d.Queues.queue.EnqueueNDRangeKernel(r.kernel, []int{groups * size}, []int{size}, d.Queues.waits(), d.Queues.event(r.kernel.Name()))
}
