package devicetest_test

import (
	"errors"
	"slices"
	"testing"

	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/clrttest"
	"flyby/internal/testing/devicetest"
)

// starting returns a program that sums counts.
func starting(groups clrt.Groups) clrt.Source {
	return clrt.Source{Label: "starting", Groups: groups, Kernels: device.StartsKernels(), Files: []clrt.File{clrt.ScanFile(), device.StartsFile()}}
}

// TestStarts: each count becomes the sum of the counts before it, for any number of
// counts.
func TestStarts(t *testing.T) {
	clrttest.CheckArguments(t, starting(clrt.Groups{}))
	devicetest.Each(t, device.Cuts{}, func(t *testing.T, d *device.Device) {
		program, err := d.Program(starting(d.Groups))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2, 15, 16, 17, 1023, 1025, 70_001} {
			counts, want := make([]uint32, n+1), make([]uint32, n+1)
			for i := range n {
				counts[i] = uint32(i*i%5 + i%2)
				want[i+1] = want[i] + counts[i]
			}
			b, err := d.Memory.Buffer("counts", 4*(n+1))
			if err != nil {
				t.Fatal(err)
			}
			sums, err := d.Memory.Buffer("sums", 4*d.MostGroups)
			if err != nil {
				t.Fatal(err)
			}
			got := make([]uint32, n+1)
			err = errors.Join(clrt.Write(d.Queues, b, 0, counts), d.Starts(program, b, n, sums), clrt.ReadNow(d.Queues, b, 0, got), d.Memory.Release(b, sums))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d counts: %v", n, err)
			}
		}
	})
}
