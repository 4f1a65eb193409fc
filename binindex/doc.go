// Package binindex holds the two indexes over the segments of a store, which internal/engine makes
// and drivers such as kernel/host search.
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
// Bins answers a batch with one contiguous candidate range for each class of durations: the first class holds
// segments of up to 8 times the median duration, each further class up to 8 times the limit of the class before.
// In all data sets of the paper there is one class, and the index is the paper's. docs/papers.md has the reason,
// and the other differences from the paper.
package binindex
