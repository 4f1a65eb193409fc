// Package elements turns element sets of objects into curves: which set holds when, samples of SGP4's positions, and legs between them,
// whose chords are within a distance E of SGP4's positions.
//
// A set has a grid of blocks from its epoch, of one length, which follows from the set and E alone. A block is a leg where the cubic
// through the positions and velocities at its ends is within E/4 of SGP4 at seven instants between; where it is not, each half of it is
// treated alike. Package curve splits a leg into chords within 3E/4 of its cubic. So legs do not depend on the times that are asked for. The
// bound is measured, not proven, and where SGP4 jumps a chord of some seconds at most joins both sides: see docs/decisions/0142-orbits.md.
//
// Lengths are in km, positions in TEME; times are Unix seconds.
package elements
