//go:build !amd64

package dense

// fastest returns the loops that this processor runs.
func fastest() vectors { return vectors{name: "Go"} }
