// Package points holds sets of points: rows of n coordinates, each with an id, in the order of the
// file that they come from. A Store is columnar and immutable.
//
// What the joins of points are is in docs/glossary.md. Points may come from anywhere; At makes them
// of trajectories, where the objects are at an instant.
package points
