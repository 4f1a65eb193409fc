package host

import (
	"golang.org/x/sys/cpu"

	"flyby/binindex"
)

//go:generate go -C ../../internal/asm run . -out ../../kernel/host/vector_amd64.s -stubs ../../kernel/host/vector_stubs_amd64.go -pkg host

// bestNear returns the fastest nearFunc that this processor runs.
func bestNear() nearFunc {
	switch {
	case hasAVX512():
		return near512
	case cpu.X86.HasAVX2:
		return near256
	}
	return nearGeneric
}

// near512 is nearFunc on processors with AVX-512.
func near512(b *block, o *binindex.Box, reach float32) uint32 {
	return nearAVX512(&b.min[0][0], &o.Min[0], reach)
}

// near256 is nearFunc on processors with AVX2.
func near256(b *block, o *binindex.Box, reach float32) uint32 {
	return nearAVX2(&b.min[0][0], &o.Min[0], reach)
}
