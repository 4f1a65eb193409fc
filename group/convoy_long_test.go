//go:build long

package group

import "testing"

// TestConvoysAreTheDefinitionInManyRounds: the property of TestConvoysAreTheDefinition holds for more
// seeds.
func TestConvoysAreTheDefinitionInManyRounds(t *testing.T) { convoysAreTheDefinition(t, 250) }

// TestMovingClustersAreTheDefinitionInManyRounds: the property of TestMovingClustersAreTheDefinition
// holds for more seeds.
func TestMovingClustersAreTheDefinitionInManyRounds(t *testing.T) {
	movingClustersAreTheDefinition(t, 150)
}
