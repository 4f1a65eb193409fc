package host

import (
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/host/internal/tile"
)

// tilesMethod is tiles of points against each other, for many dimensions.
func tilesMethod() method {
	return method{pointjoin.Method{Name: "tiles", Means: "compares tiles of points in registers, for many dimensions", AnyEps: true, Nearest: true, Predict: tile.Predict}, tile.Build, size{24, 5}}
}
