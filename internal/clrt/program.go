package clrt

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"flyby/internal/cl"
	hostmemory "flyby/internal/memory"
)

// File is a .cl file, and the constants that Go gives it.
type File struct {
	Name, Text string
	Constants  []Constant
}

// Source is a program: files one after another, its kernels, and the shape of
// their launches.
type Source struct {
	Label   string
	Files   []File
	Kernels []AnyKernel
	Groups  Groups
}

//go:embed list.cl
var listText string

//go:embed scan.cl
var scanText string

// ScanFile is scan.cl, for sources that share consecutive items out among groups and sum over them.
func ScanFile() File { return File{Name: "scan.cl", Text: scanText} }

// Text joins the prelude, list.cl and the files; #line makes a build log name them.
func (s Source) Text() (string, error) {
	defines, err := s.prelude()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "#line 1 \"constants of Go\"\n%s", defines)
	for _, f := range append([]File{{Name: "list.cl", Text: listText}}, s.Files...) {
		fmt.Fprintf(&b, "#line 1 \"%s\"\n%s\n", f.Name, f.Text)
	}
	return b.String(), nil
}

// Groups describes how the items of a kernel are shared out (list.cl).
type Groups struct {
	Size, Block int  // work-items a group, items a block
	Claim       bool // one atomic a group: GROUPED
	Every       bool // each block is a group of its own, which the device shares out as its threads become free
}

// Options returns the compiler's options in sorted order: they are part of the
// cache's key.
func (g Groups) Options() string {
	d := []string{fmt.Sprintf("-D BLOCK=%d", g.Block), fmt.Sprintf("-D WG=%d", g.Size)}
	if g.Claim {
		d = append(d, "-D GROUPED=1")
	}
	slices.Sort(d)
	return "-cl-std=CL1.2 " + strings.Join(d, " ")
}

// Build builds a program of s, from the cache if it has the binary. A source of later is built and added when one of its kernels is launched for the first time. All sources have the shape of launches of s.
func (d *Device) Build(s Source, later ...Source) (*Program, error) {
	p := &Program{device: d, groups: s.Groups, later: later, kernels: map[string][]*routine{}}
	if err := p.build(s); err != nil {
		return nil, errors.Join(err, p.Release())
	}
	return p, nil
}

// build adds a source.
func (p *Program) build(s Source) error {
	start, d := time.Now(), p.device
	text, err := s.Text()
	if err != nil {
		return err
	}
	built, from, err := d.compile(s.Label, text, s.Groups.Options())
	if err != nil {
		return err
	}
	p.programs = append(p.programs, built)
	for _, k := range s.Kernels {
		if err := p.add(built, k.Name(), k.Params()); err != nil {
			return fmt.Errorf("opencl: build %s on %q: %w", s.Label, d.Name, err)
		}
	}
	d.Log.Debug("built", "program", s.Label, "device", d.Name, "from", from, "time", time.Since(start))
	return nil
}

// Prepare builds the later source that has a kernel, unless that source is built.
func (p *Program) Prepare(kernel string) error {
	for i, s := range p.later {
		if slices.ContainsFunc(s.Kernels, func(k AnyKernel) bool { return k.Name() == kernel }) {
			if err := p.build(s); err != nil {
				return err
			}
			p.later = slices.Delete(slices.Clone(p.later), i, i+1)
			return nil
		}
	}
	return nil
}

// compilerBytes is about the memory, mostly addresses, that PoCL's compiler takes for a
// program: with less it ends the process.
const compilerBytes = 384 << 20

// compile makes a program from its cached binary, or from its source.
func (d *Device) compile(label, text, options string) (p *cl.Program, from string, err error) {
	key := cacheKey(d.identity, text, options)
	if binary, ok := d.cache.load(key); ok {
		if p, err := d.compileBinary(label, binary, options); err == nil {
			return p, "cache", nil
		}
	}
	if d.Memory.host {
		if err := hostmemory.Need("programs of the OpenCL compiler", compilerBytes); err != nil {
			return nil, "", fmt.Errorf("opencl: build %s on %q: %w", label, d.Name, err)
		}
	}
	p, err = d.Context.CreateProgramWithSource(label, text)
	if err != nil {
		return nil, "", err
	}
	if err := p.BuildProgram(options); err != nil {
		return nil, "", errors.Join(fmt.Errorf("opencl: build %s on %q (source in %s): %w",
			label, d.Name, saveSource(label, text), err), p.Release())
	}
	if binary, err := p.GetProgramBinary(); err == nil {
		d.cache.save(key, binary)
	}
	return p, "source", nil
}

// compileBinary makes a program from a binary.
func (d *Device) compileBinary(label string, binary []byte, options string) (*cl.Program, error) {
	p, err := d.Context.CreateProgramWithBinary(label, binary)
	if err != nil {
		return nil, err
	}
	if err := p.BuildProgram(options); err != nil {
		return nil, errors.Join(err, p.Release())
	}
	return p, nil
}

// saveSource saves a source that did not compile, for the reader of the log.
func saveSource(label, text string) string {
	f, err := os.CreateTemp("", "flyby-"+label+"-*.cl")
	if err != nil {
		return "no file: " + err.Error()
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return "no file: " + err.Error()
	}
	return f.Name()
}
