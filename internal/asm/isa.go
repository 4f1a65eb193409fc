package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Predicates of VCMPPD. For NaN all are false but notGreater and notEqual.
const (
	equal      = 0x00
	less       = 0x11
	lessEqual  = 0x12
	notEqual   = 0x04
	greaterEq  = 0x1d
	greater    = 0x1e
	notGreater = 0x1a
)

// isa writes operations on vectors of float64: 8 lanes and masks in mask
// registers with AVX-512, 4 lanes and masks in vectors with AVX2. An operation
// takes its operands in the order of the formula, from registers or memory.
type isa struct {
	wide  bool
	slots *int // stack slots in use
	// crowded says that a function of 8 lanes has no register to spare. avo assumes that a
	// blend reads its result, so that the register counts as in use from the function's begin
	// on. Copying an operand into it first avoids that.
	crowded bool
}

// slotBytes is the size of a vector of 4 lanes, as kept on the stack.
const slotBytes = 32

func (s isa) vec() reg.VecVirtual {
	if s.wide {
		return ZMM()
	}
	return YMM()
}

// load returns the operand in a register.
func (s isa) load(x Op) reg.VecVirtual {
	if v, ok := x.(reg.VecVirtual); ok {
		return v
	}
	v := s.vec()
	VMOVUPD(x, v)
	return v
}

// keep returns an operand that holds the value for long: AVX2 has too few registers, 16, so the
// value goes to the stack.
func (s isa) keep(x reg.VecVirtual) Op {
	if s.wide {
		return x
	}
	slot := NewStackAddr(*s.slots * slotBytes)
	*s.slots++
	VMOVUPD(x, slot)
	return slot
}

func (s isa) constant(x Mem) reg.VecVirtual {
	v := s.vec()
	VBROADCASTSD(x, v)
	return v
}

func (s isa) zero() reg.VecVirtual {
	v := s.vec()
	VXORPD(v, v, v)
	return v
}

// binary returns f(x, y), f one of add, sub, mul, div, max and min. max is x > y ? x : y and
// min is x < y ? x : y.
func (s isa) binary(f func(...Op), x, y Op) reg.VecVirtual {
	v := s.vec()
	f(y, s.load(x), v)
	return v
}

func (s isa) add(x, y Op) reg.VecVirtual { return s.binary(VADDPD, x, y) }
func (s isa) sub(x, y Op) reg.VecVirtual { return s.binary(VSUBPD, x, y) }
func (s isa) mul(x, y Op) reg.VecVirtual { return s.binary(VMULPD, x, y) }
func (s isa) div(x, y Op) reg.VecVirtual { return s.binary(VDIVPD, x, y) }
func (s isa) max(x, y Op) reg.VecVirtual { return s.binary(VMAXPD, x, y) }
func (s isa) min(x, y Op) reg.VecVirtual { return s.binary(VMINPD, x, y) }

func (s isa) sqrt(x Op) reg.VecVirtual {
	v := s.vec()
	VSQRTPD(x, v)
	return v
}

func (s isa) abs(x Op) reg.VecVirtual {
	if s.wide {
		return s.binary(VPANDQ, x, s.constant(allButSign))
	}
	return s.binary(VANDPD, x, s.constant(allButSign))
}

func (s isa) negative(x Op) reg.VecVirtual {
	if s.wide {
		return s.binary(VPXORQ, x, s.constant(signBit))
	}
	return s.binary(VXORPD, x, s.constant(signBit))
}

// compare returns the mask of x predicate y.
func (s isa) compare(x Op, predicate uint8, y Op) reg.Register {
	if s.wide {
		k := K()
		VCMPPD(U8(predicate), y, s.load(x), k)
		return k
	}
	v := YMM()
	VCMPPD(U8(predicate), y, s.load(x), v)
	return v
}

// both returns the mask a & b.
func (s isa) both(a, b reg.Register) reg.Register {
	if s.wide {
		k := K()
		KANDW(a, b, k)
		return k
	}
	v := YMM()
	VANDPD(a, b, v)
	return v
}

// choose returns mask ? yes : no.
func (s isa) choose(mask reg.Register, yes, no Op) reg.VecVirtual {
	v := s.vec()
	switch {
	case s.wide && s.crowded:
		VMOVUPD(no, v)
		VBLENDMPD(yes, v, mask, v)
	case s.wide:
		VBLENDMPD(yes, s.load(no), mask, v)
	default:
		VBLENDVPD(mask, yes, s.load(no), v)
	}
	return v
}

// bits puts a mask into a new general register.
func (s isa) bits(mask reg.Register) reg.GPVirtual {
	g := GP32()
	if s.wide {
		KMOVW(mask, g)
	} else {
		VMOVMSKPD(mask, g)
	}
	return g
}

// mask makes a mask of the lowest bits of a general register, a bit a lane.
func (s isa) mask(g reg.GPVirtual) reg.Register {
	if s.wide {
		k := K()
		KMOVW(g, k)
		return k
	}
	v := YMM()
	VMOVD(g, v.AsX())
	VPBROADCASTQ(v.AsX(), v)
	VPAND(laneBits, v, v)
	VPCMPEQQ(laneBits, v, v)
	return v
}

// result returns f(a, b) of general registers, for a two-operand instruction, and leaves a
// unchanged.
func result(f func(x, y Op), a, b reg.GPVirtual) reg.GPVirtual {
	g := GP32()
	MOVL(a, g)
	f(b, g)
	return g
}

// dot returns the inner product.
func (s isa) dot(a, b [3]Op) reg.VecVirtual {
	return s.add(s.add(s.mul(a[0], b[0]), s.mul(a[1], b[1])), s.mul(a[2], b[2]))
}
