// Package calibrate measures a device and makes its performance model, a perfmodel.Model: T1, T2, T3 and Theta on a grid
// over candidates and query segments, T1_CPU and T2_CPU, and the costs of a pyramid walk, on data that it makes itself and
// that guarantees what is measured; then it rehearses whole searches. docs/model.md says what is measured how.
//
// How well the parts fit what was measured is the Report that a model carries.
package calibrate
