package slabs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"flyby/internal/asking"
	"flyby/internal/atomicfile"
	"flyby/internal/runs"
	"flyby/internal/slab"
	"flyby/trajectory/format"
)

// manifestFormat is the version of the files of a folder; it rises with each change of them, and folders of another version are refused.
const manifestFormat = 1

// The names of files.
const (
	manifestName = "manifest.json"
	namesName    = "names"
	slabFiles    = "slab" // followed by a number, like the names below
	entryFiles   = "entries"
	queryFiles   = "queries"
	partFiles    = "part"
)

// manifestHead begins the text of every manifest, of any version.
const manifestHead = "{\n  \"format\": "

// manifest is the description of the work that all processes read.
type manifest struct {
	Format  int         `json:"format"`
	Program string      `json:"program"`
	Ask     askFields   `json:"ask"`
	Inputs  []inputFile `json:"inputs"`

	Entries set          `json:"entries"`
	Queries *set         `json:"queries,omitempty"` // nil: a join
	Units   format.Units `json:"units"`
	Names   file         `json:"names"`
	Edges   []float64    `json:"edges,omitempty"` // the borders of slabs of time, ascending
	Slabs   []entry      `json:"slabs"`

	Sum string `json:"sum"` // SHA-256 of the text with this left empty
}

// set describes the entries or the queries as a whole.
type set struct {
	Trajectories int      `json:"trajectories"`
	Segments     uint64   `json:"segments"`
	IDs          string   `json:"ids"`
	Times        string   `json:"times"`
	Dimensions   int      `json:"dimensions"`
	Space        string   `json:"space"`
	Heights      bool     `json:"heights"`
	InPlace      string   `json:"in-place,omitempty"` // the input whose row groups have the samples; none: files of the plan have them
	MadeOf       []string `json:"made-of,omitempty"`  // the inputs with the element sets that a run makes the samples of; none: InPlace says where these are
	Within       float64  `json:"within,omitempty"`   // greatest distance of such samples' chords from the paths
	Ranges       []int    `json:"ranges,omitempty"`   // the borders of ranges of trajectories, from 0 to their number; none: slabs are of time
}

// setOf returns the set of a whole in the manifest.
func setOf(w *slab.Whole, ranges []int) set {
	s := set{Trajectories: w.IDs.Len(), Segments: w.Segments, IDs: "names", Times: w.Kind.String(), Dimensions: w.Space.Dim, Space: w.Space.Frame.String(), Heights: w.Space.Heights, Ranges: ranges}
	if w.IDs.IntIDs() {
		s.IDs = "integers"
	}
	return s
}

// inputs returns the inputs that a run reads for samples.
func (s *set) inputs() []string {
	if s.InPlace != "" {
		return []string{s.InPlace}
	}
	return s.MadeOf
}

// file is a file of the plan.
type file struct {
	Name   string `json:"name"`
	Number uint32 `json:"number"` // among the files of the same kind
	Bytes  uint64 `json:"bytes"`
	Sum    string `json:"sum"` // SHA-256 of the file without its last 32 bytes, which are this sum
}

// fileOf returns the entry of a file that was written.
func fileOf(name string, number uint32, w slab.Written) file {
	return file{name, number, w.Bytes, hex.EncodeToString(w.Sum[:])}
}

// entry is a slab.
type entry struct {
	From     *number `json:"from,omitempty"`     // of a slab of time, except the first
	To       *number `json:"to,omitempty"`       // of a slab of time, except the last
	Segments uint64  `json:"segments"`           // that start in it
	Overhang uint64  `json:"overhang"`           // segments that start before it and end in it or later
	InPlace  uint64  `json:"in-place,omitempty"` // bytes of the samples that a run reads from inputs
	Files    []file  `json:"files"`              // one file for a slab of time; for a pair of ranges the entries' file, then the queries' where it is another
}

// number is a float64; an infinite one is text in JSON.
type number = asking.JSONNumber

// sides returns the sets of the entries, and in a search of the queries.
func (m *manifest) sides() []*set {
	if m.Queries == nil {
		return []*set{&m.Entries}
	}
	return []*set{&m.Entries, m.Queries}
}

// input returns the input with a path; nil: there is none.
func (m *manifest) input(path string) *inputFile {
	for i := range m.Inputs {
		if m.Inputs[i].Path == path {
			return &m.Inputs[i]
		}
	}
	return nil
}

