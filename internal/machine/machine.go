// Package machine is a machine as jobs and slabs use it: its providers, the forms of its devices, and how data are read and searched on it.
package machine

import (
	"cmp"
	"iter"
	"log/slog"
	"math"

	"flyby"
	"flyby/internal/devices"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/placement"
	"flyby/internal/source"
	"flyby/kernel"
)

// Selectors yields the forms that Ask.Device takes, each with the devices that it stands for, "" where the form itself says
// it; a form that ends in ":N" ends in a number.
func Selectors() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, f := range devices.Providers(flyby.Providers()).Forms() {
			if !yield(f.Text, f.Means) {
				return
			}
		}
	}
}

// Providers returns the Providers that a machine names, else all.
func Providers(m *flyby.Options) []kernel.Provider {
	if m.Providers == nil {
		return flyby.Providers()
	}
	return m.Providers
}

// ConfigOf returns the configuration with which a machine, whose memory is the quota's, reads and searches data, for package slabs too.
func ConfigOf(m *flyby.Options, q *memory.Quota) source.Config {
	return source.Config{Method: string(cmp.Or(m.Method, flyby.MethodAuto)), Device: m.Device, Providers: Providers(m), Threads: m.Threads, Settings: m.Settings, Quota: q, Asked: m.Memory > 0, Tmp: m.Tmp,
		TmpLimit: m.TmpLimit, Logger: cmp.Or(m.Logger, slog.New(slog.DiscardHandler))}
}

// OpensBeside reports whether the device of a machine may be opened before data are read: it is needed whatever they are, and neither memory nor addresses are bound, so
// that it does not matter what a driver takes of them before the data do.
func OpensBeside(m *flyby.Options) bool {
	return isUnbound(m) && devices.Providers(Providers(m)).OpensBeside(m.Device)
}

// isUnbound reports whether neither memory nor addresses are bound.
func isUnbound(m *flyby.Options) bool {
	return m.Memory == 0 && memory.NeedAddresses("OpenCL drivers", math.MaxUint64) == nil
}

// OnHost reports whether a method runs on the cores of the host alone, whatever devices are here.
func OnHost(m flyby.Method) bool { return engine.OnHost(string(m)) }

// CheckDevice refuses a selector that names no device of this machine: flyby.ErrNoDevice. Where the choice is flyby's no devices are looked for, which takes as long as a search.
func CheckDevice(selector string) error {
	free, err := devices.Providers(flyby.Providers()).Auto(selector)
	if !free && err == nil {
		_, err = flyby.Select(selector)
	}
	return err
}

// MayOpenBeside reports whether the first GPU may be opened before data are read, since a search may pay for that: the choice of the device is flyby's, and neither
// memory nor addresses are bound. segments estimates the number of segments of the data, and is called where nothing else decides.
func MayOpenBeside(m *flyby.Options, segments func() uint64) bool {
	free, err := devices.Providers(Providers(m)).Auto(m.Device)
	return err == nil && free && isUnbound(m) && cmp.Or(m.Method, flyby.MethodAuto) == flyby.MethodAuto && placement.MayPay(segments(), parallel.Threads(m.Threads))
}
