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
// docs/decisions/0001-duration-classes-in-the-temporal-bins.md has the reasons for the classes of
// duration in Bins, and docs/decisions/0018-pyramids-by-default.md the reasons why Pyramid is the
// default.
package binindex
