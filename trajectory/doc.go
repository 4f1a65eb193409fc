// Package trajectory holds the data that flyby searches: samples, segments and the columnar store
// that trajectory/input makes of files, and that internal/engine and most other packages read.
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
//
// # The limit of speed
//
// Two ships that send under one MMSI, or a spike of a GPS receiver, make straight lines at
// 3,000 knots that meet everything along them. MaxGap does not cut them, since the samples
// are close in time. With BuildOptions.MaxSpeed, V, there is no segment whose length is more than V
// times its duration: the trajectory has a gap there, with the same effects as a gap of MaxGap. A
// sample that is cut off on both sides is left out, and the samples beside it are not joined.
// LeftOut.SpeedGaps and CutOff count both; several samples in a row that are left out make
// one gap.
//
//   - The first and the last sample of a trajectory have one side and stay, as point events
//     where it is cut. One cut says that one of two samples is wrong, not which; two cuts say
//     that this sample agrees with neither neighbour. So no trajectory loses all its samples.
//   - Gaps in time come first. An interval longer than MaxGap, or between two pieces of the
//     file (GPX, OEM), has no segment and is not held to V: after a silence of a day an
//     object may be anywhere. It is no side either, so a sample between such a gap and a
//     segment that is too fast stays. V does to each piece what it would do to a trajectory.
//   - Neighbours are neighbours in the file. Where two objects take turns under one id, all
//     samples but the first and the last go, and a good sample between two spikes goes with
//     them. Searching for the next reachable sample would keep more, but the answer would
//     depend on which object came first.
//   - The decision is exact: Faster compares |p1 - p0|² with (V (t1 - t0))² as rational
//     numbers of the float64 values. In float64 each square is off by less than 2⁻⁵⁰ of
//     itself; a difference of 2⁻⁴⁸ or more decides, math/big does otherwise. V is rounded
//     once to the data's unit, and a segment of exactly V stays. So readers that hold all
//     rows, or one a trajectory, cut at the same places.
//   - On the Earth positions are metres from the Earth's centre, heights included, of the
//     samples as read: a Builder decides before a Path splits long segments, since parts of
//     an arc are faster than its chord. V is the speed through space; over the ground a
//     segment of 99 km is 1 m longer. With heights in Columns.H these count as well, so
//     --vertical changes no segment.
//   - Memory: reading row by row takes one bit more for each trajectory, whether the segment
//     to its last sample was too fast.
//
// The tests hold stores, slabs of files in all formats, several files and degrees against
// rows that are cut by a simple reference and given pieces; the fuzz targets of spools and
// slabs know the limit. Rejected alternatives. Leaving out end samples that are cut off from
// their only neighbour: two distant samples of one id would both go, though neither is known
// to be wrong. A filter that smooths: flyby does not change positions. A limit that is found
// automatically: flyby info suggests one
// (docs/decisions/0099-notes-on-distant-samples.md), and nothing is done by itself.
package trajectory

import _ "flyby/internal/bits" // 32-bit processors are refused here, below all other packages
