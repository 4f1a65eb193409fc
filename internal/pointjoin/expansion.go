package pointjoin

import "math"

// An expansion is a number as a sum of floats whose bits do not overlap, the least first. Adding to it
// loses nothing, as long as no exponent leaves the range of float64.
type expansion []float64

// add adds v (Shewchuk's Grow-Expansion, with zeros left out).
func (e expansion) add(v float64) expansion {
	kept := e[:0]
	for _, c := range e {
		var rest float64
		if v, rest = twoSum(v, c); rest != 0 {
			kept = append(kept, rest)
		}
	}
	if v != 0 {
		kept = append(kept, v)
	}
	return kept
}

// addProduct adds a times b.
func (e expansion) addProduct(a, b float64) expansion {
	product, rest := twoProduct(a, b)
	if rest != 0 {
		e = e.add(rest)
	}
	return e.add(product)
}

// addSquare adds the square of high + low.
func (e expansion) addSquare(high, low float64) expansion {
	if low != 0 {
		e = e.addProduct(low, low).addProduct(2*high, low)
	}
	return e.addProduct(high, high)
}

// subtractSquare subtracts the square of high + low.
func (e expansion) subtractSquare(high, low float64) expansion {
	if low != 0 {
		e = e.addProduct(-low, low).addProduct(-2*high, low)
	}
	return e.addProduct(-high, high)
}

// sign returns the sign of the number, which is the sign of its largest part.
func (e expansion) sign() int {
	switch {
	case len(e) == 0:
		return 0
	case e[len(e)-1] > 0:
		return 1
	}
	return -1
}

// twoSum returns a + b rounded, and the error of rounding.
func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	of := sum - a
	return sum, (a - (sum - of)) + (b - of)
}

// twoProduct returns a b rounded, and the error of rounding.
func twoProduct(a, b float64) (product, rest float64) {
	product = float64(a * b)
	return product, math.FMA(a, b, -product)
}
