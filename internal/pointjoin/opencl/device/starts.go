package device

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
)

//go:embed starts.cl
var startsText string

// The kernels of starts.cl.
const (
	sumCounts clrt.Kernel[startsArgs] = "sum_counts"
	sumBefore clrt.Kernel[startsArgs] = "sum_before"
)

type startsArgs struct {
	counts       *cl.Buffer
	count, chunk uint32
	sums         *cl.Buffer
}

// StartsFile returns starts.cl, which needs scan.cl before it.
func StartsFile() clrt.File { return clrt.File{Name: "starts.cl", Text: startsText} }

// StartsKernels returns the kernels of starts.cl.
func StartsKernels() []clrt.AnyKernel { return []clrt.AnyKernel{sumCounts, sumBefore} }

// Starts enqueues the replacement of each of count counts, and of one word more, by the sum of the counts before it.
// sums has room for a word for each group of the device. The program has the kernels of StartsKernels.
func (d *Device) Starts(p *clrt.Program, counts *cl.Buffer, count int, sums *cl.Buffer) error {
	groups, chunk := d.Shares(count)
	args := startsArgs{counts, uint32(count), chunk, sums}
	if err := sumCounts.Launch(p, clrt.In(groups), &args); err != nil {
		return err
	}
	return sumBefore.Launch(p, clrt.In(groups), &args)
}
