// Package output writes trajectories, hits, encounters and other rows to files. Written lists the formats, and the extension of a file
// picks one; package format says more of them.
package output
