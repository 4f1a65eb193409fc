//go:build long

package opencl_test

import "testing"

// others are numbers of dimensions that TestSuite leaves out.
func others() []int { return []int{1, 4, 5, 16, 1024} }

// everywhere are the numbers that further manners have beside few.
func everywhere() []int { return append(others(), 3, 6) }

// TestSuiteOfOtherDimensions is TestSuite, which compiles for minutes.
func TestSuiteOfOtherDimensions(t *testing.T) { suite(t, others(), everywhere()) }

// TestClustersOfOtherDimensions is TestClusters, which compiles for minutes.
func TestClustersOfOtherDimensions(t *testing.T) { clusters(t, others(), everywhere()) }
