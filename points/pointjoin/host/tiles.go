package host

import (
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/host/internal/tile"
)

// tilesMethod is tiles of points against each other, for many dimensions.
func tilesMethod() method {
	return method{pointjoin.Method{Name: "tiles", Means: "compares tiles of points in registers, for many dimensions", AnyEps: true, Nearest: true}, tile.Build}
}

// PredictTiles returns about how many seconds of one core a self-join by tiles takes, index included, as a sample of the
// points tells. What is done with pairs that are found is not in it: that is the same for every method.
func PredictTiles(s *points.Store, within pointjoin.Threshold) float64 {
	return tile.Predict(s, within)
}
