package trajectory

import (
	"math"
	"unsafe"
)

// FarApart tells of segments that join samples far longer apart in time than usual: ten times the median or more. The times are counted by
// their exponents and first seven binary digits, so the count depends on no order of rows, and the median is good to a
// hundredth: no segment of ten times the median is missed, and none below 9.8 times is counted. See
// docs/decisions/0099-far-apart-and-far-faster.md.
type FarApart struct {
	Segments uint64  `json:"segments"` // how many are so long
	Most     float64 `json:"most"`     // the longest time of them
	Usual    float64 `json:"usual"`    // the median time of all segments
}

// farTimes is how many times the median a time is that is far.
const farTimes = 10

// farDigits are the binary digits of a number that farTally tells apart, after the first.
const farDigits = 7

// A farTally counts times between samples that segments join. It is the same for the same times in any order.
type farTally struct {
	counts [1 << 11]*[1 << farDigits]uint64 // by exponent, nil where there are none, and digits
	most   float64
	last   float64 // a time that came run times in a row, and is not in counts yet
	run    uint64
}

// farPlace is where a time is counted, which is positive.
func farPlace(took float64) (exponent, digits uint64) {
	place := math.Float64bits(took) >> (52 - farDigits)
	return place >> farDigits % (1 << 11), place % (1 << farDigits)
}

// add counts a time.
func (f *farTally) add(took float64) {
	if took != f.last {
		f.turn(took)
	}
	f.run++
}

// turn ends the run of a time, and begins one of another.
func (f *farTally) turn(took float64) {
	f.count(f.last, f.run)
	f.last, f.run, f.most = took, 0, max(f.most, took)
}

// between counts the times between times that follow one another.
func (f *farTally) between(t []float64) {
	last, run := f.last, f.run
	for i := 1; i < len(t); i++ {
		if took := t[i] - t[i-1]; took != last {
			f.count(last, run)
			last, run = took, 0
			if took > f.most {
				f.most = took
			}
		}
		run++
	}
	f.last, f.run = last, run
}

// count counts a time, n times.
func (f *farTally) count(took float64, n uint64) {
	exponent, digits := farPlace(took)
	counts := f.counts[exponent]
	if counts == nil {
		counts = f.page(exponent)
	}
	counts[digits] += n
}

// page makes room for the times of an exponent.
func (f *farTally) page(exponent uint64) *[1 << farDigits]uint64 {
	f.counts[exponent] = new([1 << farDigits]uint64)
	return f.counts[exponent]
}

// tally counts the time from the last sample of a trajectory to another that a segment joins to it.
func (b *Builder) tally(k *track, t float64, parted uint8) {
	if b.far != nil && k.flags&seen != 0 && parted == 0 {
		b.far.add(t - k.t)
	}
}

// bytes returns what the counts take.
func (f *farTally) bytes() (n uint64) {
	if f == nil {
		return 0
	}
	for _, counts := range f.counts {
		if counts != nil {
			n += uint64(unsafe.Sizeof(*counts))
		}
	}
	return n + uint64(unsafe.Sizeof(*f))
}

// each calls do with the least time of each place that has some, in order, and how many it has, until do returns false.
func (f *farTally) each(do func(least float64, n uint64) bool) {
	for exponent, counts := range f.counts {
		if counts == nil {
			continue
		}
		for digits, n := range counts {
			if n > 0 && !do(math.Float64frombits((uint64(exponent)<<farDigits|uint64(digits))<<(52-farDigits)), n) {
				return
			}
		}
	}
}

// report says which times are far, nothing where none is.
func (f *farTally) report() (r FarApart) {
	if f == nil {
		return r
	}
	f.turn(0)
	all, below := uint64(0), uint64(0)
	f.each(func(_ float64, n uint64) bool { all += n; return true })
	f.each(func(least float64, n uint64) bool {
		below, r.Usual = below+n, least
		return below <= all/2
	})
	exponent, digits := farPlace(farTimes * r.Usual)
	far := math.Float64frombits((exponent<<farDigits | digits) << (52 - farDigits))
	f.each(func(least float64, n uint64) bool {
		if least >= far {
			r.Segments += n
		}
		return true
	})
	if r.Segments == 0 {
		return FarApart{}
	}
	r.Most = f.most
	return r
}
