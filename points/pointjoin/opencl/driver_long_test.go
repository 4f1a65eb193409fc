//go:build long

package opencl_test

import (
	"slices"
	"testing"

	"flyby/points/pointjoin/opencl"
)

// others are numbers of dimensions that TestSuite leaves out.
func others() []int { return []int{1, 4, 5, 16, 1024} }

// everywhere are the numbers that further settings and manners have beside few.
func everywhere(m opencl.Manner) (all []int) {
	for _, n := range append(others(), some()...) {
		if !slices.Contains(few(m), n) {
			all = append(all, n)
		}
	}
	return all
}

// TestSuiteOfOtherDimensions is TestSuite, which compiles for minutes.
func TestSuiteOfOtherDimensions(t *testing.T) { suite(t, others(), everywhere) }

// TestClustersOfOtherDimensions is TestClusters, which compiles for minutes.
func TestClustersOfOtherDimensions(t *testing.T) { clusters(t, others(), everywhere) }
