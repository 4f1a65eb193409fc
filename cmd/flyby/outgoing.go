package main

import (
	"context"
	"iter"

	hostmemory "flyby/internal/memory"
	"flyby/internal/spill"
	"flyby/internal/spool"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// outgoingFiles are files that convert writes anew and that outgrow memory.
type outgoingFiles struct {
	files
	of  *inputFiles
	out string
}

// filesOf are files that are read within a bound of memory.
func (a *app) filesOf(o format.Options, memory *memoryFlags) files {
	f := files{app: a, options: o, memory: memory, most: memory.most(), copied: true}
	hostmemory.Limit(f.most)
	return f
}

// writing is how what was read is written.
func (in *outgoingFiles) writing(l loaded) output.WriteOptions {
	return output.WriteOptions{Stdout: in.streams.out, Folder: in.app.folder, Terminal: in.showsOn(in.out), Threads: in.options.Threads, Degrees: l.Degrees, Units: l.Units, Memory: in.most / writerPart}
}

// What convert takes beside the samples that it sorts: a block of rows that is written, and what the rest is too little for.
const (
	blockBytes  = 16 << 20
	leastSorted = 1 << 20
)

// convert reads the files to the folder, and writes them from there.
func (in *outgoingFiles) convert(ctx context.Context) (err error) {
	if in.folder, err = spill.Open(in.memory.tmp, uint64(in.memory.tmpLimit)); err != nil {
		return err
	}
	beside := uint64(spool.LeastSamples) + max(blockBytes, in.most/writerPart)
	if err := in.need(beside + leastSorted); err != nil {
		return err
	}
	in.cutThreads(beside)
	l, err := in.read(ctx, in.of)
	if err != nil {
		return err
	}
	defer l.spool.Close() //nolint:errcheck // what was read of it was good
	if err := in.need(beside + leastSorted); err != nil {
		return err
	}
	const part = 2 // of what is left: sorting needs room
	left := in.left()
	samples, err := l.spool.Samples(ctx, (left-min(left, beside))/part, in.folder)
	if err != nil {
		return in.least(err, part)
	}
	defer samples.Close()
	whole, g := l.spool.Whole(), noGaps()
	err = output.WriteSamples(ctx, in.out, l.Store, whole.Radius != nil, g.within(samples.All(ctx)), in.writing(l))
	if err != nil {
		return err
	}
	in.tellOfGaps(in.of.shown(), l, &g)
	in.tellOfWriting(l, hostmemory.Size(in.spilled())+" of files in --tmp")
	return nil
}

// tellOfWriting says what was read and written, where it is asked for.
func (in *outgoingFiles) tellOfWriting(l loaded, sorted string) {
	in.display.logger().Info("converted", "of", in.of.shown(), "rows", l.Report.Rows, "left_out", l.Report.Skipped+l.Report.Missed, "trajectories", l.Trajectories(), "put_in_order_in", sorted, "to", shown(in.out))
}

// within yields samples that come trajectory by trajectory, and takes their gaps.
func (g *gaps) within(samples iter.Seq2[trajectory.Columns, error]) iter.Seq2[trajectory.Columns, error] {
	return func(yield func(trajectory.Columns, error) bool) {
		*g = noGaps()
		var traj, piece uint32
		var t float64
		begun := false
		for c, err := range samples {
			for i, of := range c.ID.Code {
				if begun && of == traj {
					g.step(c.T[i]-t, c.Piece[i] != piece)
				}
				traj, piece, t, begun = of, c.Piece[i], c.T[i], true
			}
			if !yield(c, err) {
				return
			}
		}
	}
}
