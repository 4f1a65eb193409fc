//go:build long

package main

import "testing"

// TestDaysInSlabs is TestFilesInSlabs of files that follow one another.
func TestDaysInSlabs(on *testing.T) { filesInSlabs(heavy(on), "days", 30) }
