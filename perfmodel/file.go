package perfmodel

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

// What a file says that it is, and the version of its layout: to be raised with any change of what the
// numbers mean, the kernels that they were measured on included.
const (
	fileFormat  = "flyby performance model"
	fileVersion = 4
)

// Reasons to ignore a file, wrapped in a *fileError.
var (
	// errDamaged says that a file is not what Save writes.
	errDamaged = errors.New("damaged")
	// errVersion says that a file is of another version of flyby.
	errVersion = errors.New("another version")
	// errForeign says that a model is that of another device or driver.
	errForeign = errors.New("another device")
)

// fileError says why a model cannot be had from a file. It wraps errDamaged, errVersion or errForeign, or
// the error of the file system: fs.ErrNotExist where there is no file yet.
type fileError struct {
	Path  string
	Cause error
}

func (e *fileError) Error() string { return fmt.Sprintf("perfmodel: model %s: %v", e.Path, e.Cause) }

// Unwrap returns the cause.
func (e *fileError) Unwrap() error { return e.Cause }

// header is what a file begins with; it is read before the rest is trusted.
type header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

// file is a model with its header.
type file struct {
	header
	*Model
}

// DefaultPath is where the model of a device is kept: a file in the user's cache directory, named after
// the device and a hash of all that makes it another device.
func DefaultPath(d kernel.Device) (string, error) {
	folder, err := keptFolder()
	if err != nil {
		return "", fmt.Errorf("perfmodel: path of a model: %w", err)
	}
	id := Identify(d)
	hash := sha256.Sum256([]byte(id.String()))
	return folder.Path(plain(id.Name) + "-" + hex.EncodeToString(hash[:4]) + ".json"), nil
}

// keptFolder is the folder of the models that searches look for.
func keptFolder() (private.Folder, error) {
	dir, err := os.UserCacheDir()
	return private.Folder{Base: dir, Below: []string{"flyby", "models"}}, err
}

// place splits a path into its folder and name: of the models that searches look for the folders are
// the user's own too, of others the file alone.
func place(path string) (private.Folder, string) {
	dir, name := filepath.Split(path)
	if kept, err := keptFolder(); err == nil && filepath.Clean(dir) == kept.Path("") {
		return kept, name
	}
	return private.Folder{Base: filepath.Clean(dir)}, name
}

// plain is a name made of letters, digits and single hyphens, at most 40 of them.
func plain(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	s := strings.Join(words, "-")
	return strings.TrimRight(s[:min(len(s), 40)], "-")
}

// Save writes the model to a file with mode 0600, and makes its directory. The file is whole or not there.
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

// Load reads a model. An error names the path and wraps fs.ErrNotExist where there is no file, a *private.ExposedError where somebody else
// owns the file or may write it, and where that holds for the folders of a model that searches look for.
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

// LoadFor is Load for a device: the model of another one is an error.
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

// parse reads the text of a file and checks all that predictions rely on.
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
	m.Report = report.Bytes() // as it was made
	if err := errors.Join(m.Kernel.check(), m.Host.check(), m.Walk.check()); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return m, nil
}
