package cl_test

import (
	"os"
	"os/exec"
	"sync"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/testing/cltest"
)

// TestDevicesAtOnce: goroutines that list the devices at the same time, and as the first in their process, get all of them. The test runs
// them in a process of its own, as drivers make devices once.
func TestDevicesAtOnce(t *testing.T) {
	const asks = "FLYBY_TEST_DEVICES_AT_ONCE"
	if os.Getenv(asks) == "" {
		cltest.Devices(t)
		c := exec.Command(os.Args[0], "-test.run=^TestDevicesAtOnce$")
		c.Env = append(os.Environ(), asks+"=1")
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v\n%.2000s", err, out)
		}
		return
	}
	var all sync.WaitGroup
	start := make(chan struct{})
	for range 8 {
		lib, err := cl.Open()
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			<-start
			devices, err := lib.Devices()
			if err != nil {
				t.Errorf("%d devices, %v", len(devices), err)
			}
			for _, d := range devices {
				if _, err := d.GetDeviceInfo(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	close(start)
	all.Wait()
}
