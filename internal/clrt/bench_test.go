package clrt

import (
	"strings"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/testing/cltest"
)

// benchArgs has as many parameters as the largest kernel.
type benchArgs struct {
	b0, b1, b2, b3, b4, b5, b6, b7 *cl.Buffer
	d0, d1, d2                     float64
	u0, u1, u2, u3, u4, u5, u6     uint32
	u7, u8, u9, u10, u11, u12, u13 uint32
}

// BenchmarkLaunch launches an empty kernel of 25 parameters, of which three change from
// launch to launch.
func BenchmarkLaunch(b *testing.B) {
	const k Kernel[benchArgs] = "k"
	params := make([]string, 0, 25)
	for _, p := range k.Params() {
		params = append(params, strings.Replace(p.Type, "*", "__global uint *", 1)+" "+p.Name)
	}
	for _, dev := range cltest.Devices(b) {
		d := openDevice(b, dev, "")
		p, err := d.Build(Source{
			Label: "bench", Groups: single, Kernels: []AnyKernel{k},
			Files: []File{{Name: "k.cl", Text: "__kernel void k(" + strings.Join(params, ", ") + ") {}"}},
		})
		must(b, err)
		x, err := d.Memory.Buffer("x", 64)
		must(b, err)
		b.Run(d.Name, func(b *testing.B) {
			b.ReportAllocs()
			for n := range b.N {
				u := uint32(n)
				a := benchArgs{x, x, x, x, x, x, x, x, 1, 2, 3, u, u + 1, u + 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
				must(b, k.Launch(p, In(1), &a))
				if n%256 == 0 {
					must(b, d.Queues.Finish())
				}
			}
			must(b, d.Queues.Finish())
		})
		must(b, p.Release())
		must(b, d.Close())
	}
}
