// Package source reads data sets of any size and searches the large ones.
//
// A Reader decides, before any row is read, whether the data sets of a search fit its memory. Those that do become stores. The others
// become spools (flyby/internal/spool), which a Plan cuts into slabs of time or, where segments last too long, into ranges of
// trajectories, and a Sweep searches slab after slab: docs/memory.md has the whole picture.
package source
