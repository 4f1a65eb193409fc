// Package states makes trajectories of states: rows with a place, a time and a velocity. Of each trajectory the last row at or before an instant, now, counts, and becomes a trajectory of two samples, some time before
// and some time after now, at which the object is if it keeps its velocity: docs/answers.md#states has the definition.
package states
