// Package source reads data sets of any size and searches the large ones.
//
// A Reader decides, before any row is read, whether the data sets of a search fit its memory. Data sets that fit become stores. Data sets that do not
// become spools (flyby/internal/spool), which a Plan cuts into slabs of time or, where segments last too long, into ranges of
// trajectories, and a Sweep searches slab after slab: docs/memory.md has the whole picture.
package source
