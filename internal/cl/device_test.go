package cl_test

import (
	"slices"
	"strings"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/testing/cltest"
)

func TestDeviceInfo(t *testing.T) {
	for _, d := range cltest.Devices(t) {
		i, err := d.GetDeviceInfo()
		must(t, err)
		t.Logf("%+v", i)
		if i.Name == "" || i.Vendor == "" || i.DriverVersion == "" || i.Platform.Name == "" {
			t.Errorf("missing text in %+v", i)
		}
		if !strings.HasPrefix(i.Version, "OpenCL ") || !strings.HasPrefix(i.CVersion, "OpenCL C ") || !strings.HasPrefix(i.Platform.Version, "OpenCL ") {
			t.Errorf("versions %q, %q, %q", i.Version, i.CVersion, i.Platform.Version)
		}
		if i.Type.String() == "other" || i.ComputeUnits < 1 || i.MaxWorkGroupSize < 1 || i.LocalMem == 0 || i.MemBaseAddrAlign < 8 {
			t.Errorf("implausible %+v", i)
		}
		if i.MaxAlloc == 0 || i.MaxAlloc > i.GlobalMem {
			t.Errorf("the largest buffer has %d of %d bytes", i.MaxAlloc, i.GlobalMem)
		}
		if !slices.IsSorted(i.Extensions) || i.Has("cl_flyby_absent") || len(i.Extensions) > 0 && !i.Has(i.Extensions[0]) {
			t.Errorf("extensions %q", i.Extensions)
		}
		if i.Has("cl_khr_fp64") && !i.Float64 {
			t.Error("cl_khr_fp64 without Float64")
		}
	}
}

func TestDevicesOfOneType(t *testing.T) {
	for _, d := range cltest.Devices(t) {
		i, err := d.GetDeviceInfo()
		must(t, err)
		same, err := d.Platform().GetDeviceIDs(i.Type)
		must(t, err)
		if !slices.Contains(same, d) {
			t.Errorf("%q is no %v of its platform", i.Name, i.Type)
		}
		none, err := d.Platform().GetDeviceIDs(cl.Accelerator)
		if err == nil {
			t.Logf("%d accelerators", len(none))
		} else if !cl.IsNoDevice(err) {
			t.Errorf("accelerators: %v", err)
		}
	}
}
