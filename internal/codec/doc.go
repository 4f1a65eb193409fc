// Package codec has the batches of typed columns that every format of files is decoded to before anything in them gets a meaning, and the
// values of their cells: as numbers, as times, as ids, as text. A Reader knows the bytes of one format and nothing of trajectories or points;
// what reads batches knows nothing of formats. See docs/decisions/0131-batches-of-columns.md.
package codec
