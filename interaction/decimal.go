package interaction

import (
	"math"
	"math/big"
	"strconv"
)

// Heights are compared as decimals: each height, and V, stands for the shortest decimal that reads back as its float64, which is
// the decimal that somebody wrote (docs/decisions/0082-heights-are-decimals.md). 9448.8 m is then 304.8 m above 9144 m, whatever
// the difference of the two float64 values is.

// decimal is digits * 10^exponent.
type decimal struct {
	digits   int64 // 17 of them at most
	exponent int
}

// shortest returns the shortest decimal that reads back as v, which is finite: of several the nearest to v.
func shortest(v float64) decimal {
	if n := int64(v); math.Abs(v) < 1<<53 && float64(n) == v {
		return decimal{n, 0} // any other number of as few digits is at least 1 away
	}
	var buffer [32]byte
	text := strconv.AppendFloat(buffer[:0], v, 'e', -1, 64)
	return parsed(text)
}

// parsed reads a number as strconv writes it: [-]d[.d...]e±d...
func parsed(text []byte) (d decimal) {
	negative := text[0] == '-'
	point, fraction := false, 0
	for i, c := range text {
		switch {
		case c == 'e':
			d.exponent = whole(text[i+1:]) - fraction
			if negative {
				d.digits = -d.digits
			}
			return d
		case c == '.':
			point = true
		case c >= '0':
			if d.digits = 10*d.digits + int64(c-'0'); point {
				fraction++
			}
		}
	}
	return d
}

// whole reads ±d...
func whole(text []byte) (n int) {
	for _, c := range text[1:] {
		n = 10*n + int(c-'0')
	}
	if text[0] == '-' {
		return -n
	}
	return n
}

// decimals are the heights of two segments and V, in the order of cylinder.decimals.
type decimals [ofCylinder]decimal

// ofCylinder is how many numbers make the heights of a cylinder.
const ofCylinder = 5

// unit returns the exponent of a power of ten such that all decimals are whole multiples of the power.
func (d *decimals) unit() int {
	least := math.MaxInt
	for _, one := range d {
		if one.digits != 0 {
			least = min(least, one.exponent)
		}
	}
	return least
}

// narrow returns the decimals as multiples of a unit; ok is false where one takes more than narrowest bits.
func (d *decimals) narrow() (n [ofCylinder]int64, ok bool) {
	unit := d.unit()
	for i, one := range d {
		if one.digits == 0 {
			continue
		}
		n[i] = one.digits
		for range one.exponent - unit {
			if n[i] > 1<<narrowest/10 || n[i] < -1<<narrowest/10 {
				return n, false
			}
			n[i] *= 10
		}
	}
	return n, true
}

// wide returns the decimals as multiples of a unit.
func (d *decimals) wide() (n [ofCylinder]*big.Int) {
	unit := d.unit()
	for i, one := range d {
		if n[i] = big.NewInt(one.digits); one.digits != 0 {
			power := big.NewInt(int64(one.exponent - unit))
			n[i].Mul(n[i], power.Exp(big.NewInt(10), power, nil))
		}
	}
	return n
}
