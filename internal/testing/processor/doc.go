// Package processor reads the processor time of a process, for benchmarks.
package processor
