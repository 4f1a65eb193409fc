package parquet

import (
	"fmt"
	"math/big"
	"strconv"
)

// longestDecimal is the most bytes of a decimal whose digits are written: the format names no bound, and digits take time as the square of them.
const longestDecimal = 128

// spellDecimal appends the decimal digits of units of 10^-scale in two's complement, the greatest byte first.
func spellDecimal(dst, value []byte, scale int) []byte {
	if len(value) > longestDecimal {
		return fmt.Appendf(dst, "a decimal of %d bytes", len(value))
	}
	digits := unitDigits(value)
	if digits[0] == '-' {
		dst, digits = append(dst, '-'), digits[1:]
	}
	whole := len(digits) - scale // digits before the point
	if whole <= 0 {
		dst = append(dst, "0."...)
		for range -whole {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	}
	dst = append(dst, digits[:whole]...)
	if scale > 0 {
		dst = append(append(dst, '.'), digits[whole:]...)
	}
	return dst
}

// unitDigits returns the digits of an integer in two's complement.
func unitDigits(value []byte) []byte {
	if len(value) <= 8 {
		return strconv.AppendInt(nil, bigEndian(value), 10)
	}
	n := new(big.Int).SetBytes(value)
	if value[0]>>7 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(value))))
	}
	return n.Append(nil, 10)
}

// bigEndian returns an integer of at most 8 bytes in two's complement, 0 for no bytes.
func bigEndian(value []byte) (n int64) {
	if len(value) > 0 && value[0]>>7 != 0 {
		n = -1
	}
	for _, b := range value {
		n = n<<8 | int64(b)
	}
	return n
}
