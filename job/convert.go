package job

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"unsafe"

	"flyby"
	"flyby/internal/output"
	"flyby/internal/source"
	"flyby/trajectory"
)

// Gaps counts the gaps between the samples of trajectories; neutral columns do not tell them.
type Gaps struct {
	Number            int
	Longest, Shortest float64 // durations of the longest segment and of the shortest gap
}

// A Conversion says which files Convert reads, and in which order it writes their samples.
type Conversion struct {
	Inputs
	Machine flyby.Options // its Memory, Tmp, TmpLimit, Threads and Logger
	Watch
	// ByTime writes samples in order of time, samples of one time in the order of their ids.
	ByTime bool
}

// Convert reads files and writes the samples in neutral columns, in order of ids and times, or of times and ids, as output.WriteStore does; samples that
// outgrow Memory are sorted on disk. The sink is a file or a writer.
func Convert(ctx context.Context, as Conversion, to Sink) (r Report, g Gaps, err error) {
	a := Ask{Inputs: as.Inputs, Machine: as.Machine, Watch: as.Watch}
	a.Read.OrbitCurve, a.Read.Window = Straight, nil
	j, inputs, err := prepared(ctx, a, func(c *source.Config) { c.Copied = true })
	if err != nil {
		return r, g, err
	}
	defer j.Close() //nolint:errcheck // all was read without error
	o := output.WriteOptions{Stdout: to.writer, Folder: to.folder, Format: to.word, Terminal: to.terminal, Memory: most(j.quota, writerPart), ByTime: as.ByTime}
	if j.reader.Outgrows() {
		if err := j.reader.CheckSorting(o.Memory); err != nil {
			return r, g, err
		}
	}
	if err := j.read(ctx, inputs); err != nil {
		return r, g, err
	}
	o.Threads, o.Degrees, o.Units = j.reader.Threads, j.entries.Report.Degrees, j.entries.Report.Units
	if !j.entries.Outgrows() {
		if g = gapsOf(j.entries.Store); g.Shortest == 0 {
			return r, g, errSplices
		}
		err = output.WriteStore(ctx, to.path, j.entries.Store, o)
		return j.report(0), g, err
	}
	mixed, each := 1, uint64(0)
	if as.ByTime {
		mixed, each = max(1, j.entries.Trajectories()), uint64(unsafe.Sizeof(lastSample{}))
	}
	err = j.entries.Samples(ctx, o.Memory, each, as.ByTime, func(radius bool, all iter.Seq2[trajectory.Columns, error]) error {
		return output.WriteSamples(ctx, to.path, j.entries.Store, radius, g.within(all, mixed), o)
	})
	return j.report(0), g, err
}

// errSplices refuses samples of which two have one time: no file of rows that comes of them is read again.
var errSplices = errors.New("job: convert: an object has two places at one instant, where one set of its elements follows another: rows cannot say that")

func noGaps() Gaps { return Gaps{Shortest: math.Inf(1)} }

// step takes the time from a sample to the next one of its trajectory, across a gap or a segment.
func (g *Gaps) step(time float64, gap bool) {
	if gap {
		g.Number++
		g.Shortest = min(g.Shortest, time)
		return
	}
	g.Longest = max(g.Longest, time)
}

// gapsOf returns the Gaps of a store.
func gapsOf(s *trajectory.Store) Gaps {
	g := noGaps()
	traj, t := -1, s.T()
	for p := range s.Pieces() {
		if p.Traj == traj {
			g.step(t[p.First]-t[p.First-1], true)
		}
		traj = p.Traj
		for row := p.First + 1; row < p.First+p.Samples; row++ {
			g.step(t[row]-t[row-1], false)
		}
	}
	return g
}

// A lastSample is the last sample so far of a trajectory.
type lastSample struct {
	t         float64
	of, piece uint32 // of: 1 + the trajectory; 0: none yet
}

// within yields samples, and counts their gaps. The samples of up to mixed trajectories may be interleaved.
func (g *Gaps) within(samples iter.Seq2[trajectory.Columns, error], mixed int) iter.Seq2[trajectory.Columns, error] {
	return func(yield func(trajectory.Columns, error) bool) {
		*g = noGaps()
		all := make([]lastSample, mixed)
		for c, err := range samples {
			for i, traj := range c.ID.Code {
				last := &all[int(traj)%mixed]
				if last.of == traj+1 {
					if g.step(c.T[i]-last.t, c.Piece[i] != last.piece); g.Shortest == 0 {
						err = cmp.Or(err, errSplices)
					}
				}
				*last = lastSample{t: c.T[i], of: traj + 1, piece: c.Piece[i]}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}
