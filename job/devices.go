package job

import (
	"iter"

	"flyby"
	"flyby/internal/devices"
	"flyby/internal/engine"
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

// providers returns the providers that the machine names, else all.
func (a *Ask) providers() []kernel.Provider {
	if a.Machine.Providers == nil {
		return flyby.Providers()
	}
	return a.Machine.Providers
}

// OnHost reports whether a method runs on the cores of the host alone, whatever devices are here.
func OnHost(m flyby.Method) bool { return engine.OnHost(string(m)) }
