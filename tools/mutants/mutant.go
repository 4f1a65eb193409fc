package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// mutant is a small wrong change.
type mutant struct {
	name string
	file string
	// old is replaced by new; it must be in the file exactly once.
	old, new string
	// tests are run first: arguments of go test.
	tests string
}

// mutants returns all mutants, folder by folder.
func mutants() []mutant {
	var all []mutant
	for _, list := range [][]mutant{ofInteraction, ofExact, ofCylinders, ofEncounters, ofZones, ofZoneFiles, ofWorked, ofIndexes, ofHost, ofEngine, ofOpenCL, ofSeveral, ofSlabs, ofBuilders, ofRuns, ofRecords, ofPlans, ofZLists, ofJoins, ofTiles, ofRowgrid, ofDense, ofDeviceJoins, ofDeviceClusters, ofLabels, ofGroups, ofNearest, ofStates, ofArrow, ofReport, ofGroupPages, ofDoor, ofAssembly} {
		all = append(all, list...)
	}
	return append(all, ofPoints...)
}

// generated lists the files that a change of the assembly's generator changes, by the package that
// makes them.
var generated = map[string][]string{
	"./kernel/host": {"kernel/host/vector_amd64.s", "kernel/host/vector_stubs_amd64.go"},
	"./binindex":    {"binindex/bounds_amd64.s", "binindex/bounds_stubs_amd64.go"},
	ofTilesTests:    {tileFolder + "kernel_amd64.s", tileFolder + "kernel_stubs_amd64.go"},
	ofRowgridTests:  {rowgridFolder + "sieve_amd64.s", rowgridFolder + "sieve_stubs_amd64.go"},
}

// generator returns the package whose assembly the mutant's file makes, "" for none.
func (m mutant) generator() string {
	switch {
	case strings.HasPrefix(m.file, "internal/asm/bounds/"):
		return "./binindex"
	case strings.HasPrefix(m.file, "internal/asm/tiles/"):
		return ofTilesTests
	case strings.HasPrefix(m.file, "internal/asm/sieve/"):
		return ofRowgridTests
	case strings.HasPrefix(m.file, "internal/asm/"):
		return "./kernel/host"
	}
	return ""
}

// apply changes the file in a tree and returns a function that restores it, and the files generated from it.
func (m mutant) apply(tree string) (undo func() error, err error) {
	files := append([]string{m.file}, generated[m.generator()]...)
	before := map[string][]byte{}
	for _, f := range files {
		if before[f], err = os.ReadFile(filepath.Join(tree, f)); err != nil {
			return nil, err
		}
	}
	text := string(before[m.file])
	if n := strings.Count(text, m.old); n != 1 {
		return nil, fmt.Errorf("%s: what is to be replaced is there %d times: %q", m.file, n, m.old)
	}
	undo = func() error {
		for f, b := range before {
			if err := os.WriteFile(filepath.Join(tree, f), b, 0o644); err != nil {
				return err
			}
		}
		return nil
	}
	changed := strings.Replace(text, m.old, m.new, 1)
	return undo, os.WriteFile(filepath.Join(tree, m.file), []byte(changed), 0o644)
}
