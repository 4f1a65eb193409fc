package estimate

import (
	"testing"

	"flyby/binindex"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/ownership"
	"flyby/internal/testing/modeltest"
)

// The extents of a sample of entries count about as many overlaps as all of them.
func TestExtentsAreASample(t *testing.T) {
	entries, err := datasets.Generate("randwalk-exp", 1, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	e := &NewEntries(entries, binindex.NewBins(entries, 0)).extents
	if n := len(e.starts); n < thinEntries || n > 2*thinEntries {
		t.Errorf("%d of %d segments", n, entries.Segments())
	}
	modeltest.Near(t, "segments", e.each*float64(len(e.starts)), float64(entries.Segments()), 1e-9)
	extent := entries.Extent()
	sampled := sweep{extents: e, window: interaction.Unbounded()}
	for k := range 8 {
		from := extent.Start + float64(k)/8*(extent.End-extent.Start)
		to := from + (extent.End-extent.Start)/8
		want := 0.0
		for _, s := range entries.Rows() {
			if s.T0 <= to && ownership.Owned(s.T1, s.Last) >= from {
				want++
			}
		}
		// Few segments are active at the end: there one segment of the sample is more than 15 %.
		modeltest.Near(t, "overlaps", sampled.overlaps(from, to, true), want, max(0.15, e.each/want))
	}
}
