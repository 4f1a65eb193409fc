//go:build !linux || !(amd64 || arm64)

package cl

// Detach does nothing here: see detach_linux.go.
func Detach() bool { return false }
