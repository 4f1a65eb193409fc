package plt

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/infile"
)

// TestMetresOfFeet: feet become metres as rational numbers do, rounded once.
func TestMetresOfFeet(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	texts := []string{"0", "-0.5", "+7", "492.125984251969", "1000000", "-1400.25", "12345678901234567", "0.00000000000000000001", " 3 "}
	for range 20_000 {
		texts = append(texts, strconv.FormatFloat((r.Float64()-0.1)*40_000, 'f', r.IntN(13), 64))
	}
	for _, text := range texts {
		feet, ok := new(big.Rat).SetString(strings.TrimSpace(text))
		if !ok {
			t.Fatal(text)
		}
		want, _ := feet.Mul(feet, big.NewRat(3048, 10000)).Float64()
		v, _ := infile.ParseFloat([]byte(text))
		if got := metresOfFeet([]byte(text), v); got != want {
			t.Errorf("%s feet are %v, want %v", text, got, want)
		}
	}
}
