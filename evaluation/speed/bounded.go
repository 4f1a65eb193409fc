package speed

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"flyby"
	"flyby/evaluation/report"
)

// wantedSlabs is the most that a join of slabs may take, as a multiple of a run in memory.
const wantedSlabs = 2.5

// bounded says how a join of slabs is run.
type bounded struct {
	memory   int  // MB
	inMemory bool // also run in memory, to compare times and bytes
}

// size writes megabytes in the form of --memory.
func size(megabytes int) string { return fmt.Sprintf("%dMB", megabytes) }

// slabs measures the command's join of a Parquet file in bounded memory, from its start to its CSV file.
func (l *lab) slabs(ctx context.Context, w workload, d float64, b bounded, r *Row) error {
	if len(l.Command) == 0 {
		r.Skipped = noProgram
		return nil
	}
	n := w.segments(l.Scale)
	if b.inMemory {
		if r.Skipped = l.fits(w); r.Skipped != "" {
			return nil
		}
	}
	folder, err := l.place()
	if err != nil {
		return err
	}
	entries, skip, err := l.galFile(ctx, folder, scaled(w.trajectories, l.Scale))
	if skip == "" && err == nil {
		skip, err = diskFor(folder, "slabs and hits", uint64(n)*(slabDisk+hitDisk))
	}
	if r.Skipped = skip; skip != "" || err != nil {
		return err
	}
	args := []string{"join", "--entries", entries, "--distance", fmt.Sprint(d), "--level", "hits", "--method", string(flyby.MethodSpatiotemporal)}
	return l.compareBounded(ctx, args, b, r)
}

// compareBounded measures joins in bounded memory, each after one in memory where b.inMemory is set, and wants both to write the
// same bytes.
func (l *lab) compareBounded(ctx context.Context, args []string, b bounded, r *Row) error {
	tmp, err := l.folder()
	if err != nil {
		return err
	}
	tight := append(args[:len(args):len(args)], "--memory", size(b.memory), "--tmp", tmp)
	var in, free []process
	fewest := fewest
	if !b.inMemory {
		fewest = 1
	}
	err = l.repeatProcess(ctx, fewest, func() error {
		var want string
		if b.inMemory {
			p, sum, err := l.hashOutput(ctx, tmp, args)
			if err != nil {
				return err
			}
			free, want = append(free, p), sum
		}
		p, got, err := l.hashOutput(ctx, tmp, tight)
		if err == nil && b.inMemory && got != want {
			err = fmt.Errorf("speed: %s: writes %d hits, SHA-256 %s; in memory %d hits, SHA-256 %s", r.Name, p.hits, got, free[0].hits, want)
		}
		in = append(in, p)
		return err
	})
	if err != nil {
		return err
	}
	l.claimBounded(r, b.memory, in)
	if b.inMemory {
		l.claimInMemory(r, in, free)
	}
	return nil
}

// hashOutput runs the command with a file as output, and returns the hash of the file.
func (l *lab) hashOutput(ctx context.Context, folder string, args []string) (p process, hash string, err error) {
	path := filepath.Join(folder, "bounded.csv")
	if p, err = l.flyby(ctx, append(args[:len(args):len(args)], "--out", path)...); err != nil {
		return p, "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return p, "", fmt.Errorf("speed: %w", err)
	}
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	if err = errors.Join(err, f.Close(), os.Remove(path)); err != nil {
		return p, "", fmt.Errorf("speed: %w", err)
	}
	return p, fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// claimBounded fills in the time of processes in bounded memory, and holds their peak against the bound.
func (l *lab) claimBounded(r *Row, megabytes int, in []process) {
	r.take(outcomes(in))
	l.claimTime(r, targets{})
	l.claimPeak(r, float64(megabytes), in...)
}

// claimInMemory holds the time of processes in bounded memory against the time of processes without a bound.
func (l *lab) claimInMemory(r *Row, in, free []process) {
	all := outcomes(free)
	c := Claim{
		What: "x in memory, the same bytes", Unit: "x", Got: r.Median() / median(all.seconds),
		Note: fmt.Sprintf("%s in memory, %s in processor time; %.3g MB to --tmp", report.Seconds(median(all.seconds)).Text,
			report.Times(median(r.CPU)/median(all.cpu)).Text, float64(in[0].Spilled)/mega),
	}
	for _, p := range free {
		if p.Spilled > 0 {
			c.Unknown, c.Note = true, "memory did not hold the other"
		}
	}
	if l.full() {
		c.Most = wantedSlabs
	}
	r.Claims = append(r.Claims, c)
}
