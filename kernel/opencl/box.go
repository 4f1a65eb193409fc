package opencl

import (
	_ "embed"
	"unsafe"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel/cl"
)

//go:embed box.cl
var boxText string

// boxWords and runWords are the sizes of a box and a run in memory, which
// box.cl and refine.cl rely on.
const (
	boxWords = 8
	runWords = 3
)

var (
	_ = [1]struct{}{}[unsafe.Sizeof(binindex.Box{})-4*boxWords]
	_ = [1]struct{}{}[unsafe.Sizeof(binindex.Run{})-4*runWords]
)

// words is the memory of boxes or runs, not a copy.
func words[T binindex.Box | binindex.Run](s []T) []uint32 {
	var zero T
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)/4))
}

// reach is what box.cl holds a pair of boxes against.
type reach struct {
	square      float32
	first, last uint32 // ticks of the window
}

func newReach(f *binindex.Frame, r interaction.Rule) reach {
	first, last := f.Within(r.Window.From, r.Window.To)
	return reach{f.Reach(r.Distance), first, last}
}

// args returns the arguments of a kernel that make a reach.
func (r reach) args() (square, first, last cl.Arg) {
	return cl.Float32(r.square), cl.Uint32(r.first), cl.Uint32(r.last)
}
