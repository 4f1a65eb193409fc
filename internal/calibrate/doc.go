// Package calibrate measures a device and makes its performance model, a predict.Model: T1, T2, T3 and Theta on a grid
// over candidates and query segments, T1_CPU and T2_CPU, and the costs of a pyramid walk, on generated data that guarantees
// the measured case; then it rehearses whole searches. docs/model.md describes the measurements.
//
// A model carries a Report, which compares the model's parts with the measurements.
package calibrate
