//go:build long

package spool

import "testing"

// TestManySetsOfFiles: TestFiles with more seeds.
func TestManySetsOfFiles(t *testing.T) { filesAgree(t, 150) }
