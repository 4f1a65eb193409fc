package slabs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"flyby"
	"flyby/internal/machine"
	"flyby/internal/memory"
	"flyby/internal/packed"
	"flyby/internal/runs"
	"flyby/internal/slab"
	"flyby/internal/source"
	"flyby/job"
)

// SlabOf reads the entries of a slab.
func (w *Work) SlabOf(ctx context.Context, k int) (*slab.Slab, error) {
	quota := memory.NewQuota(0)
	defer quota.Close()
	r, err := source.NewReader(machine.ConfigOf(&flyby.Options{Device: "cpu"}, quota))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	wholes, err := w.wholes(ctx)
	if err != nil {
		return nil, err
	}
	_, entries, err := w.slab(ctx, r, wholes, k)
	return entries, err
}

// SidesInPlace reports whether the samples of the entries, and of the queries, stay in the inputs.
func (w *Work) SidesInPlace() (all []bool) {
	for _, side := range w.m.sides() {
		all = append(all, side.InPlace != "")
	}
	return all
}

// Reprogrammed returns a manifest as if another program had written it.
func Reprogrammed(t testing.TB, text []byte, program string) []byte {
	t.Helper()
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	m.Program = program
	text, _, err := m.text()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Resummed returns an edited manifest with the right checksum.
func Resummed(t testing.TB, text []byte) []byte {
	t.Helper()
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	text, _, err := m.text()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Resealed changes a bit of the first block of slab 1 and writes the file anew, with the right checksums.
func Resealed(path string) error {
	w, err := Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	old, err := runs.OpenBlocks(path, slab.Head(1, w.of))
	if err != nil {
		return err
	}
	defer old.Close()
	var out bytes.Buffer
	to, err := runs.NewBlockWriter(&out, slab.Head(1, w.of))
	for i, p := range old.Places() {
		block, readErr := old.Read(p, nil)
		if err = errors.Join(err, readErr); err != nil {
			return err
		}
		if i == 0 {
			block[0] ^= 1
		}
		if _, err = to.Write(block); err != nil {
			return err
		}
	}
	return errors.Join(to.Close(old.Notes()), os.WriteFile(path, out.Bytes(), 0o600))
}

// Copied returns options with which no samples stay in inputs.
func (o PlanOptions) Copied() PlanOptions {
	o.copied = true
	return o
}

// BlocksOf returns the blocks of the part of a slab, with the bytes that its directory has of each.
func (w *Work) BlocksOf(k int) (all [][]byte, err error) {
	f, err := runs.OpenBlocks(w.partOf(k), packed.Head(w.kind, uint32(k), w.sum))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for _, p := range f.Places() {
		block, err := f.Read(p, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, bytes.Clone(block))
	}
	return append(all, f.Notes()), nil
}

// MergeInLittle is Merge with one thread, in memory for two blocks of two parts at a time, which is less than Merge requires.
func (w *Work) MergeInLittle(ctx context.Context, r job.Range, o MergeOptions, to job.Sink) (job.Report, error) {
	o.Machine.Memory, o.Machine.Threads = 1, 1
	return w.merge(ctx, r, o, to)
}
