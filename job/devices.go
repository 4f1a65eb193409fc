package job

import (
	"iter"

	"flyby"
	"flyby/internal/devices"
	"flyby/internal/engine"
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

// OnHost reports whether a method runs on the cores of the host alone, whatever devices are here.
func OnHost(m flyby.Method) bool { return engine.OnHost(string(m)) }
