// Package serving measures what it costs to ask a server: flyby serve as a process of its own on the loopback, beside the same search in this process. The rows are told of in docs/performance.md.
//
// Figures are by the clock: client and server share the cores of this machine, so these are to be free.
package serving
