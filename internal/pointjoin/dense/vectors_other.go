//go:build !amd64

package dense

// fastest returns the fastest loops that this processor supports.
func fastest() vectors { return vectors{name: "Go"} }
