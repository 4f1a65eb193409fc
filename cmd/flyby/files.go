package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"flyby/internal/engine"
	hostmemory "flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/spill"
	"flyby/internal/spool"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// files are the files of a job, and where what they hold goes.
type files struct {
	*app
	options format.Options
	memory  *memoryFlags
	curve   *curveFlag
	most    uint64        // bytes that the process may hold
	beside  uint64        // that drivers take of it
	folder  *spill.Folder // nil: files are read into memory
	looks   string        // the flag that looks at positions as files are read, "" for none
	copied  bool          // what does not fit is wanted in the folder, not in row groups
}

// What a file takes in memory: a sample and what reading, indexing and searching it need at
// their peaks, what else the process holds, and what OpenCL's drivers, which are loaded later, do.
const (
	sampleBytes  = 96
	processBytes = 64 << 20
	driverBytes  = 64 << 20
)

// outgrow reports whether files need more memory than the process may hold, as far as that
// can be told before they are read. What cannot be told fits, unless a bound was asked for.
func (in *files) outgrow(inputs ...*inputFiles) bool {
	if in.streams.outgrown {
		return true
	}
	bytes, known := in.takes(inputs...)
	return bytes > in.most || !known && in.memory.memory > 0
}

// takes is how many bytes files take in memory. known is false where that cannot be told before they are read: of orbits,
// which are split along curves, bytes are a guess then, else 0.
func (in *files) takes(inputs ...*inputFiles) (bytes uint64, known bool) {
	if in.options.Curve > 0 { // how many samples are added is not known before
		return 0, false
	}
	bytes = processBytes + in.beside
	curved := false
	for i, of := range inputs {
		if i > 0 && of.same(inputs[0]) {
			continue
		}
		rows, ok := input.EstimateFiles(of.files, in.options)
		if !ok {
			return 0, false
		}
		if input.CurvesOrbits(&in.options, of.files) {
			rows, curved = rows*orbitParts, true
		}
		bytes += hostmemory.Of(int(rows), sampleBytes)
	}
	return bytes, !curved
}

// orbitParts is about how many parts a segment of an orbit has: of 60 s in a low one.
const orbitParts = 20

// read reads a data set into memory, or where files outgrow it to a spool.
func (in *files) read(ctx context.Context, of *inputFiles) (loaded, error) {
	if in.folder == nil {
		return in.load(ctx, of, in.options)
	}
	return in.spool(ctx, of)
}

// A data set is read with this part of the memory that is left.
const (
	readParts = 5.
	readPart  = 3.
)

// toRead is the memory that a data set is read with.
func (in *files) toRead() uint64 { return uint64(float64(in.left()) / readParts * readPart) }

// spool reads a data set that may outgrow memory. What comes of it has ids and no samples.
func (in *files) spool(ctx context.Context, of *inputFiles) (loaded, error) {
	start := time.Now()
	o := in.follow(of.shown(), in.options)
	defer in.display.end()
	s, report, err := spool.ReadFiles(ctx, of.files, spool.Options{Format: o, Memory: in.toRead(), Folder: in.folder, Copied: in.copied})
	if err != nil {
		return loaded{}, in.least(err, readParts/readPart)
	}
	in.tellOf(of.shown(), in.options, report)
	if f, known := format.Find(input.Formats(), of.files[0].Path, format.Input); in.looks != "" && known && f.Name == "Parquet" && len(of.files) == 1 {
		in.display.logger().Info("row groups are not read slab by slab, since "+in.looks+" looks at positions", "file", of.shown())
	}
	whole := s.Whole()
	l := loaded{whole.Named(), report, time.Since(start), s}
	if err := in.sound(of.shown(), l); err != nil {
		return loaded{}, errors.Join(err, s.Close())
	}
	in.warnAlone(of.shown(), report, whole.IDs.Len())
	return l, nil
}

// spill reads the file of a spool to the folder that was to be read by row groups.
func (in *files) spill(ctx context.Context, s *spool.Spool) error {
	o := in.follow(shown(s.Path()), in.options)
	defer in.display.end()
	return in.least(s.Spill(ctx, spool.Options{Format: o, Memory: in.toRead(), Folder: in.folder}), readParts/readPart)
}

// spilled is how many bytes went to files of the folder.
func (in *files) spilled() uint64 {
	if in.folder == nil {
		return 0
	}
	return in.folder.Written()
}

// left is how many bytes the process may take more. The heap's limit follows what code and libraries take by now.
func (in *files) left() uint64 {
	hostmemory.Limit(in.most)
	held := in.held()
	if held > in.most/2 {
		debug.FreeOSMemory() // what was held while a file was read
		held = in.held()
	}
	return in.most - min(in.most, held)
}

// cutThreads has as few threads as what memory is left is enough for, beside some bytes, and reports whether they are fewer than asked for.
func (in *files) cutThreads(beside uint64) bool {
	left := in.left()
	return in.display.cutThreads(&in.options.Threads, func(asked int) int { return engine.Threads(asked, left-min(left, beside)) })
}

// cutThreads makes threads as few of the asked ones as memory is enough for, tells so, and reports whether they are fewer.
func (d *display) cutThreads(threads *int, enough func(asked int) int) bool {
	asked := parallel.Threads(*threads)
	few := enough(asked)
	if few >= asked {
		return false
	}
	*threads = few
	hostmemory.Cores(few)
	d.logger().Info("threads cut to what there is memory for", "of", asked, "threads", few)
	return true
}

// held is how many bytes are taken, and kept for code that has not run yet and what nobody counts.
func (in *files) held() uint64 { return hostmemory.Held() + hostmemory.Absent() + spareBytes }

// spareBytes is what is left for text that is parsed, stacks, and garbage that is not collected.
const spareBytes = 16 << 20

// least says how much memory would do where a part of the work finds too little, which gets one of some parts of the
// memory that is left.
func (in *files) least(err error, parts float64) error {
	var want *hostmemory.Error
	if in.folder == nil || !errors.As(err, &want) {
		return err
	}
	return in.tooLittle(want.What, max(in.most, in.held())+uint64(parts*float64(want.Bytes-want.Room)))
}

// need reports whether slabs, or samples that are sorted, may take some bytes beside what is held. It collects garbage
// before it says no.
func (in *files) need(bytes uint64) error {
	what := "slabs of the data"
	if in.copied {
		what = "samples that are put in order"
	}
	if in.held()+bytes <= in.most {
		return nil
	}
	debug.FreeOSMemory()
	if least := in.held() + bytes; least > in.most {
		return in.tooLittle(what, least)
	}
	return nil
}

// tooLittle says how much memory would do for what, a plural.
func (in *files) tooLittle(what string, least uint64) error {
	return fmt.Errorf("memory %s: %s take at least %s in all: %w", hostmemory.Size(in.most), what, hostmemory.AtLeast(least), errLittle)
}

// errLittle is what a bound of memory is that leaves less than what the work takes.
var errLittle = errors.New("give --memory more")
