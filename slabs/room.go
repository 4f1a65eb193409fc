package slabs

import (
	"fmt"
	"path/filepath"

	"flyby/internal/slab"
	"flyby/internal/source"
	"flyby/internal/spill"
)

// needRoom refuses a folder that has less room than slabs take at the least, before any is written. What edges add to it is not known before: a folder that is full later is an error, too.
func (p *planning) needRoom(pair source.Pair) error {
	folder, err := spill.OpenAs(filepath.Dir(p.dir), p.dir, 0)
	if err == nil {
		err = folder.Need("the slabs", leastBytes(pair))
	}
	if err != nil {
		return fmt.Errorf("slabs: plan: %w", err)
	}
	return nil
}

// leastBytes is what the files of a plan take at the least: each segment lies in a slab with its first sample, and each trajectory, which has its id besides.
func leastBytes(pair source.Pair) uint64 {
	all := []slab.Whole{pair.Entries.Whole()}
	if !pair.Join {
		all = append(all, pair.Queries.Whole())
	}
	const float, numbers, id = 8, 4 * 4, 4
	bytes := uint64(0)
	for _, w := range all {
		columns := 1 + w.Space.Dim
		if w.Space.Heights {
			columns++
		}
		bytes += w.Segments*uint64(columns)*float + uint64(w.IDs.Len())*(numbers+id)
	}
	return bytes
}
