// Package elements turns element sets of objects into segments: which set holds when, samples of SGP4's positions, and chords within E of
// them.
package elements
