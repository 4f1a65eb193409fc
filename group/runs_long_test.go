//go:build long

package group

import "testing"

// TestRunsAreTicksInManyRounds: the property of TestRunsAreTicks holds for more seeds.
func TestRunsAreTicksInManyRounds(t *testing.T) { runsAreTicks(t, 2000) }

// TestConvoysInSlabsInManyRounds: the property of TestConvoysInSlabs holds for more seeds.
func TestConvoysInSlabsInManyRounds(t *testing.T) { convoysInSlabs(t, 10000) }

// TestConvoysAcrossEveryBlock: the property of TestConvoysAcrossBlocks holds for more numbers of
// ticks a window, and of ticks behind the second block.
func TestConvoysAcrossEveryBlock(t *testing.T) {
	convoysAcrossBlocks(t, []int{1, 2, 3, 4, 7, 30}, []int{1, 2, 5, 16})
}
