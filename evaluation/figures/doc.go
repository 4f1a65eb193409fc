// Package figures draws the evaluation's figures as SVG: charts of series, heat maps and bars. It knows
// nothing of searches; its input is numbers.
package figures
