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
	// mostStrands is how many strands are merged at once, at most.
	mostStrands = 256
	// leastDepth is how many blocks of a strand are at hand where more are left: with two, a
	// window has a whole block of one strand at least, and about as much of the others.
	leastDepth = 2
	// windowBlocks is how many blocks a window is made of where strands are few: enough that
	// threads seldom wait for each other.
	windowBlocks = 128
)

// blockBytes is the memory of a block: in columns, in planes, or packed.
func (k Kind) blockBytes() uint64 { return blockRows * uint64(k.RowBytes()+1) }

// MergeBytes is the memory that merging some strands on some threads takes, at most: blocks of
// each at hand, a block in planes and packed for each thread, and what is merged and not yet
// taken.
func (k Kind) MergeBytes(strands, threads int) uint64 {
	return k.besides(threads) + leastDepth*uint64(strands)*k.blockBytes()
}

// besides is the part of MergeBytes that strands have no part in.
func (k Kind) besides(threads int) uint64 {
	threads = max(threads, 1)
	return 2*uint64(threads)*k.blockBytes() + uint64(chunksOf(threads))*mostChunk*uint64(k.RowBytes())
}

// Merged yields the rows of all strands as one strand: a chunk at a time, whose memory is used for the
// next. It takes bytes of memory, or MergeBytes of two strands where that is more. Where that is
// too little for all strands, or they are more than 256, groups of them are merged to fewer
// strands first. What it yields does not depend on bytes nor on threads. An error of the
// folder, or that of ctx, ends it.
func (s *Strands) Merged(ctx context.Context, bytes uint64) iter.Seq2[*Rows, error] {
	return push.Seq(func(give func(*Rows) error) error {
		err := s.End()
		blocks := int(min(s.kind.blocksIn(bytes, s.threads), mostStrands*leastDepth*windowBlocks))
		for most := min(mostStrands, blocks/leastDepth); err == nil && len(s.all) > most; {
			err = s.round(ctx, most, blocks)
		}
		if err != nil {
			return err
		}
		return s.merge(ctx, s.all, blocks, give)
	})
}

// blocksIn is how many blocks may be at hand: two strands' at least.
func (k Kind) blocksIn(bytes uint64, threads int) uint64 {
	besides := k.besides(threads)
	return max(2*leastDepth, (bytes-min(bytes, besides))/k.blockBytes())
}

// round merges groups of strands that follow one another, in a file of their own.
func (s *Strands) round(ctx context.Context, most, blocks int) error {
	size := min(most, (len(s.all)+most-1)/most)
	fewer, err := NewStrands(s.folder, s.kind, s.threads)
	if err != nil {
		return err
	}
	for first := 0; first < len(s.all) && err == nil; first += size {
		if err = fewer.Begin(); err == nil {
			err = s.merge(ctx, s.all[first:min(first+size, len(s.all))], blocks, fewer.Add)
		}
	}
	if err = errors.Join(err, fewer.End()); err != nil {
		return errors.Join(err, fewer.Close())
	}
	old := *s
	s.file, s.packer, s.all, s.idle = fewer.file, fewer.packer, fewer.all, nil
	return errors.Join(old.packer.close(), old.file.Close())
}

// merge hands the rows of some strands on as those of one, in chunks. blocks is how many may be
// at hand.
func (s *Strands) merge(ctx context.Context, strands [][]section, blocks int, give func(*Rows) error) error {
	if len(strands) == 0 {
		return nil
	}
	inner, stop := context.WithCancel(ctx)
	l := newLine(s.kind, s.threads)
	var work sync.WaitGroup
	work.Go(func() { l.feed(inner, newWindow(s, strands, min(blocks, windowBlocks)/len(strands))) })
	for range s.threads {
		work.Go(func() { l.work(inner) })
	}
	err := l.give(ctx, give)
	stop()
	work.Wait()
	if err == nil && ctx.Err() != nil { // what was fed may have ended early
		err = fmt.Errorf("packed: merge: %w", ctx.Err())
	}
	return err
}
