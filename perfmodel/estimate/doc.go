// Package estimate says what a search is made of before it is run, from samples of its entries and its queries: how
// many pairs share time, hit or graze, batch by batch, and how many boxes a walk compares. It knows no device and no
// times: package perfmodel prices what it counts.
//
// Entries is kept a database, and a Workload is one search by the temporal method: overlaps are counted at sorted
// starts and ends, and hits an epoch are estimated from sampled query segments (§8.1.2 of M. Gowanlock and
// H. Casanova, arXiv:1405.7461; "the paper"). CountWalk walks a sample of the pairs that a pyramid walk opens.
package estimate
