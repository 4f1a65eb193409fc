package flyby

import (
	"context"
	"errors"
	"fmt"
	"time"

	"flyby/internal/devices"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/perfmodel"
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

// BatchCurve is the predicted time of a search by MethodTemporal over the number of query segments in a batch, s: T(s) of the paper, with
// its parts on the device and on the host, T_GPU and T_CPU.
type BatchCurve struct {
	Device, Reason   string                 // the device, and why this one
	Entries, Queries int                    // segments; of the queries those in the times of the search
	Best             perfmodel.Prediction   // of the size that batching.Model takes
	Sizes            []perfmodel.Prediction // of all sizes, Best among them, ascending
	Tuning           time.Duration          // to make a performance model of the device first, where there was none
}

// Tune predicts how long a search takes in batches of some sizes, without searching; nil means sizes around the best, up to 64 times smaller and
// larger. A size above the number of query segments counts as that number. The method of the database is MethodTemporal. Where there is no performance model of the device, Tune makes it first and keeps it.
// Data that outgrow memory, and entries that the device holds in parts, are errors. Tune fails where Hits does. Package tune measures sizes, too.
func (db *Database) Tune(ctx context.Context, s Search, sizes []int) (*BatchCurve, error) {
	for _, size := range sizes {
		if size < 1 {
			return nil, fmt.Errorf("flyby: tune: size %d: must be 1 or more query segments", size)
		}
	}
	q, err := db.question(ctx, s)
	if err != nil {
		return nil, err
	}
	defer db.turn.Give()
	if q.pair.Outgrows() {
		return nil, errors.New("flyby: tune: the data outgrow memory, and are searched in slabs: predictions are of data in memory")
	}
	if err := db.indexed(ctx); err != nil {
		return nil, db.refusal("tune", err)
	}
	c, err := db.engine.Curve(ctx, q.task(false), sizes)
	if err != nil {
		return nil, db.refusal("tune", err)
	}
	return &BatchCurve{
		Device: c.Device.Name, Reason: c.Reason, Entries: q.pair.Entries.Segments(), Queries: c.Queries, Best: c.Best, Sizes: c.Sizes, Tuning: c.Tuning,
	}, nil
}
