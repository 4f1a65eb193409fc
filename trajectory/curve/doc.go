// Package curve turns samples that have velocities into segments that stay close to the curves
// through them.
//
// Between two samples of a piece the curve is the cubic that has the positions and velocities of the
// samples at their times (the cubic Hermite curve). A segment is a chord. It is split into parts of
// equal times, as many as keep all chords within a distance E of the curve at every instant; so at
// every instant the distance of two trajectories is within 2E of the distance of their curves. The
// proof, rounding included, is in docs/decisions/0044-curves.md.
package curve
