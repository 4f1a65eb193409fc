package trajectory

import "unsafe"

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

// A farTally counts the times between samples that segments join, independently of their order.
type farTally struct {
	tally
	most float64
	last float64 // a time that came run times in a row, and is not counted yet
	run  uint64
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

// take adds the counts of another tally, which is not used any more.
func (f *farTally) take(o *farTally) {
	o.turn(0)
	f.tally.take(&o.tally)
	f.most = max(f.most, o.most)
}

// lasted counts the time from the last sample of a trajectory to the sample at t, if a segment joins the two.
func (b *Builder) lasted(k *track, t float64, parted uint8) {
	if b.far != nil && k.flags&seen != 0 && parted == 0 {
		b.far.add(t - k.t)
	}
}

// bytes returns the memory of the counts; f may be nil.
func (f *farTally) bytes() uint64 {
	if f == nil {
		return 0
	}
	return f.tally.bytes() + uint64(unsafe.Sizeof(*f)-unsafe.Sizeof(f.tally))
}

// report returns how many times are far apart, the zero FarApart where none is.
func (f *farTally) report() (r FarApart) {
	if f == nil {
		return r
	}
	f.turn(0)
	r.Usual = f.at(f.from(0) / 2)
	if r.Segments = f.from(f.floor(farTimes * r.Usual)); r.Segments == 0 {
		return FarApart{}
	}
	r.Most = f.most
	return r
}
