package journal

import (
	"fmt"
	"strings"
	"time"

	"flyby"
)

// Session is one start of an evaluation.
type Session struct {
	Machine Machine   `json:"machine"`
	Seed    uint64    `json:"seed"`
	Scale   float64   `json:"scale"`
	Commit  string    `json:"commit"`  // of the binary; "" where the build has none
	Started time.Time `json:"started"` // UTC
}

// Machine has the facts beside flyby itself that measurements depend on.
type Machine struct {
	CPU    string       `json:"cpu"`
	Cores  int          `json:"cores"`
	System string       `json:"system"` // "linux/amd64, go1.26.0"
	Device flyby.Device `json:"device"` // the device of the searches
}

// conflict names the field by which a session may not follow an earlier one, "" if it may.
func (s Session) conflict(earlier Session) string {
	var all []string
	differ := func(what string, now, then any) {
		if now != then {
			all = append(all, fmt.Sprintf("%s is %v, was %v", what, now, then))
		}
	}
	now, then := s.Machine, earlier.Machine
	differ("cpu", now.CPU, then.CPU)
	differ("cores", now.Cores, then.Cores)
	differ("device", now.Device.Name, then.Device.Name)
	differ("driver", now.Device.Driver, then.Device.Driver)
	differ("platform", now.Device.Platform, then.Device.Platform)
	differ("seed", s.Seed, earlier.Seed)
	differ("scale", s.Scale, earlier.Scale)
	return strings.Join(all, "; ")
}
