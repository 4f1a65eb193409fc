// Package cltest gives tests the OpenCL devices of the machine they run on.
package cltest

import (
	"os"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/tier"
)

// Require is the environment variable that turns a skip for want of a device into a failure, when it is "1".
const Require = "FLYBY_REQUIRE_OPENCL"

// Devices lists the OpenCL devices, by a library opened for this test. Without any device it skips the test with the reason, or
// fails it where [Require] is set. When the test ends, all objects created on the devices must have been released.
func Devices(t testing.TB) []cl.Device {
	t.Helper()
	tier.Full(t)
	lib, err := cl.Open()
	if err != nil {
		missing(t, err)
	}
	devices, err := lib.Devices()
	if cl.IsNoDevice(err) {
		missing(t, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if n := lib.Live(); n != 0 && !t.Failed() {
			t.Errorf("%d OpenCL objects were not released", n)
		}
	})
	return devices
}

// missing skips the test, or fails it where [Require] is set.
func missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv(Require) == "1" {
		t.Fatalf("%s=1: %v", Require, err)
	}
	t.Skipf("no OpenCL device: %v", err)
}
