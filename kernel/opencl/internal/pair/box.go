package pair

import (
	_ "embed"
	"unsafe"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/clrt"
)

//go:embed box.cl
var boxText string

// BoxWords and RunWords are the sizes of a box and a run in memory, which
// box.cl and refine.cl rely on.
const (
	BoxWords = 8
	RunWords = 3
)

var (
	_ = [1]struct{}{}[unsafe.Sizeof(binindex.Box{})-4*BoxWords]
	_ = [1]struct{}{}[unsafe.Sizeof(binindex.Run{})-4*RunWords]
)

// Words returns the memory of boxes or runs, not a copy.
func Words[T binindex.Box | binindex.Run](s []T) []uint32 {
	var zero T
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)/4))
}

// Reach is reach_t of box.cl: a distance and a window to test pairs of boxes by.
type Reach struct {
	square      float32
	first, last uint32 // ticks of the window
}

// NewReach returns the reach of a rule in a frame.
func NewReach(f *binindex.Frame, r interaction.Rule) Reach {
	first, last := f.Within(r.Window.From, r.Window.To)
	return Reach{f.Reach(r.Distance), first, last}
}

// BoxFile is box.cl.
func BoxFile() clrt.File { return clrt.File{Name: "box.cl", Text: boxText} }
