package speed

import (
	"errors"

	"flyby/kernel/cl"
	"flyby/trajectory"
)

// bare is an exchange of as many bytes as a search's between pinned memory and a device, with a kernel in between
// that does nothing: what is left of a search that neither compares nor orders anything.
type bare struct {
	*link
	up, down int
	program  *cl.Program
	kernel   *cl.Kernel
}

// emptyText is a kernel that no compiler can leave out.
const emptyText = `__kernel void empty(__global uint *bytes) { if (get_global_id(0) == 0xffffffff) bytes[0] = 0; }`

// openBare readies the exchange of a cost; what it returns must be closed even if it fails.
func openBare(selector string, c Cost) (b *bare, err error) {
	b = &bare{up: int(c.Up), down: int(c.Down)}
	if b.link, err = openLink(selector, max(b.up, b.down, HitBytes)); err != nil {
		return b, err
	}
	if b.program, err = b.context.CreateProgramWithSource("empty", emptyText); err != nil {
		return b, err
	}
	if err := b.program.BuildProgram(""); err != nil {
		return b, err
	}
	if b.kernel, err = b.program.CreateKernel("empty"); err != nil {
		return b, err
	}
	return b, b.kernel.SetKernelArgs(cl.Mem(b.device))
}

// fill copies the samples of queries to the pinned memory, as a search's are before it begins.
func (b *bare) fill(queries *trajectory.Store) {
	to := b.pinned
	for _, column := range [][]float64{queries.T(), queries.X(), queries.Y(), queries.Z()} {
		to = to[copy(to, cl.Bytes(column)):]
	}
}

// exchange sends the queries' bytes, launches the kernel and reads those of the hits.
func (b *bare) exchange() error {
	if err := b.queue.EnqueueWriteBuffer(b.device, cl.NonBlocking, 0, b.pinned[:b.up], nil, nil); err != nil {
		return err
	}
	if err := b.queue.EnqueueNDRangeKernel(b.kernel, []int{1}, nil, nil, nil); err != nil {
		return err
	}
	if b.down > 0 {
		if err := b.queue.EnqueueReadBuffer(b.device, cl.NonBlocking, 0, b.pinned[:b.down], nil, nil); err != nil {
			return err
		}
	}
	return b.queue.Finish()
}

// close gives everything back.
func (b *bare) close() error {
	return errors.Join(b.kernel.Release(), b.program.Release(), b.link.close())
}
