// Package several makes one driver of several drivers, each of one device.
//
// A database that fits every device is replicated on all, and any device may do
// any of the work: the work is cut into jobs, and each device takes the next job
// when it is done with one, so that a slower device does less. A database that
// does not fit is split in time: each device holds the segments that start in a
// slice of time, with an index of these segments, and does the work that meets its
// slice. The reasons are in docs/decisions/0005-several-devices.md.
//
// An error on one device ends the work on all devices with that error.
package several
