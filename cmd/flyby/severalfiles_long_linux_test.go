//go:build long

package main

import "testing"

// TestDaysInSlabs: the property of TestFilesInSlabs holds for files that follow one another.
func TestDaysInSlabs(on *testing.T) { filesInSlabs(heavy(on), "days", 30) }
