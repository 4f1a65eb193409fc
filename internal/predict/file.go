package predict

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"flyby/internal/private"
	"flyby/kernel"
)

// The format name in a file, and the version of its layout, which must be raised with any change of the
// numbers' meaning or of the kernels that they were measured on.
const (
	fileFormat  = "flyby performance model"
	fileVersion = 5
)

// Reasons to ignore a file, wrapped in a *fileError.
var (
	// errDamaged says that a file is not of the form that Save writes.
	errDamaged = errors.New("damaged")
	// errVersion says that a file is of another version of flyby.
	errVersion = errors.New("another version")
	// errForeign says that a model is of another device or driver.
	errForeign = errors.New("another device")
)

// fileError is the error of reading a model's file. It wraps errDamaged, errVersion or errForeign, or the error
// of the file system: fs.ErrNotExist where there is no file yet.
type fileError struct {
	Path  string
	Cause error
}

func (e *fileError) Error() string { return fmt.Sprintf("perfmodel: model %s: %v", e.Path, e.Cause) }

// Unwrap returns the cause.
func (e *fileError) Unwrap() error { return e.Cause }

// header is the head of a file; it is checked before the rest is read.
type header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

// file is a model with its header.
type file struct {
	header
	*Model
}

// DefaultPath returns the path at which the model of a device is kept: a file in the user's cache directory,
// named after the device and a hash of its Identity.
func DefaultPath(d kernel.Device) (string, error) {
	folder, err := Folder()
	if err != nil {
		return "", fmt.Errorf("perfmodel: path of a model: %w", err)
	}
	id := Identify(d)
	hash := sha256.Sum256([]byte(id.String()))
	return folder.Path(plain(id.Name) + "-" + hex.EncodeToString(hash[:4]) + ".json"), nil
}

// Folder returns the folder of the models that searches look for, and of what else is measured of devices.
func Folder() (private.Folder, error) {
	dir, err := os.UserCacheDir()
	return private.Folder{Base: dir, Below: []string{"flyby", "models"}}, err
}

// place splits a path into its folder and name. The folders of a model that searches look for must be the
// user's own; of other models only the file.
func place(path string) (private.Folder, string) {
	dir, name := filepath.Split(path)
	if kept, err := Folder(); err == nil && filepath.Clean(dir) == kept.Path("") {
		return kept, name
	}
	return private.Folder{Base: filepath.Clean(dir)}, name
}

// plain returns a name reduced to letters, digits and single hyphens, at most 40 characters.
func plain(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	s := strings.Join(words, "-")
	return strings.TrimRight(s[:min(len(s), 40)], "-")
}

// Save writes the model to a file with mode 0600, and makes its directory. The file is written whole or not at all.
func (m *Model) Save(path string) error {
	text, err := json.MarshalIndent(file{header{fileFormat, fileVersion}, m}, "", "\t")
	if err == nil {
		folder, name := place(path)
		err = folder.Write(name, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("perfmodel: save model %s: %w", path, err)
	}
	return nil
}

// Load reads a model. An error names the path. It wraps fs.ErrNotExist where there is no file, and a *private.ExposedError where
// another user owns the file or may write it; for a model that searches look for, also where another user owns its folders or may
// write them.
func Load(path string) (*Model, error) {
	folder, name := place(path)
	text, err := folder.Read(name)
	if err != nil {
		return nil, &fileError{path, err}
	}
	m, err := parse(text)
	if err != nil {
		return nil, &fileError{path, err}
	}
	return m, nil
}

// LoadFor is Load for a device: the model of another device is an error.
func LoadFor(path string, d kernel.Device) (*Model, error) {
	m, err := Load(path)
	if err != nil {
		return nil, err
	}
	if want := Identify(d); m.Device != want {
		return nil, &fileError{path, fmt.Errorf("%w: it is for %v, not for %v", errForeign, m.Device, want)}
	}
	return m, nil
}

// parse reads the text of a file and checks all numbers that predictions rely on.
func parse(text []byte) (*Model, error) {
	var h header
	if err := json.Unmarshal(text, &h); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if h.Format != fileFormat {
		return nil, fmt.Errorf("%w: its format is %q, not %q", errDamaged, h.Format, fileFormat)
	}
	if h.Version != fileVersion {
		return nil, fmt.Errorf("%w: %d, not %d", errVersion, h.Version, fileVersion)
	}
	m := &Model{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	var report bytes.Buffer
	if err := json.Compact(&report, m.Report); err != nil && len(m.Report) > 0 {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	m.Report = report.Bytes() // as package calibrate made it
	if err := errors.Join(m.Kernel.check(), m.Host.check(), m.Walk.check()); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return m, nil
}
