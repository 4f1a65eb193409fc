package placement

import (
	"encoding/json"
	"log/slog"
	"math"
	"net/url"
	"strings"
	"time"

	"flyby/internal/predict"
	"flyby/kernel"
)

// Start is the time that a GPU takes until its driver is open, in a process that has not opened it yet.
type Start struct {
	Device  predict.Identity `json:"device"` // the zero value: no GPU was opened here yet, and Seconds is assumed
	Seconds float64          `json:"seconds"`
	Made    time.Time        `json:"made"`
}

// assumedStart is the start where none was measured: of an NVIDIA H200, whose driver takes 0.27 to 0.31 s to find and open it.
const assumedStart = 0.3

// startName is the file, in the folder of models, of the start of the first GPU of providers. It has no name of a device: it is read before any driver is loaded, which tells the names.
func startName(providers []string) string {
	return "start-" + url.PathEscape(strings.Join(providers, "-")) + ".json"
}

// Measured reports whether the start was measured on this machine.
func (s Start) Measured() bool { return s.Device != predict.Identity{} }

// KeptStart returns the start of the first GPU of providers, by their names, as it was measured last, or the assumed one.
func KeptStart(providers []string) Start {
	assumed := Start{Seconds: assumedStart}
	folder, err := predict.Folder()
	if err != nil {
		return assumed
	}
	text, err := folder.Read(startName(providers))
	if err != nil {
		return assumed
	}
	var s Start
	if json.Unmarshal(text, &s) != nil || !s.Measured() || !(s.Seconds > 0) || math.IsInf(s.Seconds, 0) {
		return assumed
	}
	return s
}

// Started keeps the time that the first GPU of providers took to open, for commands to come; a time like the kept one is not written again. Where the file system does not let it, the log says so.
func Started(providers []string, d kernel.Device, took time.Duration, log *slog.Logger) {
	const like = 0.1 // starts differ by as much from run to run
	if d.Kind != kernel.GPU {
		return
	}
	s := Start{Device: predict.Identify(d), Seconds: took.Seconds(), Made: time.Now().UTC().Truncate(time.Second)}
	kept := KeptStart(providers)
	if kept.Device == s.Device && math.Abs(kept.Seconds-s.Seconds) < like*kept.Seconds {
		return
	}
	if err := s.keep(startName(providers)); err != nil && log != nil {
		log.Warn("start of a GPU not kept", "cause", err)
	}
}

// keep writes the start to a file of the folder of models.
func (s Start) keep(name string) error {
	folder, err := predict.Folder()
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return folder.Write(name, append(text, '\n'))
}

// model returns the model of the device of a start, nil where there is none: it is known before the device is open.
func (s Start) model() *predict.Model {
	d := s.Device
	of := kernel.Device{Name: d.Name, Platform: d.Platform, Driver: d.Driver, Units: d.Units}
	path, err := predict.DefaultPath(of)
	if err != nil || !s.Measured() {
		return nil
	}
	m, err := predict.LoadFor(path, of)
	if err != nil {
		return nil
	}
	return m
}
