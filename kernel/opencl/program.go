package opencl

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

// file is a .cl file by its name.
type file struct{ name, text string }

// source is a program: files one after another, its kernels, and how they are
// launched.
type source struct {
	label   string
	files   []file
	kernels []string
	groups  groups
}

//go:embed list.cl
var listText string

// text joins the files, list.cl before them; #line makes a build log name them.
func (s source) text() string {
	var b strings.Builder
	for _, f := range append([]file{{"list.cl", listText}}, s.files...) {
		fmt.Fprintf(&b, "#line 1 \"%s\"\n%s\n", f.name, f.text)
	}
	return b.String()
}

// defines returns the compiler's options in sorted order: they are part of the
// cache's key.
func (g groups) defines() string {
	d := []string{fmt.Sprintf("-D BLOCK=%d", g.block), fmt.Sprintf("-D WG=%d", g.size)}
	if g.claim {
		d = append(d, "-D GROUPED=1")
	}
	slices.Sort(d)
	return "-cl-std=CL1.2 " + strings.Join(d, " ")
}

// program is a built program with its kernels by name.
type program struct {
	program *cl.Program
	kernels map[string]*routine
	steps   []*routine // more of the kernel that every step of a walk runs
}

// routine is a kernel with the arguments that are set.
type routine struct {
	kernel *cl.Kernel
	args   []cl.Arg
	groups groups
}

// build builds a program, from the cache if it is there.
func (d *Device) build(s source) (*program, error) {
	start := time.Now()
	built, from, err := d.compile(s.label, s.text(), s.groups.defines())
	if err != nil {
		return nil, err
	}
	p := &program{program: built, kernels: map[string]*routine{}}
	for _, name := range s.kernels {
		k, err := built.CreateKernel(name)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("opencl: build %s on %q: %w", s.label, d.name, err), p.release())
		}
		p.kernels[name] = &routine{kernel: k, args: make([]cl.Arg, k.NumArgs()), groups: s.groups}
	}
	d.log.Debug("built", "program", s.label, "device", d.name, "from", from, "time", time.Since(start))
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
	if d.memory.host {
		if err := hostmemory.Need("programs of the OpenCL compiler", compilerBytes); err != nil {
			return nil, "", fmt.Errorf("opencl: build %s on %q: %w", label, d.name, err)
		}
	}
	p, err = d.context.CreateProgramWithSource(label, text)
	if err != nil {
		return nil, "", err
	}
	if err := p.BuildProgram(options); err != nil {
		return nil, "", errors.Join(fmt.Errorf("opencl: build %s on %q (source in %s): %w",
			label, d.name, saveSource(label, text), err), p.Release())
	}
	if binary, err := p.GetProgramBinary(); err == nil {
		d.cache.save(key, binary)
	}
	return p, "source", nil
}

// compileBinary makes a program from a binary.
func (d *Device) compileBinary(label string, binary []byte, options string) (*cl.Program, error) {
	p, err := d.context.CreateProgramWithBinary(label, binary)
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

// step returns the k-th kernel of a name. Each step of a walk has its own, so that
// its arguments stay what they are from one walk to the next.
func (p *program) step(name string, k int) (*routine, error) {
	for len(p.steps) <= k {
		kernel, err := p.program.CreateKernel(name)
		if err != nil {
			return nil, err
		}
		p.steps = append(p.steps, &routine{kernel: kernel, args: make([]cl.Arg, kernel.NumArgs()), groups: p.kernels[name].groups})
	}
	return p.steps[k], nil
}

// release gives the kernels and the program back; nil is allowed.
func (p *program) release() error {
	if p == nil {
		return nil
	}
	var errs []error
	for _, r := range slices.AppendSeq(p.steps, maps.Values(p.kernels)) {
		errs = append(errs, r.kernel.Release())
	}
	return errors.Join(append(errs, p.program.Release())...)
}

// set sets the arguments that changed since the last launch.
func (r *routine) set(args ...cl.Arg) error {
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

// launch enqueues a kernel over a number of items, with the arguments of the text.
func (d *Device) launch(r *routine, items uint64, args ...cl.Arg) error {
	block := uint64(r.groups.block)
	groups := max((items+block-1)/block, 1)
	if !r.groups.every {
		groups = min(groups, uint64(d.mostGroups))
	}
	return d.launchGroups(r, int(groups), args...)
}

// launchGroups enqueues a kernel for a number of groups.
func (d *Device) launchGroups(r *routine, groups int, args ...cl.Arg) error {
	if err := r.set(args...); err != nil {
		return err
	}
	size := r.groups.size
	return d.stream.queue.EnqueueNDRangeKernel(r.kernel, []int{groups * size}, []int{size}, d.stream.waits(), d.stream.event(r.kernel.Name()))
}
