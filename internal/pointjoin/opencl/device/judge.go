package device

import (
	_ "embed"

	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
)

//go:embed judge.cl
var judgeText string

// JudgeFile returns judge.cl.
func JudgeFile() clrt.File { return clrt.File{Name: "judge.cl", Text: judgeText} }

// Limits are limits_t of judge.cl.
type Limits struct{ scale, certainly, beyond float64 }

// NewLimits returns the limits of a threshold for points of some dimensions.
func NewLimits(t pointjoin.Threshold, dimensions int) Limits {
	certainly, beyond := t.Bounds(dimensions)
	return Limits{t.Scale(), certainly, beyond}
}
