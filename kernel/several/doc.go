// Package several makes one driver of several, each with a device of its own.
//
// A database is replicated on all devices where it fits, and any device may do
// any of the work: it is cut into jobs, and each device takes the next when it
// is done with one, so that a slower device does less. A database that does not
// fit is split in time: each device holds the segments that start in a slice of
// time, with an index of their own, and does the work that meets its slice.
// Why it is done in this way is in docs/decisions/0005-several-devices.md.
//
// An error on one device ends the work on all with that error.
package several