// head returns the checksum of the format, the program, the ask and the inputs, which the files of slabs contain.
func (m *manifest) head() ([32]byte, error) {
	text, err := json.Marshal(manifest{Format: m.Format, Program: m.Program, Ask: m.Ask, Inputs: m.Inputs})
	return sha256.Sum256(text), err
}

// text returns the manifest as it is written, and its checksum, which parts contain.
func (m *manifest) text() (text []byte, sum [32]byte, err error) {
	of := *m
	of.Sum = ""
	empty, err := json.MarshalIndent(of, "", "  ")
	if err != nil {
		return nil, sum, err
	}
	sum = sha256.Sum256(empty)
	of.Sum = hex.EncodeToString(sum[:])
	text, err = json.MarshalIndent(of, "", "  ")
	return append(text, '\n'), sum, err
}

// readManifest reads the manifest of a folder, and its checksum. The error is an ErrVersion where the manifest is of another format, or
// of another program than the one that this returns.
func readManifest(dir string, this func() (string, error)) (m *manifest, sum [32]byte, err error) {
	path := filepath.Join(dir, manifestName)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, sum, changedError(path, atomicfile.Cause(err))
	}
	var version struct {
		Format  int    `json:"format"`
		Program string `json:"program"`
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, sum, changedError(path, err)
	}
	if version.Format != manifestFormat {
		return nil, sum, versionError(path, "format", version.Format, manifestFormat)
	}
	m = &manifest{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return nil, sum, changedError(path, err)
	}
	same, sum, err := m.text()
	if err != nil {
		return nil, sum, changedError(path, err)
	}
	if !bytes.Equal(same, text) {
		return nil, sum, changedError(path, errors.New("its checksum is another"))
	}
	if err := m.check(); err != nil {
		return nil, sum, changedError(path, err)
	}
	name, err := this()
	if err != nil {
		return nil, sum, fmt.Errorf("slabs: %w", err)
	}
	if m.Program != name {
		return nil, sum, versionError(path, "program", m.Program, name)
	}
	return m, sum, nil
}

// check refuses a manifest that Plan cannot have written.
func (m *manifest) check() error {
	ranges := m.Entries.Ranges != nil
	for k, s := range m.Slabs {
		if n := len(s.Files); n < 1 || n > 2 || n > 1 && !ranges {
			return fmt.Errorf("slab %d has %d files", k, n)
		}
		for _, f := range s.Files {
			if f.Name != filepath.Base(f.Name) {
				return fmt.Errorf("slab %d has the file %q", k, f.Name)
			}
		}
	}
	for _, side := range m.sides() {
		for _, in := range side.inputs() {
			if ranges || m.input(in) == nil {
				return fmt.Errorf("slabs are in place in %s, which is no input", in)
			}
		}
	}
	if !ranges && len(m.Slabs) != len(m.Edges)+1 || len(m.Slabs) == 0 {
		return fmt.Errorf("%d slabs at %d edges", len(m.Slabs), len(m.Edges))
	}
	return nil
}

// readFile reads a file of the plan, once all of it is checked. The error is an ErrChanged where the file differs from the planned one.
func readFile[T any](ctx context.Context, dir string, f *file, h runs.BlockHead, read func(*runs.BlockFile) (T, error)) (of T, err error) {
	path := filepath.Join(dir, f.Name)
	if now, err := os.Stat(path); err == nil && uint64(now.Size()) != f.Bytes {
		return of, changedError(path, fmt.Errorf("%d bytes, planned %d", now.Size(), f.Bytes))
	}
	opened, err := runs.OpenBlocks(path, h)
	if err != nil {
		return of, changedError(path, atomicfile.Cause(err))
	}
	err = opened.Check(ctx)
	sum := opened.Sum()
	if now := hex.EncodeToString(sum[:]); err == nil && now != f.Sum {
		err = changedError(path, fmt.Errorf("its checksum is %s, planned %s", now, f.Sum))
	} else if errors.Is(err, runs.ErrDamaged) {
		err = changedError(path, err)
	}
	if err != nil {
		return of, errors.Join(err, opened.Close())
	}
	of, err = read(opened)
	if err = errors.Join(err, opened.Close()); err != nil {
		return of, changedError(path, err)
	}
	return of, nil
}
