package hitorder

import (
	"strings"
	"unsafe"

	"flyby/interaction"
)

// uncleared returns memory for n hits, at least 1, with whatever was in it: make would clear it on one
// core, which takes as long as putting the hits in order on sixteen. A builder of strings is what
// returns memory that is not cleared; hits have no pointers.
func uncleared(n int) []interaction.HitRow {
	var b strings.Builder
	b.Grow(n * int(unsafe.Sizeof(interaction.HitRow{})))
	b.WriteByte(0)
	return unsafe.Slice((*interaction.HitRow)(unsafe.Pointer(unsafe.StringData(b.String()))), n)
}
