// Package group finds objects that stay together, and when. It has three answers, which docs/groups.md defines:
//
//   - Connected: sets of objects linked by chains of encounters at every instant of an interval, in continuous time. After
//     K. Buchin, M. Buchin, M. van Kreveld, B. Speckmann and F. Staals, Trajectory Grouping Structure, JoCG 2015
//     (arXiv:1303.6127).
//
// All sets that are reported are maximal: no other has a superset of the objects over a superset of the time. Why the
// sweep finds these and no others is in docs/decisions/0068-groups-by-a-sweep.md.
package group
