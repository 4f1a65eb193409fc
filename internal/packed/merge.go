package packed

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"flyby/internal/push"
)

const (
	// mostRuns is the most runs that are merged at once; of files with names, whose blocks have fewer rows, more are.
	mostRuns = 256
	// mostOpen is the most files with names that are open at once: a merge of more opens the others for each block.
	mostOpen = 512
	// leastDepth is how many blocks of a run are unpacked while more are left: with two, a window has at least a whole block of one run, and about as
	// much of the others.
	leastDepth = 2
	// windowBlocks is the number of blocks of a window where runs are few: enough that threads seldom wait for each other.
	windowBlocks = 128
)

// blockBytes returns the memory of a block: in columns, in planes, or packed.
func (k Kind) blockBytes() uint64 { return blockRows * uint64(k.RowBytes()+1) }

// MergeBytes returns the most memory of merging some runs on some threads: unpacked blocks of each, a block in columns, in planes and packed for each
// thread, and merged chunks that are not yet taken.
func (k Kind) MergeBytes(runs, threads int) uint64 {
	return k.sharedBytes(threads) + leastDepth*uint64(runs)*k.blockBytes()
}

// sharedBytes returns the part of MergeBytes that does not depend on the runs.
func (k Kind) sharedBytes(threads int) uint64 {
	threads = max(threads, 1)
	return 3*uint64(threads)*k.blockBytes() + uint64(chunksOf(threads))*mostChunk*uint64(k.RowBytes())
}

// Merged yields the rows of all runs as one run: a chunk at a time, whose memory is used for the next. It takes bytes of memory, or MergeBytes of two
// runs if it is more. Where that is too little for all runs, or they are more than 256, or 1,024 files with names, the first of them are merged
// to fewer runs before. Its rows do not depend on bytes nor on threads. An error of the folder, or of ctx, ends it.
func (s *Runs) Merged(ctx context.Context, bytes uint64) iter.Seq2[*Rows, error] {
	return push.Seq(func(give func(*Rows) error) error {
		err := s.End()
		blocks := s.blocksIn(bytes)
		for most := min(s.within(mostRuns), blocks/leastDepth); err == nil && len(s.all) > most; {
			err = s.round(ctx, most, blocks)
		}
		if err != nil {
			return err
		}
		return s.merge(ctx, s.all, blocks, give)
	})
}

// blocksIn returns how many blocks may be unpacked: at least the blocks of two runs.
func (s *Runs) blocksIn(bytes uint64) int {
	bytes -= min(bytes, s.kind.sharedBytes(s.threads()))
	block, most := uint64(s.press.rows)*uint64(s.kind.RowBytes()+1), s.within(mostRuns*leastDepth*windowBlocks)
	return int(max(2*leastDepth, min(bytes/block, uint64(most))))
}

// round merges groups of consecutive runs into a file of their own: the first runs, and only as many as leave a number that may be merged at once.
func (s *Runs) round(ctx context.Context, most, blocks int) error {
	over := len(s.all) - most
	groups := min((over+most-2)/(most-1), (len(s.all)+most-1)/most) // of at most most runs each: a group leaves one run
	grouped := min(len(s.all), over+groups)
	fewer, err := newRuns(s.folder, s.kind, s.threads(), s.press.rows)
	if err != nil {
		return err
	}
	for i := 0; i < groups && err == nil; i++ {
		if err = fewer.Begin(); err == nil {
			err = s.merge(ctx, s.all[grouped*i/groups:grouped*(i+1)/groups], blocks, fewer.Add)
		}
	}
	if err = errors.Join(err, fewer.End()); err != nil {
		return errors.Join(err, fewer.Close())
	}
	if grouped < len(s.all) { // the file has runs that are not merged yet
		fewer.all, fewer.older = append(fewer.all, s.all[grouped:]...), append(s.older, s.file)
		s.older, s.file = nil, nil
	}
	old := *s
	*s = *fewer
	s.press.put = s.put
	return old.Close()
}

// merge hands the rows of some runs on in the order of one run, in chunks. blocks is how many may be unpacked.
func (s *Runs) merge(ctx context.Context, some []storedRun, blocks int, give func(*Rows) error) (err error) {
	if len(some) == 0 {
		return nil
	}
	for i, one := range some {
		if f, ok := one.from.(*File); ok {
			f.brief = i >= mostOpen
		}
	}
	defer func() { err = errors.Join(err, release(some)) }()
	inner, stop := context.WithCancel(ctx)
	l := newLine(s.kind, s.threads())
	var work sync.WaitGroup
	work.Go(func() { l.feed(inner, newWindow(s, some, min(blocks, s.within(windowBlocks))/len(some))) })
	for range s.threads() {
		work.Go(func() { l.work(inner) })
	}
	err = l.give(ctx, give)
	stop()
	work.Wait()
	if err == nil && ctx.Err() != nil { // feed may have ended early
		err = fmt.Errorf("packed: merge: %w", ctx.Err())
	}
	return err
}

// release closes the files of runs that have names: they may be more than a process may have open at once.
func release(some []storedRun) (err error) {
	for _, one := range some {
		if f, ok := one.from.(*File); ok {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}
