// Package group finds objects that stay together, and when, for package flyby and job. It has three answers, which docs/groups.md defines:
//
//   - Connected: sets of objects linked by chains of encounters at every instant of an interval, in continuous time. After
//     K. Buchin, M. Buchin, M. van Kreveld, B. Speckmann and F. Staals, Trajectory Grouping Structure, JoCG 2015
//     (arXiv:1303.6127).
//   - Convoy: sets of objects that are in one cluster at consecutive ticks of a clock. After H. Jeung, M. L. Yiu, X. Zhou,
//     C. S. Jensen and H. T. Shen, Discovery of Convoys in Trajectory Databases, PVLDB 2008 (arXiv:1002.0963).
//   - Moving: clusters of consecutive ticks that have members in common. After P. Kalnis, N. Mamoulis and S. Bakiras, On Discovering
//     Moving Clusters in Spatio-temporal Data, SSTD 2005.
//
// Groups and convoys are maximal: no other has a superset of the objects over a superset of the time. Why the
// sweep finds these and no others is in docs/decisions/0068-groups-by-a-sweep.md, and why no convoy is missed where ticks are
// not clustered in docs/decisions/0072-convoys-on-a-clock.md. Moving clusters are paths that cannot be made longer.
// Ticks at which nothing changes are one: docs/decisions/0075-runs-of-ticks.md.
package group
