package enginetest

import (
	"fmt"
	"io"
	"runtime"

	"flyby"
	"flyby/kernel"
	"flyby/kernel/opencl"
)

// programsOf are the programs of the methods that run on OpenCL devices.
var programsOf = map[flyby.Method]func(kernel.Device) ([]opencl.Program, error){
	flyby.MethodTemporal:       opencl.Provider{}.RangerPrograms,
	flyby.MethodSpatiotemporal: opencl.Provider{}.WalkerPrograms,
}

// Compiled returns the methods that run on OpenCL devices, by name, in the order of flyby.Methods.
func Compiled() (names []string) {
	for _, m := range flyby.Methods() {
		if programsOf[m] != nil {
			names = append(names, string(m))
		}
	}
	return names
}

// WritePrograms writes the programs in OpenCL C of one of the methods Compiled, as flyby compiles them for a device of the
// kind "gpu" or "cpu" that computes in float64, with this machine's number of cores. A comment before each has its options.
func WritePrograms(w io.Writer, method, kind string) error {
	of := programsOf[flyby.Method(method)]
	if of == nil {
		return fmt.Errorf("enginetest: programs: method %q: must be of %v", method, Compiled())
	}
	all, err := of(kernel.Device{Kind: kernel.Kind(kind), Units: runtime.NumCPU(), Float64: true})
	for _, p := range all {
		if _, err := fmt.Fprintf(w, "// program %s: options %s\n%s", p.Name, p.Options, p.Text); err != nil {
			return fmt.Errorf("enginetest: programs: %w", err)
		}
	}
	return err
}
