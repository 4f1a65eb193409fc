// Package scene has what the pages of trajectories share: places around an instant, samples as lines, times as columns, histograms, and numbers as people read them.
package scene
