package clrt

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"unsafe"

	"flyby/internal/cl"
)

// Launch holds the options of enqueueing a kernel.
type Launch struct {
	Items  uint64     // shared out in blocks among the groups (list.cl)
	Groups int        // number of groups; 0: as many as Items need and the device can keep busy
	Step   int        // number of the kernel's copy: each copy keeps its arguments from launch to launch
	After  *cl.Event  // waited for, together with all commands before; nil: only these are
	Done   **cl.Event // becomes an event of the launch; nil: none is needed
}

// Over returns a launch over a number of items.
func Over(items uint64) Launch { return Launch{Items: items} }

// In returns a launch of a number of groups.
func In(groups int) Launch { return Launch{Groups: groups} }

// Launch enqueues the kernel, which is one of the program.
func (k Kernel[A]) Launch(p *Program, l Launch, args *A) error {
	r, err := p.routine(string(k), l.Step)
	if err != nil {
		return err
	}
	if err := r.set(unsafe.Pointer(args)); err != nil {
		return err
	}
	return p.device.enqueue(r.kernel, p.groups, l)
}

// enqueue enqueues a kernel whose arguments are set.
func (d *Device) enqueue(k *cl.Kernel, g Groups, l Launch) error {
	groups := l.Groups
	if groups == 0 {
		groups = g.share(l.Items, d.MostGroups)
	}
	var after []*cl.Event
	if l.After != nil {
		after = []*cl.Event{l.After}
	}
	done := d.Queues.event(k.Name(), l.Done != nil)
	if l.Done != nil {
		*l.Done = done
	}
	return d.Queues.queue.EnqueueNDRangeKernel(k, []int{groups * g.Size}, []int{g.Size}, after, done)
}

// share returns the number of groups for a number of items.
func (g Groups) share(items uint64, most int) int {
	block := uint64(g.Block)
	groups := max((items+block-1)/block, 1)
	if !g.Every {
		groups = min(groups, uint64(most))
	}
	return int(groups)
}

// Program is built programs with their kernels.
type Program struct {
	device   *Device
	programs []*cl.Program
	groups   Groups
	kernels  map[string][]*routine // the copies of each
	later    []Source              // whose kernels no launch has needed yet
}

// routine is a copy of a kernel with its current arguments.
type routine struct {
	of     *cl.Program
	kernel *cl.Kernel
	params []Param
	values []value
}

// value is a current argument.
type value struct {
	arg   cl.Arg // the zero Arg: not set
	bytes []byte // of a struct
}

// add makes a copy of a kernel of a program.
func (p *Program) add(of *cl.Program, name string, params []Param) error {
	k, err := of.CreateKernel(name)
	if err != nil {
		return err
	}
	p.kernels[name] = append(p.kernels[name], &routine{of: of, kernel: k, params: params, values: make([]value, len(params))})
	if k.NumArgs() != len(params) {
		return fmt.Errorf("kernel %s has %d parameters, its struct %d fields", name, k.NumArgs(), len(params))
	}
	return nil
}

// routine returns a copy of a kernel by its number.
func (p *Program) routine(name string, step int) (*routine, error) {
	if len(p.kernels[name]) == 0 {
		if err := p.Prepare(name); err != nil {
			return nil, err
		}
	}
	all := p.kernels[name]
	if len(all) == 0 {
		return nil, fmt.Errorf("opencl: no kernel %s in the program", name)
	}
	for step >= len(all) {
		if err := p.add(all[0].of, name, all[0].params); err != nil {
			return nil, err
		}
		all = p.kernels[name]
	}
	return all[step], nil
}

// set sets the arguments that changed since the last launch.
func (r *routine) set(args unsafe.Pointer) error {
	for i := range r.params {
		v := &r.values[i]
		a, changed := v.next(&r.params[i], args)
		if !changed {
			continue
		}
		v.arg = cl.Arg{}
		if err := r.kernel.SetKernelArg(i, a); err != nil {
			return err
		}
		v.arg = a
	}
	return nil
}

// next returns the argument of a parameter, and whether it differs from the current one.
// It copies the bytes of a struct, as args may lie on the stack.
func (v *value) next(p *Param, args unsafe.Pointer) (a cl.Arg, changed bool) {
	if p.Fields == nil {
		a = p.arg(args)
		return a, a != v.arg
	}
	bytes := p.bytes(args)
	if v.arg != (cl.Arg{}) && string(bytes) == string(v.bytes) {
		return v.arg, false
	}
	v.bytes = append(v.bytes[:0], bytes...)
	return cl.Struct(unsafe.Pointer(unsafe.SliceData(v.bytes)), p.size), true
}

// Release gives the kernels and the program back; nil is allowed.
func (p *Program) Release() error {
	if p == nil {
		return nil
	}
	var errs []error
	for _, copies := range slices.Collect(maps.Values(p.kernels)) {
		for _, r := range copies {
			errs = append(errs, r.kernel.Release())
		}
	}
	for _, built := range p.programs {
		errs = append(errs, built.Release())
	}
	return errors.Join(errs...)
}
