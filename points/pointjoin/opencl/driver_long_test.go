//go:build long

package opencl_test

import "testing"

// others are numbers of dimensions beside those of TestSuite.
func others() []int { return []int{1, 4, 5, 16, 1024} }

// TestSuiteOfOtherDimensions is TestSuite, which compiles for minutes.
func TestSuiteOfOtherDimensions(t *testing.T) { suite(t, others()) }

// TestClustersOfOtherDimensions is TestClusters, which compiles for minutes.
func TestClustersOfOtherDimensions(t *testing.T) { clusters(t, others()) }
