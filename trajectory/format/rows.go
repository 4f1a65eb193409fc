package format

import (
	"flyby/internal/infile"
)

// An Error says what is wrong in a file and where.
type Error = infile.Error
