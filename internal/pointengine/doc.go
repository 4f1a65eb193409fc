// Package pointengine plans joins of points: it has a driver index them for the threshold that is asked for,
// cuts what outgrows memory into ranges of rows, and puts pairs in order. With any budget the pairs come in
// the same order: see docs/decisions/0052-joins-of-points.md.
package pointengine
