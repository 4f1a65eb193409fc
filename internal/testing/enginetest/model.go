package enginetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"flyby"
	"flyby/internal/calibrate"
	"flyby/internal/devices"
	"flyby/internal/predict"
	"flyby/kernel"
)

// Model is the performance model of a device. Its JSON is the file of flyby tune without the header.
type Model struct {
	model *predict.Model
}

// TunedModel reads the model that searches on a device find, as flyby.Tune keeps it. Its error names the fault of
// the file, fs.ErrNotExist among others.
func TunedModel(d flyby.Device) (*Model, error) {
	path, err := predict.DefaultPath(d)
	if err != nil {
		return nil, err
	}
	m, err := predict.LoadFor(path, d)
	if err != nil {
		return nil, err
	}
	return &Model{m}, nil
}

// QuickModel makes a coarse model of the device that a selector of flyby.Options names, with some threads, in some seconds. It is not kept.
func QuickModel(ctx context.Context, device string, threads int) (*Model, error) {
	driver, _, err := devices.Open(flyby.Providers(), devices.Trajectories(), device, kernel.OpenOptions{Threads: threads})
	if err != nil {
		return nil, err
	}
	m, err := calibrate.Calibrate(ctx, driver, calibrate.Options{Quick: true, Threads: threads})
	if err := errors.Join(err, driver.Close()); err != nil {
		return nil, err
	}
	return &Model{m}, nil
}

// Keep writes the model to the file that searches on a device read.
func (m *Model) Keep(d flyby.Device) error {
	path, err := predict.DefaultPath(d)
	if err != nil {
		return err
	}
	return m.model.Save(path)
}

// MarshalJSON writes the model.
func (m *Model) MarshalJSON() ([]byte, error) { return json.Marshal(m.model) }

// UnmarshalJSON reads a model.
func (m *Model) UnmarshalJSON(text []byte) error {
	m.model = &predict.Model{}
	if err := json.Unmarshal(text, m.model); err != nil {
		return fmt.Errorf("enginetest: model: %w", err)
	}
	return nil
}
