// Package bits refuses, at build time, processors with addresses of 32 bits. It
// holds nothing; package trajectory imports it, so that all others do.
package bits
