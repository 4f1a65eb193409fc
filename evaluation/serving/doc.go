// Package serving measures the cost of asking a server: flyby serve as a process of its own on the loopback, beside the same search in this
// process. docs/performance.md describes the rows.
//
// Figures are by the clock: client and server share the cores of this machine, which should run nothing else.
package serving
