package opencl

import (
	_ "embed"
	"unsafe"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel/opencl/internal/clrt"
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

// reachArgs is a reach as parameters.
type reachArgs struct {
	square              float32
	tickFirst, tickLast uint32
}

// args are the parameters of a kernel that make a reach.
func (r reach) args() reachArgs { return reachArgs{r.square, r.first, r.last} }

// boxFile is box.cl.
func boxFile() clrt.File { return clrt.File{Name: "box.cl", Text: boxText} }
