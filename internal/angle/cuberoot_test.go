package angle

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestCubeRoot: the error is within two units in the last place.
func TestCubeRoot(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for k := range 100_000 {
		x := math.Ldexp(0.5+rng.Float64()/2, rng.IntN(2000)-1000)
		if k < 10 {
			x = float64(k + 1)
		}
		y := CubeRoot(x)
		cube := number(y)
		cube.Mul(cube.Mul(cube, cube), number(y))
		off, _ := cube.Sub(cube, number(x)).Float64()
		if math.Abs(off) > 6*0x1p-52*x {
			t.Fatalf("CubeRoot(%v) = %v", x, y)
		}
	}
}
