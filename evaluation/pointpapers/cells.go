package pointpapers

import (
	"math"
	"strconv"

	"flyby/evaluation/report"
)

// significant is a number with three significant digits.
func significant(v float64) report.Cell {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return report.None()
	}
	return report.Word(strconv.FormatFloat(v, 'g', 3, 64))
}
