package scale

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flyby/datasets"
	"flyby/evaluation/results"
	"flyby/evaluation/speed"
	"flyby/internal/output"
	"flyby/trajectory"
)

// steps is the number of segments of a star, where slabs are few; longSteps where more slabs are
// merged than a star of steps segments has instants.
const (
	steps     = 400
	longSteps = 4000
	seed      = 2
)

// lab holds the state that rows share.
type lab struct {
	Options
	run    runner
	folder string
}

// full reports whether targets hold.
func (l *lab) full() bool { return l.Segments == FullSize }

// path returns the path of a file in the lab's folder.
func (l *lab) path(name string) string { return filepath.Join(l.folder, name) }

// set is a data set.
type set struct {
	store    *trajectory.Store
	distance float64 // which gives about a hit a segment
}

// disc makes stars with as many segments, or a few less.
func disc(segments, steps int) (s set, err error) {
	stars := max(2, segments/steps)
	s.store, err = datasets.Disc(stars, steps, seed)
	s.distance = speed.HitEach(stars)
	return s, err
}

// write writes a data set to Parquet, in order of trajectories or of time.
func (l *lab) write(ctx context.Context, s set, inTime bool) (path string, err error) {
	path = l.path("trajectories.parquet")
	if inTime {
		path = l.path("time.parquet")
	}
	return path, output.WriteStore(ctx, path, s.store, output.WriteOptions{ByTime: inTime})
}

// joinArgs returns the arguments of a command that asks for the hits of a join of a file.
func joinArgs(path string, s set, command ...string) []string {
	return append(command, "--entries", path, "--distance", fmt.Sprint(s.distance), "--level", "hits")
}

// plan plans a join of a file in a folder, and returns the number of its slabs.
func (l *lab) plan(ctx context.Context, path string, s set, dir string, slabs int) (c cost, n int, err error) {
	if c, err = l.run(ctx, append(joinArgs(path, s, "slab", "plan"), "--dir", dir, "--slabs", fmt.Sprint(slabs))...); err != nil {
		return c, 0, err
	}
	var planned struct {
		Slabs int `json:"slabs"`
	}
	if err := json.Unmarshal([]byte(c.said), &planned); err != nil {
		return c, 0, fmt.Errorf("scale: slab plan: what it says: %w", err)
	}
	return c, planned.Slabs, nil
}

// merge merges the parts of a folder to a file.
func (l *lab) merge(ctx context.Context, dir, to string, flags ...string) (cost, error) {
	return l.run(ctx, append([]string{"slab", "merge", dir, "--out", to}, flags...)...)
}

// parts returns the files of parts of a folder, and their bytes.
func parts(dir string) (files []string, bytes int64, err error) {
	if files, err = filepath.Glob(filepath.Join(dir, "part-*")); err != nil {
		return nil, 0, err
	}
	slices.Sort(files)
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			return nil, 0, fmt.Errorf("scale: %w", err)
		}
		bytes += info.Size()
	}
	return files, bytes, nil
}

// removeParts removes the parts of a folder.
func removeParts(dir string) error {
	files, _, err := parts(dir)
	for _, f := range files {
		err = errors.Join(err, os.Remove(f))
	}
	return err
}

// sumOf returns the SHA-256 of files, one behind the other.
func sumOf(paths ...string) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return sum, fmt.Errorf("scale: %w", err)
		}
		_, err = io.Copy(h, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return sum, fmt.Errorf("scale: %w", err)
		}
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}

// checkSame wants two files to be the same.
func checkSame(what, path, other string) error {
	a, err := sumOf(path)
	if err != nil {
		return err
	}
	b, err := sumOf(other)
	if err == nil && a != b {
		err = fmt.Errorf("scale: %s: SHA-256 %x, want %x", what, a, b)
	}
	return err
}

// turns has the values of a figure, one for each turn.
type turns []float64

// add adds a value.
func (t *turns) add(v float64) { *t = append(*t, v) }

// claim returns the median of the turns beside its bounds at full size, most or least; 0: no bound.
func (l *lab) claim(what, unit string, t turns, most, least float64, note string) speed.Claim {
	c := speed.Claim{What: what, Unit: unit, Got: results.Median(t), Note: note}
	if len(t) > 1 {
		c.Note = strings.TrimPrefix(fmt.Sprintf("%s; from %.3g to %.3g", note, slices.Min(t), slices.Max(t)), "; ")
	}
	if l.full() {
		c.Most, c.Least = most, least
	}
	return c
}

// row returns a row of claims, whose table says in its note what the first one is about.
func row(name, what string, hits uint64, all ...speed.Claim) speed.Row {
	if len(all) > 1 {
		all[0].Note = strings.TrimSuffix(all[0].What+": "+all[0].Note, ": ")
	}
	return speed.Row{Name: name, What: what, Hits: hits, Claims: all}
}

// seconds writes the median of turns as text.
func seconds(t turns) string { return fmt.Sprintf("%.3g s", results.Median(t)) }
