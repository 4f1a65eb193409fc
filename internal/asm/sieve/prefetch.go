package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// prefetch writes the function that prefetches memory.
func prefetch() {
	TEXT("prefetch", NOSPLIT, "func(p *uint32)")
	Pragma("noescape")
	Doc("prefetch prefetches the memory at p and behind it, which is read soon.")
	p := Mem{Base: Load(Param("p"), GP64())}
	PREFETCHT0(p)
	PREFETCHT0(p.Offset(64))
	RET()
}
