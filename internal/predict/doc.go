// Package predict predicts the time of a search, and chooses by it: the empirical performance
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
// T1, T2, T3 and Theta are surfaces that package calibrate measures once for each device, on data that
// guarantees the case. Package estimate estimates the mix of a search: beta by counting on sorted starts and
// ends, and alpha for each epoch from sampled query segments. Model.Best picks the s of least T(s).
//
// The pyramid walk has an empirical component too: Walk prices the box tests and interactions that
// estimate.CountWalk counts. Choose compares predictions.
//
// A Model is kept as a small JSON file for each device, see Save, Load and DefaultPath. docs/model.md
// describes the calibration, and where and why the model departs from the paper.
package predict
