package flyby

import (
	"context"
	"errors"

	"flyby/internal/devices"
	"flyby/internal/engine"
	"flyby/internal/memory"
)

// Tune calibrates the performance model of the device that the options choose
// and keeps it in a file, "" meaning the user's cache directory, where Open
// looks for it. It takes up to a minute on a GPU and some minutes on two cores.
// It returns the path of the file.
func Tune(ctx context.Context, o Options, path string) (string, error) {
	if err := o.Validate(); err != nil {
		return "", err
	}
	quota := memory.NewQuota(o.Memory)
	defer quota.Close()
	o = o.filled(quota)
	driver, _, err := devices.Open(providers(o.Providers), devices.Trajectories(), o.Device, o.open())
	if err != nil {
		return "", err
	}
	path, err = engine.Tune(ctx, driver, o.config(), path)
	return path, errors.Join(err, driver.Close())
}
