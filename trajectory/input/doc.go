// Package input reads trajectories from files: Open makes a data set of any size, Read and ReadFiles a store in memory. The extension of a file picks
// its format; package format has the options, the report, and the rules of columns and numbers.
package input
