//go:build !linux

package hugepage

// advise does nothing on systems without such a hint.
func advise([]byte) {}
