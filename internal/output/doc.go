// Package output writes trajectories, hits, encounters and other rows to files. Written lists the formats, and the extension of a file
// picks one; package format describes them.
package output
