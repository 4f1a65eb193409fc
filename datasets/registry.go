package datasets

import (
	"fmt"
	"math"
	"strings"

	"flyby/trajectory"
)

// MaxScale is the greatest scale that Generate accepts.
const MaxScale = 1000

// set is one data set that can be generated.
type set struct {
	name         string
	trajectories int // at scale 1
	generate     func(r *source, n int) (*trajectory.Store, error)
	length, time string // units; "" for none
}

// sets lists every data set, in the order of Names.
func sets() []set {
	return []set{
		{"galaxy", 2500, galaxy, "kpc", "Myr"},
		{"randwalk-uniform", 2500, uniformWalks().generate, "", ""},
		{"randwalk-normal", 2500, normalWalks().generate, "", ""},
		{"randwalk-normal5", 2500, normal5Walks().generate, "", ""},
		{"randwalk-exp", 10_000, expWalks().generate, "", ""},
		{"supernovae", supernovaCount, supernovae, "kpc", "Myr"},
		{"flocks", flockCount, flocks, "", ""},
	}
}

// Names lists the data sets that Generate knows: the five of the paper (§7.1),
// supernovae and flocks.
func Names() []string {
	var names []string
	for _, s := range sets() {
		names = append(names, s.name)
	}
	return names
}

// Units returns the units of a data set's lengths and times, "kpc" and "Myr" for the stars and supernovae;
// "" for data sets without units, and for an unknown name.
func Units(name string) (length, time string) {
	for _, s := range sets() {
		if s.name == name {
			return s.length, s.time
		}
	}
	return "", ""
}

// Generate makes the data set called name, one of Names, from a seed. The same arguments
// give the same samples on every platform, to the bit.
//
// scale multiplies the paper's number of trajectories; the product is rounded, and at least
// 1. A smaller scale gives the first trajectories of a larger one, in the same volume. An
// unknown name or a scale outside (0, MaxScale] is an error that lists what is allowed.
func Generate(name string, seed uint64, scale float64) (*trajectory.Store, error) {
	if err := checkScale(scale); err != nil {
		return nil, fmt.Errorf("datasets: generate %s: %w", name, err)
	}
	for _, s := range sets() {
		if s.name == name {
			return s.generate(newSource(seed, name), scaled(s.trajectories, scale))
		}
	}
	return nil, fmt.Errorf("datasets: generate %q: no such data set: choose one of %s", name, strings.Join(Names(), ", "))
}

func checkScale(scale float64) error {
	if scale > 0 && scale <= MaxScale {
		return nil
	}
	return fmt.Errorf("scale %v: must be above 0 and at most %d", scale, MaxScale)
}

// scaled returns n times scale, rounded, at least 1.
func scaled(n int, scale float64) int {
	return max(1, int(math.Round(float64(n)*scale)))
}
