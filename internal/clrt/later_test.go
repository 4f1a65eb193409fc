package clrt

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/internal/cl"
)

// storing are the parameters of kernels that store a number.
type storing struct{ out *cl.Buffer }

// storingSource is a program with a kernel that stores a number.
func storingSource(k Kernel[storing], statement string) Source {
	return Source{Label: k.Name(), Groups: single, Kernels: []AnyKernel{k}, Files: []File{{Name: k.Name() + ".cl", Text: "__kernel void " + k.Name() + "(__global uint *out) { " + statement + " }"}}}
}

// TestLater: sources after the first are built at the first launch of one of their kernels, or by Prepare, so that the error of a source that nobody needs is told to nobody.
func TestLater(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // for the source that does not compile
	const one, two, three, bad, none Kernel[storing] = "one", "two", "three", "bad", "none"
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		p, err := d.Build(storingSource(one, "*out = 1;"), storingSource(two, "*out = 2;"), storingSource(bad, "*out = x;"), storingSource(three, "*out = 3;"))
		must(t, err)
		out, err := d.Memory.Buffer("out", 4)
		must(t, err)
		stores := func(k Kernel[storing], want uint32) {
			t.Helper()
			for step := range 2 {
				got := []uint32{0}
				must(t, k.Launch(p, Launch{Groups: 1, Step: step}, &storing{out}))
				must(t, ReadNow(d.Queues, out, 0, got))
				if got[0] != want {
					t.Errorf("kernel %s stored %d, want %d", k, got[0], want)
				}
			}
		}
		stores(one, 1)
		if len(p.programs) != 1 {
			t.Errorf("%d programs are built, want the first", len(p.programs))
		}
		stores(two, 2)
		for range 2 {
			must(t, p.Prepare(three.Name()))
			must(t, p.Prepare(one.Name()))
		}
		if len(p.programs) != 3 {
			t.Errorf("%d programs are built, want 3", len(p.programs))
		}
		stores(three, 3)
		for k, want := range map[Kernel[storing]]string{bad: "build bad on", none: "no kernel none"} {
			if err := k.Launch(p, In(1), &storing{out}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", k, err, want)
			}
		}
		must(t, p.Release())
	})
}

// TestUpload: data of any lengths reach the device one after another, through pinned pieces where the device has memory of its own and they are many.
func TestUpload(t *testing.T) {
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		for _, host := range []bool{false, true} {
			for _, most := range []int{leastRing / 4, leastUpload} {
				d.Memory.host = host
				dice := rand.New(rand.NewPCG(1, uint64(most)))
				var data [][]byte
				for _, length := range []int{most / 3, 0, 17, most/2 + 5, most / 4, 1} {
					column := make([]byte, length)
					for i := range column {
						column[i] = byte(dice.Uint32())
					}
					data = append(data, column)
				}
				want := bytes.Join(data, nil)
				b, err := d.Memory.Buffer("b", len(want))
				must(t, err)
				var r Ring
				must(t, r.Upload(d, b, data...))
				must(t, d.Queues.Finish())
				got := make([]byte, len(want))
				must(t, ReadNow(d.Queues, b, 0, got))
				if !bytes.Equal(got, want) {
					t.Errorf("host %t: %d bytes are others on the device", host, len(want))
				}
				if pieces := r.block != nil; pieces != (!host && len(want) >= leastUpload) {
					t.Errorf("host %t: %d bytes through pinned pieces: %t", host, len(want), pieces)
				}
				r.Drop()
				must(t, d.Memory.Release(b))
			}
		}
	})
}
