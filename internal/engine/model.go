package engine

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"runtime"
	"time"

	"flyby/internal/calibrate"
	"flyby/internal/predict"
	"flyby/kernel"
)

// Tune calibrates the performance model of a driver's device and keeps it in a file, "" meaning the user's
// cache directory. It returns the path of the file.
func Tune(ctx context.Context, d kernel.Driver, c Config, path string) (string, error) {
	model, err := makeModel(ctx, d, c)
	if err != nil {
		return path, err
	}
	return keep(model, d.Device(), path)
}

// tuningTime says how long a device is measured, on two cores; a GPU takes a third of it.
const tuningTime = "about 3 minutes"

// tune makes a device's model and keeps it, if the file system lets it.
func tune(ctx context.Context, d kernel.Driver, c Config) (*predict.Model, error) {
	model, err := makeModel(ctx, d, c)
	if err != nil {
		return nil, err
	}
	if _, err := keep(model, d.Device(), ""); err != nil {
		c.Logger.Warn("performance model not kept", "cause", err)
	}
	return model, nil
}

// keep writes the model of a device to a file, "" meaning the one where searches look, and returns its path.
func keep(m *predict.Model, d kernel.Device, path string) (string, error) {
	if path == "" {
		var err error
		if path, err = predict.DefaultPath(d); err != nil {
			return "", err
		}
	}
	return path, m.Save(path)
}

func makeModel(ctx context.Context, d kernel.Driver, c Config) (*predict.Model, error) {
	report := newReport(c.Progress, "tune")
	return calibrate.Calibrate(ctx, d, calibrate.Options{
		Quick:    c.Quick,
		Threads:  c.Threads,
		Progress: report.update,
		Pool:     poolOf([]Device{{Driver: d}}, c.Threads),
		Pause:    pause,
	})
}

// pause imitates a program between two searches: it waits for its user, or works on the result. A short search
// that follows takes up to three times as long as one that follows another at once.
func pause() {
	runtime.GC()
	time.Sleep(5 * time.Millisecond)
}

// model returns the model of a device from the file that the settings name, and refuses a model of another device. Without such a
// setting it returns the model in the user's cache directory, nil if that has no model of the device.
func (c Config) model(d kernel.Device) (*predict.Model, error) {
	if path := c.Settings.Of(modelSetting()); path != "" {
		return predict.LoadFor(path, d)
	}
	return knownModel(d, c.Logger), nil
}

// knownModel returns the model of a device from the user's cache directory, nil where there is none. A model
// that cannot be used is logged and ignored.
func knownModel(d kernel.Device, log *slog.Logger) *predict.Model {
	path, err := predict.DefaultPath(d)
	if err != nil {
		return nil
	}
	model, err := predict.LoadFor(path, d)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		log.Warn("performance model ignored: run flyby tune", "cause", err)
		return nil
	}
	return model
}
