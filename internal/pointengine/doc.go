// Package pointengine plans joins of points: a driver indexes them for the threshold that is asked for,
// joins that outgrow memory are cut into ranges of rows, and pairs are put in order. With any budget the
// pairs come in the same order: see docs/decisions/0052-joins-of-points.md.
package pointengine
