//go:build long

package pointengine_test

import "testing"

// TestClustersInSmallSlabs is TestClustersInSlabs with about a quarter of the points
// a slab.
func TestClustersInSmallSlabs(t *testing.T) { clustersInSlabs(t, 40) }
