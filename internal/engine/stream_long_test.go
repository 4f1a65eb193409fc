//go:build long

package engine

import "testing"

// TestStreamEveryWay is TestStream in every way, and with larger scenes.
func TestStreamEveryWay(t *testing.T) { stream(t, 1, 1e6) }
