// Package binindex holds the two indexes over the segments of a store.
//
// Bins is the index of the paper (§4): entry segments sorted by t_start, cut
// into temporal bins, and for a temporal extent the contiguous candidate
// ranges that may share time with it.
//
// Pyramid is the spatiotemporal index: boxes over runs of consecutive
// segments of one trajectory, and over groups of boxes close in space and time,
// level by level in flat arrays. Its boxes live in a Frame, which makes float32
// enough for them without ever losing a candidate.
//
// docs/decisions/0018-pyramids-by-default.md has the reasons why Pyramid is the default.
//
// # Duration classes
//
// Bins answers a batch with one contiguous candidate range for each class of durations. A
// range has to begin early enough for the longest segment that may still be active. With
// the paper's single range, one segment that lasts as long as the data set would make
// every earlier segment a candidate of every batch. So Bins sorts segments into classes
// by duration, each with bins of its own: the first class holds segments of up to 8 times
// the median duration, each further class up to 8 times the limit of the class before.
// Where no segment is longer than 8 times the median, as in all data sets of the paper,
// there is one class, and the index is the paper's to the letter.
//
// Rejected alternatives. Splitting long segments: their hits would have to be joined
// again, and segment ids would differ from the file's. One range a batch, as in the
// paper: correct, but without any pruning as soon as one object is parked for long.
package binindex
