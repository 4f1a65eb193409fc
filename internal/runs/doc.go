// Package runs sorts rows that outgrow memory, and merges what is sorted. A run is rows in order. A run file has a head and rows of
// fixed width in blocks with checksums, with a name or without: what was cut, flipped or reordered is an error, and never other rows.
// docs/decisions/0095-runs.md says why.
package runs
