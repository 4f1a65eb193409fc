// Package points holds sets of points, which points/format reads and internal/pointengine joins: rows of n coordinates, each with an id, in the order of the
// file that they come from. A Store is columnar and immutable.
//
// The joins of points are defined in docs/glossary.md. Points may come from anywhere; At makes points
// of trajectories: the positions of the objects at an instant.
package points
