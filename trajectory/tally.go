package trajectory

import (
	"math"
	"unsafe"
)

// tallyDigits is the number of binary digits after the first by which a tally tells values apart.
const tallyDigits = 7

// A tally counts values of 0 or more by their exponents and first tallyDigits binary digits, independently of their order.
type tally struct {
	counts [1 << 11]*[1 << tallyDigits]uint64 // by exponent, nil where no value has it, and digits
}

// count counts a value, n times.
func (y *tally) count(v float64, n uint64) {
	place := math.Float64bits(v) >> (52 - tallyDigits)
	counts := y.counts[place>>tallyDigits%(1<<11)]
	if counts == nil {
		counts = new([1 << tallyDigits]uint64)
		y.counts[place>>tallyDigits%(1<<11)] = counts
	}
	counts[place%(1<<tallyDigits)] += n
}

// take adds the counts of another tally, which is not used any more.
func (y *tally) take(o *tally) {
	for exponent, counts := range o.counts {
		switch mine := y.counts[exponent]; {
		case counts == nil:
		case mine == nil:
			y.counts[exponent] = counts
		default:
			for digits, n := range counts {
				mine[digits] += n
			}
		}
	}
}

// floor returns the least value that is counted with v, and ceiling the least that is counted after it.
func (*tally) floor(v float64) float64 {
	return math.Float64frombits(math.Float64bits(v) >> (52 - tallyDigits) << (52 - tallyDigits))
}

func (*tally) ceiling(v float64) float64 {
	return math.Float64frombits((math.Float64bits(v)>>(52-tallyDigits) + 1) << (52 - tallyDigits))
}

// each calls do for the counts that are not zero, in order of value, with the least value counted there and the count, until do
// returns false.
func (y *tally) each(do func(least float64, n uint64) bool) {
	for exponent, counts := range y.counts {
		if counts == nil {
			continue
		}
		for digits, n := range counts {
			if n > 0 && !do(math.Float64frombits((uint64(exponent)<<tallyDigits|uint64(digits))<<(52-tallyDigits)), n) {
				return
			}
		}
	}
}

// at returns the floor of the value that rank values are below.
func (y *tally) at(rank uint64) (least float64) {
	below := uint64(0)
	y.each(func(floor float64, n uint64) bool {
		below, least = below+n, floor
		return below <= rank
	})
	return least
}

// from returns how many values have a floor of least or more.
func (y *tally) from(least float64) (all uint64) {
	y.each(func(floor float64, n uint64) bool {
		if floor >= least {
			all += n
		}
		return true
	})
	return all
}

// bytes returns the memory of the counts.
func (y *tally) bytes() (n uint64) {
	for _, counts := range y.counts {
		if counts != nil {
			n += uint64(unsafe.Sizeof(*counts))
		}
	}
	return n + uint64(unsafe.Sizeof(*y))
}
