package format

import (
	"errors"
)

// ErrNoHeights is wrapped by errors about files without heights, which Options.Upright needs.
var ErrNoHeights = errors.New("no heights")
