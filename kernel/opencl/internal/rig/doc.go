// Package rig has what tests of the packages beside it share: random stores and searches,
// what brute force finds, an open device, and the comparison of kernels' arguments with
// their texts.
package rig
