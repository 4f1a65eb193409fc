// Package scene has the code that the pages of trajectories share: places around an instant, samples as lines, times as columns, histograms,
// and numbers in the form for readers.
package scene
