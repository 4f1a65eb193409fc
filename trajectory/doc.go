// Package trajectory holds the data that flyby searches: samples, segments and
// the columnar store that every other package reads.
//
// # Layout
//
// A Store keeps one float64 per sample and coordinate, T, X, Y and Z (Z is nil
// in 2-D). Trajectories stand in the order of their ids (integers numerically,
// names bytewise), the samples of one trajectory are contiguous and strictly
// increasing in T. The "row" of a segment is the index of its first sample, so
// rows order segments by (trajectory, segment id), which is the order in which
// results are written.
//
// A trajectory without gaps has one segment between each two consecutive
// samples; a trajectory of one sample is a point event, one segment of zero
// duration. Where BuildOptions.MaxGap or MaxSpeed cuts a trajectory, each Piece behaves so.
// A Builder makes segments of rows by all these rules; New is its batch form.
//
// # Units
//
// Lengths are in the caller's unit (Plain), or in metres from the Earth's centre
// (EarthCentred). Times are in the caller's unit too (Number), or seconds since the Unix
// epoch (Timestamp). A store knows which: Store.Space and Store.Times.
package trajectory

import _ "flyby/internal/bits" // 32-bit processors are refused here, below all other packages
