// Package host is the driver for the host's cores, in Go and assembly. It works on every machine, and
// the other drivers are compared with it.
//
// # Walks by query
//
// A walk depth first meets runs in any order. Ordering the hits took 38 % of the time of a search
// with many hits, and moved them through memory four times; pairs of runs are a quarter as many as
// hits. So where many entries lie near the queries, a walk goes by query (querytask.go). It opens the
// same pairs of boxes, so counts of box tests are unchanged, but it descends the boxes of the
// queries only, each with the list of all entry boxes near it. It comes once to each sixteen query
// runs under a box. The pairs of runs that lie near each other there, some thousands, are sorted by
// the entry's row and compared then. So all hits of a query row come from one thread, by entry row,
// and that thread counts them as it finds them. internal/hitorder orders them in one pass: it moves
// each hit to the place that the counts give.
//
// Correctness does not depend on that order. internal/hitorder checks that each hit comes after the
// one before in its row, and sorts the rows where one does not; where the counts differ from the
// hits, it sorts all hits. So a walk may give the order up: pairs of runs that outgrow their room
// (2^18 a thread) are compared at once.
//
// The choice: before a walk begins, eight query runs, evenly spread, are taken down the entries.
// With 48 or more entry runs near each in the mean, lists pay. With fewer (rw, gal-0.05, gal-0.5)
// they cost more than ordering the few hits. The walk also needs enough boxes of queries for all
// threads. Joins find each pair once, whichever row is the lesser, and hits that are joined where
// they are found want the pairs of two trajectories together: both walk depth first.
//
// # Motions
//
// Boxes of objects that pass each other at speed overlap whether they come near or not: with ten times
// the objects, ten times as many boxes overlap a box, however short the distance. So in a join whose
// runs have 24 or more others near them, a run is also one straight motion with a bound of how far its
// object strays from it (motion.go, E11 in docs/equations.md), 36 bytes a run. Two runs near by their
// boxes are dropped where they are apart as motions: 9 in 10 of 10^7 stars, 14 in 15 of 10^8. The first join
// that wants motions makes them, unless a sample of the runs is crooked (random walks).
package host
