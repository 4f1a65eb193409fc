package datasets

import (
	"bytes"
	_ "embed" // for sumoFCD
)

//go:embed testdata/sumo.fcd.xml.gz
var sumoFCD []byte

// SUMO returns a gzipped file of Eclipse SUMO's floating-car data: 250 cars on a
// small town's roads for seven minutes, one sample a second; metres and seconds,
// 2-D, ids car0 to car249. A position is the middle of a car's front bumper. The
// file has 21,191 samples. The caller owns the copy.
func SUMO() []byte { return bytes.Clone(sumoFCD) }
