//go:build long

package engine

import "testing"

// TestStreamEveryWay is TestStream of every way, and of larger scenes.
func TestStreamEveryWay(t *testing.T) { stream(t, 1, 1e6) }
