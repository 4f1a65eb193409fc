//go:build long

package group

import "testing"

// TestConvoysAreTheDefinitionInManyRounds: TestConvoysAreTheDefinition with more seeds.
func TestConvoysAreTheDefinitionInManyRounds(t *testing.T) { convoysAreTheDefinition(t, 250) }

// TestMovingClustersAreTheDefinitionInManyRounds: TestMovingClustersAreTheDefinition with more seeds.
func TestMovingClustersAreTheDefinitionInManyRounds(t *testing.T) {
	movingClustersAreTheDefinition(t, 150)
}
