// Package figures draws the evaluation's figures as SVG: charts of series, heat maps and bars. It knows
// nothing of searches; what it draws is given as numbers.
package figures
