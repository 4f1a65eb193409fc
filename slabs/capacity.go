package slabs

import (
	"fmt"
	"path/filepath"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/source"
	"flyby/internal/spill"
)

// needRoom refuses a folder with less free space than the slabs take at the least, before it writes any. The space for segments at edges is not known before: a folder that is full later is an error, too.
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

// leastBytes returns the least bytes of the files of a plan.
func leastBytes(pair source.Pair) uint64 {
	bytes := leastOf(pair.Entries)
	if !pair.Join {
		bytes += leastOf(pair.Queries)
	}
	return bytes
}

// leastOf returns the least bytes of the slabs of a data set: of each segment the first sample, and of each trajectory its record and its id; for samples that stay in their file the ids alone.
func leastOf(of *source.Set) uint64 {
	const float, numbers, id = 8, 4 * 4, 4
	w := of.Whole()
	if of.InPlace() {
		return uint64(w.IDs.Len()) * id
	}
	columns := 1 + w.Space.Dim
	if w.Space.Heights {
		columns++
	}
	return w.Segments*uint64(columns)*float + uint64(w.IDs.Len())*(numbers+id)
}

// holdsMerge refuses memory that is too little to merge two parts at a time.
func (w *Work) holdsMerge(o MergeOptions) error {
	quota := memory.NewQuota(o.Machine.Memory)
	defer quota.Close()
	const parts = 2 // half of the remaining memory is for the sink
	return quota.Need("parts that are merged take", parts*w.kind.MergeBytes(2, parallel.Threads(o.Machine.Threads)))
}
