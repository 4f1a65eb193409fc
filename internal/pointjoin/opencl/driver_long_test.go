//go:build long

package opencl_test

import (
	"slices"
	"testing"

	"flyby/internal/pointjoin/opencl"
)

// others returns the numbers of dimensions that TestSuite leaves out.
func others() []int { return []int{1, 4, 5, 16, 1024} }

// everywhere returns the numbers of dimensions of further settings and manners that few
// leaves out.
func everywhere(m opencl.Manner) (all []int) {
	for _, n := range append(others(), some()...) {
		if !slices.Contains(few(m), n) {
			all = append(all, n)
		}
	}
	return all
}

// TestSuiteOfOtherDimensions is TestSuite in other dimensions, which compiles for
// minutes.
func TestSuiteOfOtherDimensions(t *testing.T) { suite(t, others(), everywhere) }

// TestClustersOfOtherDimensions is TestClusters in other dimensions, which compiles for
// minutes.
func TestClustersOfOtherDimensions(t *testing.T) { clusters(t, others(), everywhere) }
