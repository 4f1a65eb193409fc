package cl

import "fmt"

// EnqueueNDRangeKernel launches the kernel over global work-items in one, two or three dimensions, in groups of local
// work-items. local nil lets OpenCL choose; else it has global's length, and where the device's OpenCL is below 2.0
// each global size must be a multiple of the local one. The kernel's arguments may be set anew afterwards.
func (q *Queue) EnqueueNDRangeKernel(k *Kernel, global, local []int, wait []*Event, event *Event) error {
	const call = "EnqueueNDRangeKernel"
	if err := k.usable(call); err != nil {
		return err
	}
	if status := k.shape(global, local); status != 0 {
		return &Error{call, k.launch(global, local), status}
	}
	c, err := q.command(call, wait, event)
	if err != nil {
		return err
	}
	group := &k.local[0]
	if local == nil {
		group = nil
	}
	status := q.lib.fn.EnqueueNDRangeKernel(q.id, k.id, uint32(len(global)), nil, &k.global[0], group, c.waits, c.wait, c.out)
	if status != 0 {
		return c.end(k.launch(global, local), status)
	}
	return c.end(k.on, 0)
}

// shape checks the sizes and copies them into the kernel for C to read.
func (k *Kernel) shape(global, local []int) Status {
	if len(global) < 1 || len(global) > 3 || local != nil && len(local) != len(global) {
		return InvalidWorkDimension
	}
	for i, n := range global {
		if n < 1 {
			return InvalidGlobalWorkSize
		}
		k.global[i] = uintptr(n)
	}
	for i, n := range local {
		if n < 1 {
			return InvalidWorkGroupSize
		}
		k.local[i] = uintptr(n)
	}
	return 0
}

// launch names a launch in errors. The copies keep the caller's slices off the heap.
func (k *Kernel) launch(global, local []int) string {
	return fmt.Sprintf("%s over %v work-items in groups of %v", k.on, append([]int(nil), global...), append([]int(nil), local...))
}
