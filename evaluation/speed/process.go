package speed

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// process is a run of the command flyby as a process of its own, whose peak of memory is that run's alone.
type process struct {
	outcome
	summary
}

// summary is the command's report at the end, the last line of --json.
type summary struct {
	Found      uint64  `json:"hits"`
	Encounters uint64  `json:"encounters"`
	Device     string  `json:"device"`
	Why        string  `json:"why"` // this device
	LoadS      float64 `json:"load_s"`
	IndexS     float64 `json:"index_s"`
	SearchS    float64 `json:"search_s"`
	ClusterS   float64 `json:"cluster_s"`
	TotalS     float64 `json:"total_s"`
	WriteS     float64 `json:"write_s"` // at work, without waits for results
	Peak       uint64  `json:"peak_bytes"`
	Spilled    uint64  `json:"spilled_bytes"`
}

// noProgram is the reason why a row that needs the command is not measured.
const noProgram = "no program to start"

// flyby runs the command with arguments, on the lab's device.
func (l *lab) flyby(ctx context.Context, args ...string) (p process, err error) {
	return l.summed(ctx, nil, append(args, "--device", l.machine.Device.Selector)...)
}

// ran runs the command with arguments, and with some variables of the environment more, which are pairs NAME=VALUE; out gets its standard output, said has its messages.
func (l *lab) ran(ctx context.Context, env []string, out io.Writer, args ...string) (p process, said []byte, err error) {
	c := exec.CommandContext(ctx, l.Command[0], append(l.Command[1:len(l.Command):len(l.Command)], args...)...)
	c.Env = append(c.Environ(), env...)
	var messages bytes.Buffer
	c.Stderr, c.Stdout = &messages, out
	start := time.Now()
	err = c.Run()
	p.took = time.Since(start)
	if err != nil {
		return p, nil, cmp.Or(ctx.Err(), fmt.Errorf("speed: start %s: %w: %s", l.Command[0], err, messages.Bytes()))
	}
	p.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	return p, messages.Bytes(), nil
}

// summed is ran, with the summary of the command.
func (l *lab) summed(ctx context.Context, env []string, args ...string) (p process, err error) {
	p, said, err := l.ran(ctx, env, io.Discard, append(args, "--json")...)
	if err != nil {
		return p, err
	}
	lines := bytes.Split(bytes.TrimSpace(said), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &p.summary); err != nil {
		return p, fmt.Errorf("speed: %s: its summary: %w", l.Command[0], err)
	}
	p.hits, p.encounters = p.Found, p.summary.Encounters
	return p, nil
}

// claimPeak holds the peak memory of processes against a bound in MB that counts at full size; 0 is none. The row's peak
// becomes the processes'.
func (l *lab) claimPeak(r *Row, most float64, all ...process) {
	c := Claim{What: "peak of a process", Unit: "MB"}
	for _, p := range all {
		r.Peak = max(r.Peak, p.Peak)
	}
	c.Got = float64(r.Peak) / mega
	if c.Got == 0 {
		c.Unknown, c.Note = true, "the system does not tell"
	}
	if l.full() {
		c.Most = most
	}
	r.Claims = append(r.Claims, c)
}

// repeatProcess runs the command as often as there are trials, without a warm-up: at least fewest times, then as long as no
// trial begins after rowBudget.
func (l *lab) repeatProcess(ctx context.Context, fewest int, run func() error) error {
	begun := time.Now()
	for i := range l.Trials {
		if i >= fewest && time.Since(begun) > rowBudget {
			break
		}
		if err := cmp.Or(ctx.Err(), run()); err != nil {
			return err
		}
	}
	return nil
}
