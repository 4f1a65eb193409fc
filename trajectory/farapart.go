package trajectory

import (
	"math"
	"unsafe"
)

// FarApart counts segments that join samples much farther apart in time than usual: ten times the median or more. Times are tallied
// by their exponents and first seven binary digits. So the count does not depend on the order of rows, and the median is good to a
// hundredth: no segment of ten times the median is missed, and none below 9.8 times is counted. See
// docs/decisions/0099-notes-on-distant-samples.md.
type FarApart struct {
	Segments uint64  `json:"segments"` // number of segments ten times the median or longer
	Most     float64 `json:"most"`     // the longest of their times
	Usual    float64 `json:"usual"`    // the median time of all segments
}

// farTimes times the median is the least time that counts as far apart.
const farTimes = 10

// farDigits is the number of binary digits after the first by which farTally tells times apart.
const farDigits = 7

// A farTally counts the times between samples that segments join, independently of their order.
type farTally struct {
	counts [1 << 11]*[1 << farDigits]uint64 // by exponent, nil where no time has it, and digits
	most   float64
	last   float64 // a time that came run times in a row, and is not in counts yet
	run    uint64
}

// farPlace returns the indexes of counts for a positive time.
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

// turn ends the run of equal times, and begins the run of another time.
func (f *farTally) turn(took float64) {
	f.count(f.last, f.run)
	f.last, f.run, f.most = took, 0, max(f.most, took)
}

// between counts the differences of consecutive times.
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

// page returns the counts of an exponent, made where there are none.
func (f *farTally) page(exponent uint64) *[1 << farDigits]uint64 {
	f.counts[exponent] = new([1 << farDigits]uint64)
	return f.counts[exponent]
}

// tally counts the time from the last sample of a trajectory to the sample at t, if a segment joins the two.
func (b *Builder) tally(k *track, t float64, parted uint8) {
	if b.far != nil && k.flags&seen != 0 && parted == 0 {
		b.far.add(t - k.t)
	}
}

// bytes returns the memory of the counts.
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

// each calls do for the counts that are not zero, in order of time, with the least time counted there and the count, until do
// returns false.
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

// report returns how many times are far apart, the zero FarApart where none is.
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
