// Package tier marks the tests that make quick leaves out. A test is of one tier: make quick runs it, make test does, or, where its
// file has the build tag long, make long (docs/testing.md).
package tier

import "testing"

// Full leaves a test to make test: a test that needs an OpenCL device or a process with a bound of memory, or takes about a second.
func Full(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("make quick leaves it to make test")
	}
}
