package flyby

import (
	"fmt"
	"testing"

	"flyby/kernel"
)

// FuzzPick picks among devices by a selector: what is picked is what it names, and
// what names none picks none.
func FuzzPick(f *testing.F) {
	for _, s := range []string{"gpu", "gpu:all", "opencl", "opencl:all", "opencl:2", "opencl:02", "opencl:-1", ""} {
		f.Add(s, uint16(0b10_01_00_10))
	}
	f.Fuzz(func(t *testing.T, selector string, kinds uint16) {
		var found []Device
		for i := range kinds % 5 {
			found = append(found, Device{Selector: fmt.Sprint("opencl:", i), Kind: []kernel.Kind{kernel.CPU, kernel.GPU, kernel.Accelerator}[kinds>>(2*i+3)%3]})
		}
		picked := pick(selector, found)
		for i, d := range picked {
			one := d.Kind == kernel.GPU && (selector == "gpu" || selector == "gpu:all") || selector == "opencl" || selector == "opencl:all" || selector == d.Selector
			if !one || d.Kind != picked[0].Kind || i > 0 && selector != "gpu:all" && selector != "opencl:all" {
				t.Errorf("%q picks %v of %v", selector, picked, found)
			}
		}
		for _, d := range found {
			if len(picked) == 0 && (d.Selector == selector || selector == "opencl" || selector == "opencl:all" || d.Kind == kernel.GPU && selector == "gpu") {
				t.Errorf("%q picks none of %v", selector, found)
			}
		}
	})
}
