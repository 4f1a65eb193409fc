//go:build !cldebug

package cl

import "io"

// trace does nothing; build with -tags cldebug to log every call.
func trace(*functions, io.Writer) {}
