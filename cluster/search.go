package cluster

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// The methods.
const (
	// Auto takes Fused where the device has it, otherwise Hybrid.
	Auto = "auto"
	// Fused keeps no table of neighbours: docs/decisions/0065-dense-cells.md.
	Fused = "fused"
	// Hybrid makes the neighbour table on the device, and clusters over it on the host, as Hybrid-DBSCAN does.
	Hybrid = "hybrid"
)

// Methods returns the names that Search.Method may have.
func Methods() []string { return []string{Auto, Fused, Hybrid} }

// Kernels returns the kernels of Hybrid, the default first: a work-item a point, and a work-group a cell.
func Kernels() []string { return []string{"global", "shared"} }

// Search says which clusters are wanted. Each of Eps with each of MinPoints is a Variant.
type Search struct {
	Eps       []float64 // distances, each finite and 0 or more
	MinPoints []int     // each 1 or more
	Method    string    // one of Methods; "" is Auto
	Kernel    string    // one of Kernels, for Hybrid alone; "" is the first
}

// Check returns all complaints about a search at once.
func (s Search) Check() error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf("cluster: "+format, args...)) }
	for _, eps := range s.Eps {
		if _, err := pointjoin.NewThreshold(eps); err != nil {
			complain("eps %v: must be finite and not negative", eps)
		}
	}
	for _, n := range s.MinPoints {
		if n < 1 {
			complain("minpts %d: must be at least 1", n)
		}
	}
	if len(s.Eps) == 0 || len(s.MinPoints) == 0 {
		complain("%d of eps and %d of minpts: at least one of each", len(s.Eps), len(s.MinPoints))
	}
	if s.Method != "" && !slices.Contains(Methods(), s.Method) {
		complain("method %q: must be one of %s", s.Method, strings.Join(Methods(), ", "))
	}
	switch {
	case s.Kernel == "":
	case !slices.Contains(Kernels(), s.Kernel):
		complain("kernel %q: must be one of %s", s.Kernel, strings.Join(Kernels(), ", "))
	case s.Method != Hybrid:
		complain("kernel %s: is for method %s", s.Kernel, Hybrid)
	}
	return errors.Join(errs...)
}

// Variants returns the number of variants.
func (s Search) Variants() int { return len(s.Eps) * len(s.MinPoints) }

// Variant is the clusters of one eps and one minpts.
type Variant struct {
	Eps       float64
	MinPoints int
	Labels    Labels
	Stats     Stats
}

// Stats counts the cost of a variant. The cost of an index or a table that several variants share is in the first of them alone, so
// sums over variants are the cost of the whole; variants of Hybrid that run at once may take less time than their sum.
type Stats struct {
	points.Stats
	Points         int
	Method, Device string
	Why            string        // the reason for which auto took the device, by predicted seconds; "": it had no choice
	Index          time.Duration // to index the points
	Search         time.Duration // to count neighbours, or to make their table
	Cluster        time.Duration // to make labels after that
}

// A MethodError says that a device does not have a method.
type MethodError struct{ Method, Device string }

func (e *MethodError) Error() string {
	return fmt.Sprintf("cluster: %s does not run on %s: use method %s, or another device", e.Method, e.Device, Hybrid)
}
