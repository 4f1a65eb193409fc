// Package perfmodel predicts how long a search takes, and chooses by it: the empirical performance
// model of §8 of M. Gowanlock and H. Casanova, Parallel Distance Threshold Query Processing for
// Spatiotemporal Trajectory Databases on the GPU (arXiv:1405.7461; "the paper").
//
// For a kernel invocation of q query segments against c candidates, i = q x c interactions, of which a
// fraction alpha are hits, beta temporal misses and gamma temporal hits but spatial misses (an estimate.Mix):
//
//	T_GPU(i,c) = T1(alpha i, c) + T2(beta i, c) + T3(gamma i, c) - 2 Theta(i, c)   Kernel.Time
//	T_CPU(s,σ) = T1_CPU(s) + T2_CPU(σ)                                             Host
//	T(s)       = sum of T_GPU over the batches of s query segments + T_CPU         Model.Predict
//
// T1, T2, T3 and Theta are surfaces that package calibrate measures once a device, on data that guarantees the
// case. Package estimate says what a search asks for: beta by counting on sorted starts and ends, and alpha an
// epoch from sampled query segments. Model.Best picks the s of least T(s).
//
// The pyramid walk has a component of the same empirical kind: Walk prices what estimate.CountWalk counts of box
// tests and interactions. Choose compares.
//
// A Model is kept as a small JSON file a device, see Save, Load and DefaultPath. docs/model.md says
// what is calibrated how, and where this departs from the paper and why.
package perfmodel
