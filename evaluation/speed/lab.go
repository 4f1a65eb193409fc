package speed

import (
	"context"
	"errors"
	"fmt"
	"os"

	"flyby"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/trajectory"
)

// lab holds the state that rows share: data, databases on the device, and the machine's rates. Each is made
// when it is first needed.
type lab struct {
	Options
	machine journal.Machine
	stores  map[string]*trajectory.Store
	open    map[string]*flyby.Database // by data and method
	rates   *Rates
	files   string // a temporary folder
}

func newLab(o Options, m journal.Machine) *lab {
	return &lab{Options: o, machine: m, stores: map[string]*trajectory.Store{}, open: map[string]*flyby.Database{}}
}

// close frees devices and removes files.
func (l *lab) close() error {
	err := l.forget()
	if l.files != "" {
		err = errors.Join(err, os.RemoveAll(l.files))
	}
	return err
}

// forget closes all databases and drops all data.
func (l *lab) forget() error {
	var errs []error
	for _, db := range l.open {
		errs = append(errs, db.Close())
	}
	clear(l.open)
	clear(l.stores)
	return errors.Join(errs...)
}

// gpu reports whether the device is a GPU.
func (l *lab) gpu() bool { return measure.IsGPU(l.machine.Device) }

// full reports whether targets hold: they are for the full size.
func (l *lab) full() bool { return l.Scale == 1 }

// store returns the data of a workload.
func (l *lab) store(w workload) (*trajectory.Store, error) {
	if s := l.stores[w.name]; s != nil {
		return s, nil
	}
	s, err := w.make(l.Scale)
	if err != nil {
		return nil, err
	}
	l.stores[w.name] = s
	return s, nil
}

// database opens data on the device, with options of the method.
func (l *lab) database(ctx context.Context, name string, entries *trajectory.Store, o flyby.Options) (*flyby.Database, error) {
	key := fmt.Sprint(name, " by ", o.Method)
	if db := l.open[key]; db != nil {
		return db, nil
	}
	o.Device = l.machine.Device.Selector
	db, err := flyby.Open(ctx, entries, o)
	if err != nil {
		return nil, err
	}
	l.open[key] = db
	return db, nil
}

// folder returns a temporary folder, inside the options' folder if there is one.
func (l *lab) folder() (string, error) {
	if l.files != "" {
		return l.files, nil
	}
	if l.Folder != "" {
		if err := os.MkdirAll(l.Folder, 0o777); err != nil {
			return "", fmt.Errorf("speed: %w", err)
		}
	}
	dir, err := os.MkdirTemp(l.Folder, "flyby-speed-*")
	if err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	l.files = dir
	return dir, nil
}
