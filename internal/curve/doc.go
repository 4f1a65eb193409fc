// Package curve turns samples that have velocities into segments that stay close to the curves
// through them.
//
// Between two samples of a piece the curve is the cubic that has the positions and velocities of the
// samples at their times (the cubic Hermite curve). A segment is a chord. It is split into parts of
// equal times, as many as keep all chords within a distance E of the curve at every instant; so at
// every instant the distance of two trajectories is within 2E of the distance of their curves. The
// proof, rounding included, is in docs/decisions/0044-curves.md.
//
// # Cylinders
//
// Curves go together with a vertical threshold V. x, y and z are split by E as without V; a chord
// that is within E of its curve is so along any axis and in any plane. So at every instant the
// horizontal distance and the difference of heights of two objects are each within 2E of the
// curves'. Heights that are cut leave d_min near to the curves' at no known time, but the times of
// a row are known: over one set of times, the row's, the minima of two functions that differ by at
// most 2E differ by at most 2E. Which times are the row's is exact for the chords, as everything
// else. What comes within D and V on curves comes within D + 2E and V + 2E on chords, and the other
// way round.
//
// Velocities in units of their own are converted (package format), positions are not: a velocity
// only says how far its cubic bends, and the data are still the samples.
package curve
