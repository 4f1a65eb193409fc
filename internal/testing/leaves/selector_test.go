package leaves_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flyby/internal/selector"
	"flyby/kernel"
)

// names are the names of the providers in these tests.
var names = []string{selector.HostName, "opencl", "fake"}

// FuzzSelector: selectors are read as the grammar, written by hand, says.
func FuzzSelector(f *testing.F) {
	known := []string{"auto", "cpu", "gpu", "gpu:all", "opencl", "opencl:all", "fake", "fake:all"}
	for _, s := range append(known, "", "opencl:0", "opencl:02", "opencl:999999999", "opencl:1234567890", "opencl:N", "opencl:-1", "fake:7",
		"gpu:0", "cpu:0", "cpu:all", "OPENCL", "cpu\n", "opencl:", ":1", "auto:all", "cuda", "cuda:1", "fake:1:2") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := slices.Contains(known, text)
		for _, name := range []string{"opencl:", "fake:"} {
			number, ok := strings.CutPrefix(text, name)
			want = want || ok && len(number) >= 1 && len(number) <= 9 && strings.Trim(number, "0123456789") == ""
		}
		s, err := selector.Parse(text, names...)
		if (err == nil) != want {
			t.Fatalf("%q: %+v, %v, want it taken: %v", text, s, err, want)
		}
		if err != nil {
			if !strings.HasSuffix(err.Error(), "opencl:N, fake, fake:all or fake:N") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		again, err := selector.Parse(s.String(), names...)
		if err != nil || again != s || s.Auto() != (text == "auto") {
			t.Errorf("%q is %+v, whose text is %q, which is %+v, %v", text, s, s, again, err)
		}
	})
}

// FuzzPick: the picked devices are the ones that a selector names, and a selector
// that names none picks none.
func FuzzPick(f *testing.F) {
	for _, s := range []string{"gpu", "gpu:all", "opencl", "opencl:all", "opencl:2", "opencl:02", "opencl:7"} {
		f.Add(s, uint16(0b10_01_00_10))
	}
	f.Fuzz(func(t *testing.T, text string, kinds uint16) {
		s, err := selector.Parse(text, "opencl")
		if err != nil || s.Auto() || s.Provider == selector.HostName {
			return
		}
		var found []kernel.Device
		for i := range kinds % 5 {
			found = append(found, kernel.Device{Selector: fmt.Sprint("opencl:", i), Kind: []kernel.Kind{kernel.CPU, kernel.GPU, kernel.Accelerator}[kinds>>(2*i+3)%3]})
		}
		picked := s.Pick(found)
		for i, d := range picked {
			one := d.Kind == kernel.GPU && s.Kind == kernel.GPU || text == "opencl" || text == "opencl:all" || s.String() == d.Selector
			if !one || d.Kind != picked[0].Kind || i > 0 && s.Which != selector.All {
				t.Errorf("%q picks %v of %v", text, picked, found)
			}
		}
		for _, d := range found {
			if len(picked) == 0 && (d.Selector == s.String() || s.Kind == "" && s.Which < 0 || d.Kind == kernel.GPU && s.Kind == kernel.GPU) {
				t.Errorf("%q picks none of %v", text, found)
			}
		}
		if s.Which == selector.All && len(picked) > 0 {
			same := func(d kernel.Device) bool { return d.Kind == picked[0].Kind }
			if n := len(slices.DeleteFunc(slices.Clone(found), func(d kernel.Device) bool { return !same(d) })); n != len(picked) {
				t.Errorf("%q picks %d of the %d of one kind", text, len(picked), n)
			}
		}
	})
}
