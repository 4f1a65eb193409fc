package evaluation

import (
	"errors"

	"flyby/evaluation/measure"
)

// calibrated is the part of a device's performance model that a report shows: fields of a measure.Calibration, as the
// journal has it.
type calibrated struct {
	Model struct {
		Kernel kernelModel `json:"kernel"`
		Host   hostModel   `json:"host"`
		Report struct {
			Mixed   []mixedPoint `json:"mixed"`
			HeldOut []heldOut    `json:"heldOut"`
		} `json:"report"`
	} `json:"model"`
	Seconds float64 `json:"seconds"` // to calibrate
}

// kernelModel is the model of kernel times, T1, T2 and T3 among them.
type kernelModel struct {
	Hit      surface `json:"hit"`
	Miss     surface `json:"miss"`
	Apart    surface `json:"apart"`
	Form     string  `json:"form"`     // the form of the sum T1 + T2 + T3
	Overhead string  `json:"overhead"` // the form of Theta
	Quantum  int     `json:"quantum"`
	Lanes    float64 `json:"lanes"`
}

// surface has kernel times over candidates and query segments.
type surface struct {
	C       []float64 `json:"c"`
	Q       []float64 `json:"q"`
	Seconds []float64 `json:"seconds"` // [len(C)][len(Q)]
}

// hostModel is the model of the host's part of the response time.
type hostModel struct {
	Curves         []hostCurve `json:"curves"`
	SecondsPerByte float64     `json:"secondsPerByte"`
	Finish         float64     `json:"finish"` // seconds a hit
}

// hostCurve is T1_CPU for a number of query segments: A + B s^P seconds.
type hostCurve struct {
	Queries int `json:"queries"`
	Law     struct {
		A  float64 `json:"a"`
		B  float64 `json:"b"`
		P  float64 `json:"p"`
		R2 float64 `json:"r2"`
	} `json:"law"`
}

// mixedPoint is an invocation whose interactions are a mix, measured and predicted, in seconds.
type mixedPoint struct {
	Candidates float64 `json:"c"`
	Queries    float64 `json:"q"`
	Mix        struct {
		Alpha float64 `json:"alpha"`
		Beta  float64 `json:"beta"`
		Gamma float64 `json:"gamma"`
	} `json:"mix"`
	Seconds   float64 `json:"seconds"`
	Separate  float64 `json:"separate"`
	Predicted float64 `json:"predicted"`
}

// heldOut says how well a surface predicts points that it was not made from.
type heldOut struct {
	Surface     string  `json:"surface"`
	Points      int     `json:"points"`
	Linear      float64 `json:"linear"`      // median relative error
	Logarithmic float64 `json:"logarithmic"` // median relative error
	Chosen      string  `json:"chosen"`
}

// calibrated reads the journal's calibration of the device; known is false where there is none.
func (b *builder) calibrated() (c calibrated, known bool, err error) {
	known, err = b.journal.Fact(measure.ModelFact, &c)
	if k := c.Model.Kernel; known && err == nil && !(k.Hit.whole() && k.Miss.whole() && k.Apart.whole()) {
		err = errors.New("evaluation: the journal's model has no kernel times")
	}
	return c, known, err
}

// whole reports whether a surface has a time for each of its places.
func (s surface) whole() bool { return len(s.Seconds) > 0 && len(s.Seconds) == len(s.C)*len(s.Q) }
