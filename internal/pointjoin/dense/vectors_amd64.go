package dense

import "golang.org/x/sys/cpu"

//go:generate go -C ../../../internal/asm run ./dense -out ../../internal/pointjoin/dense/disc_amd64.s -stubs ../../internal/pointjoin/dense/disc_stubs_amd64.go -pkg dense

// fastest returns the fastest loops that this processor supports.
func fastest() vectors {
	if cpu.X86.HasAVX2 {
		return vectors{"AVX2", countAVX2, leastAVX2}
	}
	return vectors{name: "Go"}
}
