package scale

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"time"
)

// cost has the times of a process and its output.
type cost struct {
	clock, cpu float64 // seconds; of the processors on all threads
	said       string  // on standard output
	summary
}

// summary is the last line of the command's --json, where it has one.
type summary struct {
	Rows uint64 `json:"rows"`
	Peak uint64 `json:"peak_bytes"`
}

// add adds the times of a process that ran after another.
func (c *cost) add(other cost) { c.clock, c.cpu = c.clock+other.clock, c.cpu+other.cpu }

// runner runs the command flyby with arguments.
type runner func(ctx context.Context, args ...string) (cost, error)

// processes runs a program.
func processes(command []string) runner {
	return func(ctx context.Context, args ...string) (c cost, err error) {
		all := append(command[1:len(command):len(command)], args...)
		p := exec.CommandContext(ctx, command[0], append(all, "--json")...)
		var out, said bytes.Buffer
		p.Stdout, p.Stderr = &out, &said
		start := time.Now()
		err = p.Run()
		c.clock, c.said = time.Since(start).Seconds(), out.String()
		if err != nil {
			return c, cmp.Or(ctx.Err(), fmt.Errorf("scale: start %s: %w: %s", command[0], err, said.Bytes()))
		}
		c.cpu = (p.ProcessState.UserTime() + p.ProcessState.SystemTime()).Seconds()
		lines := bytes.Split(bytes.TrimSpace(said.Bytes()), []byte("\n"))
		if last := lines[len(lines)-1]; len(last) > 0 {
			if err := json.Unmarshal(last, &c.summary); err != nil {
				return c, fmt.Errorf("scale: %s: its summary: %w", command[0], err)
			}
		}
		return c, nil
	}
}
