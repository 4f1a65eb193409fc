// Package tune answers for one's own data the question of §8.3 of M. Gowanlock and H. Casanova, Parallel Distance Threshold Query Processing for Spatiotemporal Trajectory Databases on the
// GPU (arXiv:1405.7461): how long does a search take in batches of s query segments, and which s is best? Run predicts it by the performance model of a device,
// and with Options.Measure measures a dozen of the sizes. A Result is written as text, JSON, CSV, HTML and SVG.
package tune
