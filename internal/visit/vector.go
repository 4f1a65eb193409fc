package visit

import (
	"math/big"

	"flyby/internal/dyadic"
)

// vector is three integers, which nothing changes once they are set.
type vector [3]*big.Int

// vectorOf returns a position in integers.
func vectorOf(p [3]float64, scale dyadic.Scale) (v vector) {
	for k := range v {
		v[k] = scale.Integer(p[k])
	}
	return v
}

// minus returns v - o.
func (v vector) minus(o vector) (d vector) {
	for k := range d {
		d[k] = new(big.Int).Sub(v[k], o[k])
	}
	return d
}

// cross returns v × o.
func (v vector) cross(o vector) (n vector) {
	var term big.Int
	for k := range n {
		i, j := (k+1)%3, (k+2)%3
		n[k] = new(big.Int).Mul(v[i], o[j])
		n[k].Sub(n[k], term.Mul(v[j], o[i]))
	}
	return n
}

// dot returns the inner product.
func (v vector) dot(o vector) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for k := range v {
		sum.Add(sum, term.Mul(v[k], o[k]))
	}
	return sum
}

// isZero reports whether all three are 0.
func (v vector) isZero() bool { return v[0].Sign() == 0 && v[1].Sign() == 0 && v[2].Sign() == 0 }

// at returns d times the position at the part n/d of the way from v to o.
func (v vector) at(o vector, n, d *big.Int) (x vector) {
	way := o.minus(v)
	for k := range x {
		x[k] = new(big.Int).Mul(v[k], d)
		x[k].Add(x[k], way[k].Mul(way[k], n))
	}
	return x
}

// level returns the vector without its third coordinate, which in the plane is no length.
func (v vector) level() vector { return vector{v[0], v[1], new(big.Int)} }
