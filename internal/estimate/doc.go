// Package estimate estimates the counts of a search before it is run, from samples of its entries and its queries:
// the pairs that share time, hit or graze, batch by batch, and the boxes that a walk compares. It does not depend on
// devices or times: package perfmodel prices the counts.
//
// Entries is made once for each database, and a Workload is one search by the temporal method: overlaps are counted at
// sorted starts and ends, and the hits of each epoch are estimated from sampled query segments (§8.1.2 of M. Gowanlock
// and H. Casanova, arXiv:1405.7461; "the paper"). CountWalk walks a sample of the pairs that a pyramid walk opens.
package estimate
