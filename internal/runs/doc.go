// Package runs sorts rows that outgrow memory, and merges sorted rows.
//
// A run is rows in order, a sorted part of an external merge sort. A run file has a head and rows of fixed width in blocks with
// checksums, with a name or without one. A file that was cut, flipped or reordered is an error, and never other rows:
// docs/decisions/0095-runs.md.
//
// Every kind of file that flyby writes or reads is in this picture, which docs/architecture.md §4 has as well:
//
//	written by                      file                                                  read by
//	with a name: there in full or not at all (internal/atomicfile)
//	  other programs,           ┌──────────────────────────────────────────────────────┐
//	  internal/output ─────────>│ data sets: CSV, Parquet, FITS, VOTable, GPX, FCD ... ├──> trajectory/input
//	  other programs,           │                                                      │
//	  points/format ───────────>│ points: CSV, NPY, Parquet                            ├──> points/format
//	  internal/output ─────────>│ results: hits, encounters, pairs, objects, groups,   │
//	                            │ clusters, as CSV, Parquet, GeoJSON                   ├──> verify, other programs
//	  a program of its own ────>│ plans of searches: JSON with a checksum              ├──> flyby.Plan
//	  slabs ───────────────────>│ a folder of slabs: a manifest in JSON; ids, slabs    │
//	                            │ (internal/slab), parts (internal/packed): block files├──> slabs, on any host
//	                            └──────────────────────────────────────────────────────┘
//	with a name, in the user's cache, the user's alone (internal/private)
//	                            ┌──────────────────────────────────────────────────────┐
//	  internal/predict ────────>│ performance models: JSON, one a device               ├──> internal/predict
//	  internal/placement ──────>│ how long a GPU takes to start: JSON, one             ├──> internal/placement
//	  internal/clrt ───────────>│ compiled kernels, one a program and device           ├──> internal/clrt
//	                            └──────────────────────────────────────────────────────┘
//	with a name, in the system's folder for temporary files
//	                            ┌──────────────────────────────────────────────────────┐
//	  internal/clrt ───────────>│ source of a kernel that does not compile             ├──> whoever reports it
//	  cmd/flyby demo ──────────>│ the scene of the demonstration: FCD, removed at once ├──> trajectory/input
//	                            └──────────────────────────────────────────────────────┘
//	without a name, in --tmp (internal/spill): gone with the process
//	                            ┌──────────────────────────────────────────────────────┐
//	  internal/spool ──────────>│ segments: pages of packed columns, in reels          ├──> internal/spool: slabs,
//	                            │                                                      │    samples, some trajectories
//	  internal/spool ──────────>│ rows of several files, by time; samples of a spool,  │
//	                            │ by trajectory: run files                             ├──> internal/spool
//	  internal/sweep, engine,   │ hits, encounters, pairs of points: runs of packed    │
//	  pointengine ─────────────>│ blocks (internal/packed)                             ├──> internal/sweep, engine, pointengine
//	  internal/whereabouts ────>│ where objects were, how fast: notes, in blocks       ├──> internal/whereabouts
//	  internal/whereabouts ────>│ rows that wait for that: columns, in blocks          ├──> internal/whereabouts
//	                            └──────────────────────────────────────────────────────┘
//	run file: a head (magic, format, width, rows, rows of a block, serial), blocks of rows, each with a CRC-32C
//	block: bytes with a CRC-32C, which covers the block's number too
//	block file: a head (magic, format, kind, number, what it belongs to), blocks, a directory, a SHA-256 of all
package runs
