package fit

import "math"

// leastSquares returns the x of least |A x - y|², by the normal equations with scaled columns, and that
// least value. A is [n][k] with k small. ok is false where the columns do not determine x.
func leastSquares(a [][]float64, y []float64) (x []float64, loss float64, ok bool) {
	if len(a) == 0 {
		return nil, 0, false
	}
	k := len(a[0])
	scale := make([]float64, k)
	for _, row := range a {
		for j, v := range row {
			scale[j] += v * v
		}
	}
	normal := make([][]float64, k) // [k][k+1], the right side last
	for i := range normal {
		if scale[i] = math.Sqrt(scale[i]); scale[i] == 0 {
			return nil, 0, false
		}
		normal[i] = make([]float64, k+1)
	}
	for n, row := range a {
		for i := range k {
			for j := range k {
				normal[i][j] += row[i] / scale[i] * row[j] / scale[j]
			}
			normal[i][k] += row[i] / scale[i] * y[n]
		}
	}
	if !eliminate(normal) {
		return nil, 0, false
	}
	x = make([]float64, k)
	for i := range x {
		x[i] = normal[i][k] / scale[i]
	}
	return x, Residual(a, x, y), true
}

// eliminate solves k equations in place by Gauss-Jordan elimination; the solution is the last column.
func eliminate(m [][]float64) bool {
	const singular = 1e-13 // of columns scaled to length 1
	for i := range m {
		pivot := i
		for r := i + 1; r < len(m); r++ {
			if math.Abs(m[r][i]) > math.Abs(m[pivot][i]) {
				pivot = r
			}
		}
		if !(math.Abs(m[pivot][i]) > singular) {
			return false
		}
		m[i], m[pivot] = m[pivot], m[i]
		for r := range m {
			if r == i {
				continue
			}
			f := m[r][i] / m[i][i]
			for c := i; c <= len(m); c++ {
				m[r][c] -= f * m[i][c]
			}
		}
	}
	for i := range m {
		m[i][len(m)] /= m[i][i]
	}
	return true
}

// Residual returns |A x - y|².
func Residual(a [][]float64, x, y []float64) float64 {
	sum := 0.0
	for n, row := range a {
		e := -y[n]
		for j, v := range row {
			e += v * x[j]
		}
		sum += e * e
	}
	return sum
}

// NonNegative returns the least squares solution among x >= 0: the best of the nonnegative solutions on
// every subset of the columns. It is exact, and fast for few columns.
func NonNegative(a [][]float64, y []float64) []float64 {
	k := len(a[0])
	best, least := make([]float64, k), Residual(a, make([]float64, k), y)
	for subset := 1; subset < 1<<k; subset++ {
		x, _, ok := leastSquares(columns(a, subset), y)
		if !ok || negative(x) {
			continue
		}
		full := make([]float64, k)
		for j, next := 0, 0; j < k; j++ {
			if subset>>j&1 != 0 {
				full[j] = x[next]
				next++
			}
		}
		if loss := Residual(a, full, y); loss < least {
			best, least = full, loss
		}
	}
	return best
}

// LeastAbsolute returns about the x >= 0 of the least sum of |A x - y|, which outliers move little: NonNegative solutions, each
// with the equations weighed by the inverse of their errors in the solution before.
func LeastAbsolute(a [][]float64, y []float64) []float64 {
	const rounds, slack = 20, 1e-3
	x := NonNegative(a, y)
	for range rounds {
		rows, right := make([][]float64, len(a)), make([]float64, len(y))
		for n, row := range a {
			off := -y[n]
			for j, v := range row {
				off += float64(v * x[j])
			}
			weight := 1 / math.Sqrt(math.Abs(off)+slack*math.Abs(y[n])+math.SmallestNonzeroFloat64)
			right[n] = weight * y[n]
			for _, v := range row {
				rows[n] = append(rows[n], weight*v)
			}
		}
		x = NonNegative(rows, right)
	}
	return x
}

// columns keeps the columns whose bit is set.
func columns(a [][]float64, subset int) [][]float64 {
	kept := make([][]float64, len(a))
	for n, row := range a {
		for j, v := range row {
			if subset>>j&1 != 0 {
				kept[n] = append(kept[n], v)
			}
		}
	}
	return kept
}

func negative(x []float64) bool {
	for _, v := range x {
		if v < 0 {
			return true
		}
	}
	return false
}

// Relative divides each equation by its right side, so that leastSquares weighs relative errors.
func Relative(a [][]float64, y []float64) ([][]float64, []float64) {
	rows, ones := make([][]float64, len(a)), make([]float64, len(a))
	for n, row := range a {
		rows[n], ones[n] = make([]float64, len(row)), 1
		for j, v := range row {
			rows[n][j] = v / y[n]
		}
	}
	return rows, ones
}
