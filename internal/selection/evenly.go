package selection

// Evenly returns up to most of the numbers below n, ascending and evenly spaced: all there are where they are no more.
func Evenly(n, most int) []int {
	numbers := make([]int, min(n, most))
	for i := range numbers {
		numbers[i] = i * n / len(numbers)
	}
	return numbers
}
