//go:build !linux

package hugepage

// advise does nothing where there is no such hint.
func advise([]byte) {}
