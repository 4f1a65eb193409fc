package tune

import (
	"context"
	"math/rand/v2"
	"time"

	"flyby"
	"flyby/perfmodel"
)

// Options say what Run does beyond predicting; the zero value is the default.
type Options struct {
	// Sizes are numbers of query segments in a batch, 1 or more; nil: up to 64 times smaller and larger than the best.
	Sizes []int
	// Measure bounds the time of measurements: a dozen of the sizes are searched with, in random order, three times or more each. 0: nothing is measured.
	Measure time.Duration
	Seed    uint64 // of the order
	// Progress is called with the searches that are done and that there will be about; nil: it is not.
	Progress func(done, total int)
}

// Result is the time of a search over the size of its batches. It is encoded in JSON. Times are in seconds.
type Result struct {
	Type       string       `json:"type"` // "tuning"
	Device     string       `json:"device"`
	Why        string       `json:"why"`     // this device
	Entries    int          `json:"entries"` // segments
	Queries    int          `json:"queries"` // segments in the times of the search
	TuneS      float64      `json:"tune_s,omitempty"`
	BatchSize  int          `json:"batch_size"`         // that a search by the model takes; 0: there are no query segments
	PredictedS float64      `json:"predicted_s"`        // of the search in such batches
	Measured   *Measurement `json:"measured,omitempty"` // nil: nothing was measured
	Sizes      []Size       `json:"sizes"`              // ascending
}

// Size is a size of batches: the mix of their interactions, and the time of a search.
type Size struct {
	BatchSize  int     `json:"batch_size"` // s, query segments
	Batches    int     `json:"batches"`
	Alpha      float64 `json:"alpha"`       // fraction of interactions that are hits
	Beta       float64 `json:"beta"`        // that are temporal misses
	Gamma      float64 `json:"gamma"`       // that are temporal hits but spatial misses
	DeviceS    float64 `json:"t_gpu_s"`     // T_GPU(s), of the kernels
	HostS      float64 `json:"t_cpu_s"`     // T_CPU(s), of the rest
	PredictedS float64 `json:"predicted_s"` // T(s), the sum of both
	Runs       int     `json:"runs,omitempty"`
	SearchS    float64 `json:"search_s,omitempty"` // the median of the measured times; 0: the size was not measured
	KernelS    float64 `json:"kernel_s,omitempty"` // the part of the kernels in that search, where the device tells it
}

// Measurement says how sizes were measured, and which was best.
type Measurement struct {
	Seed      uint64  `json:"seed"`    // of the order
	BoundS    float64 `json:"bound_s"` // the time that measurements may take
	TookS     float64 `json:"took_s"`
	LeftOut   []int   `json:"left_out"`             // sizes of the dozen that the time was too short for, ascending
	BatchSize int     `json:"batch_size,omitempty"` // the best that was measured; 0: none was
	SearchS   float64 `json:"search_s,omitempty"`
	// Slowdown is how much longer the search takes in batches of the predicted best size, in comparison with the best that was measured, as a fraction: 0.02; nil: the
	// predicted one was not measured.
	Slowdown *float64 `json:"slowdown,omitempty"`
}

// Run predicts a search of a database whose method is flyby.MethodTemporal, as Database.Tune does, and measures it. It fails where Database.Tune does. The
// database has no Options.Progress where measured times matter: with one a search predicts its time, to tell the time left.
func Run(ctx context.Context, db *flyby.Database, s flyby.Search, o Options) (*Result, error) {
	c, err := db.Tune(ctx, s, o.Sizes)
	if err != nil {
		return nil, err
	}
	r := resultOf(c)
	if o.Measure <= 0 || c.Queries == 0 {
		return r, nil
	}
	m := measuring{
		result: r, bound: o.Measure, now: time.Now, random: rand.New(rand.NewPCG(o.Seed, 0x7e57)), progress: o.Progress,
		search: func(ctx context.Context, size int) (timing, error) { return searched(ctx, db, s, size) },
	}
	return r, m.run(ctx, o.Seed)
}

// resultOf returns a curve without measurements.
func resultOf(c *flyby.BatchCurve) *Result {
	r := &Result{
		Type: "tuning", Device: c.Device, Why: c.Reason, Entries: c.Entries, Queries: c.Queries, TuneS: c.Tuning.Seconds(),
		BatchSize: c.Best.Size, PredictedS: c.Best.Time().Seconds(), Sizes: []Size{},
	}
	for _, p := range c.Sizes {
		r.Sizes = append(r.Sizes, sizeOf(p))
	}
	return r
}

// sizeOf returns a prediction as a Size. Batches without a candidate have temporal misses alone.
func sizeOf(p perfmodel.Prediction) Size {
	n := max(p.Interactions, 1)
	return Size{
		BatchSize: p.Size, Batches: p.Batches, Alpha: p.Hits / n, Beta: 1 - p.Overlaps/n, Gamma: (p.Overlaps - p.Hits) / n,
		DeviceS: p.Kernel.Seconds(), HostS: p.Host.Seconds(), PredictedS: p.Time().Seconds(),
	}
}

// find returns the Size of a number of query segments, nil for a number that was not predicted.
func (r *Result) find(size int) *Size {
	for i := range r.Sizes {
		if r.Sizes[i].BatchSize == size {
			return &r.Sizes[i]
		}
	}
	return nil
}
