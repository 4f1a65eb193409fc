package speed

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

// fixed measures what a command costs on the GPU, or without one on the lab's device, whatever its data: the driver's start, the first run ever, with no compiled kernels, the first run in
// a process, and the end of the process after its summary.
func (l *lab) fixed(ctx context.Context, r *Row) error {
	args, skip, err := l.argumentsOf(ctx, joinTask("join-1e5", 5, ".parquet"))
	if r.Skipped = skip; skip != "" || err != nil {
		return err
	}
	device, err := l.otherDevice(ctx)
	if err != nil {
		return err
	}
	args = append(args, "--device", device)
	empty, err := l.emptyCaches()
	if err != nil {
		return err
	}
	bare, err := l.summed(ctx, empty, args...)
	if err != nil {
		return err
	}
	var all []process
	var start, end []float64
	err = l.repeatProcess(ctx, fewest+1, func() error {
		without, _, err := l.ran(ctx, nil, io.Discard, "version")
		if err != nil {
			return err
		}
		with, _, err := l.ran(ctx, nil, io.Discard, "devices")
		if err != nil {
			return err
		}
		p, err := l.summed(ctx, nil, args...)
		all, start, end = append(all, p), append(start, (with.took-without.took).Seconds()), append(end, (p.took-time.Duration(p.TotalS*float64(time.Second))).Seconds())
		return err
	})
	if err != nil {
		return err
	}
	r.take(outcomes(all))
	l.claimTime(r, targets{})
	r.Claims = append(r.Claims, Claim{What: "start of the drivers", Unit: "s", Got: median(start), Note: "flyby devices without flyby version; the join is on " + device},
		Claim{What: "first run ever", Unit: "s", Got: bare.took.Seconds(), Note: "no kernel is compiled yet"}, Claim{What: "the process besides the time of its summary", Unit: "s", Got: median(end)})
	return nil
}

// otherDevice returns the selector of the first GPU, or of the lab's device where there is none.
func (l *lab) otherDevice(ctx context.Context) (string, error) {
	if gpu, err := l.hasGPU(ctx); gpu || err != nil {
		return "gpu", err
	}
	return l.machine.Device.Selector, nil
}

// emptyCaches returns the environment of a command that finds no compiled kernels: neither flyby's, nor the drivers' own.
func (l *lab) emptyCaches() (env []string, err error) {
	folder, err := l.folder()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"XDG_CACHE_HOME", "CUDA_CACHE_PATH", "POCL_CACHE_DIR"} {
		dir, err := os.MkdirTemp(folder, "cache-*")
		if err != nil {
			return nil, fmt.Errorf("speed: %w", err)
		}
		env = append(env, name+"="+dir)
	}
	return env, nil
}
