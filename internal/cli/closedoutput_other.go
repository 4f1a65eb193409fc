//go:build !linux

package cli

// OutputClosedAtStart reports false: Go opens /dev/null in the place of a closed standard
// output, and nothing tells it from one that was asked for.
func OutputClosedAtStart() bool { return false }
