package perfmodel

import "time"

// Prediction is the expected time of a search, with its parts.
type Prediction struct {
	Size         int           // s, query segments per batch; 0 for a walk
	Batches      int           // 0 for a walk
	Interactions float64       // of the candidates that the index leaves
	Overlaps     float64       // interactions whose segments share time; 0 for a walk
	Hits         float64       // expected
	Kernel       time.Duration // T_GPU, summed over the batches; for a walk its whole time
	Host         time.Duration // T_CPU
	Choosing     time.Duration // of the batch size, by Plan
}

// Time is the predicted response time.
func (p Prediction) Time() time.Duration { return p.Kernel + p.Host + p.Choosing }
