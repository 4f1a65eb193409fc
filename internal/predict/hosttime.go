package predict

import (
	"errors"
	"math"
	"sort"

	"flyby/internal/fit"
)

// HitBytes is the size of a hit on its way from the device: two rows and two instants.
const HitBytes = 24

// Host is the CPU component of the model (paper §8.2): the time of a search besides its kernels.
type Host struct {
	// Curves holds T1_CPU for several numbers of query segments, in increasing order.
	Curves []HostCurve `json:"curves"`
	// SecondsPerByte is T2_CPU(1): the inverse of the measured rate from the device to the host.
	SecondsPerByte float64 `json:"secondsPerByte"`
	// Read is the additional time of a search with hits, however few, in seconds.
	Read float64 `json:"read"`
	// Finish is the time of sorting hits, in seconds per hit.
	Finish float64 `json:"finish"`
	// RestQuery, RestBatch and RestHit are the time that rehearsed searches took beyond the sum of their parts, in seconds
	// per query segment, batch and hit: the share that T1_CPU and T2_CPU, measured alone, leave out.
	RestQuery float64 `json:"restQuery"`
	RestBatch float64 `json:"restBatch"`
	RestHit   float64 `json:"restHit"`
	// Choosing is the ratio of the time that choosing a batch size took in rehearsals to the time of the same counts, tests
	// and sums by the constants of choice.go; 0: 1.
	Choosing float64 `json:"choosing"`
}

// rest returns what a whole search takes beyond the sum of its parts, in seconds.
func (h *Host) rest(queries, batches int, hits float64) float64 {
	return float64(h.RestQuery*float64(queries)) + float64(h.RestBatch*float64(batches)) + float64(h.RestHit*hits)
}

// HostCurve is T1_CPU(s) for s = Queries: the time of all invocations besides their
// kernels, without hits.
type HostCurve struct {
	Queries  int          `json:"queries"`
	Law      fit.PowerLaw `json:"law"`
	Sizes    []float64    `json:"sizes"`   // mean s of the measured batches
	Measured []float64    `json:"seconds"` // of the whole search
}

// Invocations returns T1_CPU(s) for n query segments in batches of s, in seconds. Between and beyond the
// calibrated numbers of query segments it interpolates the time per query segment, in log n.
func (h *Host) Invocations(s float64, n int) float64 {
	if n <= 0 || len(h.Curves) == 0 {
		return 0
	}
	above := sort.Search(len(h.Curves), func(i int) bool { return h.Curves[i].Queries >= n })
	if above == len(h.Curves) {
		return float64(n) * h.Curves[above-1].each(s)
	}
	if above == 0 {
		return float64(n) * h.Curves[0].each(s)
	}
	a, b := h.Curves[above-1], h.Curves[above]
	u := math.Log(float64(n)/float64(a.Queries)) / math.Log(float64(b.Queries)/float64(a.Queries))
	return float64(n) * ((1-u)*a.each(s) + u*b.each(s))
}

// each returns T1_CPU(s) per query segment.
func (c HostCurve) each(s float64) float64 {
	return max(0, c.Law.At(s)) / float64(c.Queries)
}

// hits returns T2_CPU for an expected number of hits, in seconds: the transfer of their bytes, the sorting of
// each, and Read times the probability of any hit, if hits occur at random.
func (h *Host) hits(n float64) float64 {
	return n*(HitBytes*h.SecondsPerByte+h.Finish) - math.Expm1(-n)*h.Read
}

// check returns an error for numbers that no calibration makes.
func (h *Host) check() error {
	for _, v := range []float64{h.SecondsPerByte, h.Read, h.Finish, h.RestQuery, h.RestBatch, h.RestHit, h.Choosing} {
		if !(v >= 0) || math.IsInf(v, 0) {
			return errors.New("a cost of the host is not a number >= 0")
		}
	}
	before := 0
	for _, c := range h.Curves {
		if c.Queries <= before {
			return errors.New("curves of the host out of order")
		}
		before = c.Queries
	}
	if before == 0 {
		return errors.New("no curve of the host")
	}
	return nil
}
