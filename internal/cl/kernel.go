package cl

import (
	"errors"
	"fmt"
	"unsafe"
)

// Kernel is one function of a program, with the arguments set for its next launch. A Kernel belongs to one goroutine
// at a time.
type Kernel struct {
	handle
	context *Context
	name    string
	args    int

	global, local [3]uintptr // of the current launch, for C to read
	value         uint64     // of the current argument
}

// WorkGroupInfo is the compiler's information about work-groups of a kernel. Sizes are in bytes.
type WorkGroupInfo struct {
	MaxSize      int // the most work-items of a group
	PreferredMul int // the size of a group should be a multiple of it
	CompiledSize [3]int
	LocalMem     uint64 // of a group, with the arguments set so far
	PrivateMem   uint64 // of a work-item
}

const (
	kernelNumArgs             = 0x1191
	kernelWorkGroupSize       = 0x11B0
	kernelCompileWorkGroup    = 0x11B1
	kernelLocalMemSize        = 0x11B2
	kernelPreferredMultipleOf = 0x11B3
	kernelPrivateMemSize      = 0x11B4
)

// CreateKernel finds a kernel of a built program by its name.
func (p *Program) CreateKernel(name string) (*Kernel, error) {
	const call = "CreateKernel"
	if err := p.usable(call); err != nil {
		return nil, err
	}
	on := fmt.Sprintf("kernel %q", name)
	var status int32
	id := p.lib.fn.CreateKernel(p.id, name, &status)
	if err := created(call, on+" of "+p.on, id, status); err != nil {
		return nil, err
	}
	k := &Kernel{handle: newHandle(p.lib, id, on), context: p.context, name: name}
	i := info{call: "GetKernelInfo", on: on, ask: func(param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
		return k.lib.fn.GetKernelInfo(k.id, param, size, value, sizeRet)
	}}
	k.args = int(scalar[uint32](&i, kernelNumArgs))
	if i.err != nil {
		return nil, errors.Join(i.err, k.Release())
	}
	return k, nil
}

// Name is the kernel's name in the source.
func (k *Kernel) Name() string { return k.name }

// NumArgs is the number of the kernel's parameters.
func (k *Kernel) NumArgs() int { return k.args }

// GetKernelWorkGroupInfo reads the compiler's information about work-groups of the kernel. CompiledSize is zero unless
// the source has reqd_work_group_size.
func (k *Kernel) GetKernelWorkGroupInfo() (WorkGroupInfo, error) {
	const call = "GetKernelWorkGroupInfo"
	if err := k.usable(call); err != nil {
		return WorkGroupInfo{}, err
	}
	i := info{call: call, on: k.on, ask: func(param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
		return k.lib.fn.GetKernelWorkGroupInfo(k.id, k.context.device.id, param, size, value, sizeRet)
	}}
	compiled := scalar[[3]uintptr](&i, kernelCompileWorkGroup)
	return WorkGroupInfo{
		MaxSize:      int(scalar[uintptr](&i, kernelWorkGroupSize)),
		PreferredMul: int(scalar[uintptr](&i, kernelPreferredMultipleOf)),
		CompiledSize: [3]int{int(compiled[0]), int(compiled[1]), int(compiled[2])},
		LocalMem:     scalar[uint64](&i, kernelLocalMemSize),
		PrivateMem:   scalar[uint64](&i, kernelPrivateMemSize),
	}, i.err
}

// Release releases the kernel once its launches are complete; nil is allowed.
func (k *Kernel) Release() error {
	if k == nil {
		return nil
	}
	return k.release("ReleaseKernel", k.lib.fn.ReleaseKernel)
}
