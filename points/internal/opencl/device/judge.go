package device

import (
	_ "embed"

	"flyby/internal/clrt"
	"flyby/points/pointjoin"
)

//go:embed judge.cl
var judgeText string

// JudgeFile is judge.cl.
func JudgeFile() clrt.File { return clrt.File{Name: "judge.cl", Text: judgeText} }

// Limits are limits_t of judge.cl.
type Limits struct{ scale, certainly, beyond float64 }

// NewLimits returns those of a threshold, for points of a number of dimensions.
func NewLimits(t pointjoin.Threshold, dimensions int) Limits {
	certainly, beyond := t.Bounds(dimensions)
	return Limits{t.Scale(), certainly, beyond}
}
