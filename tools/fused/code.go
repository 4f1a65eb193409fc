package main

import (
	"debug/elf"
	"debug/gosym"
	"encoding/binary"
	"fmt"
	"strings"
)

// A place is an instruction to judge, of one of the module's functions.
type place struct {
	function string // flyby/kernel.rootOf; of package main: flyby/cmd/flyby.run
	file     string // of the line, which may be inlined from another function: flyby/interaction/double.go
	line     int
	kind     string // "fused", or the called function: math.sin
}

// fusedKind is the kind of a place where a product is fused with a sum.
const fusedKind = "fused"

// code is the machine code of a binary for arm64, with its line table.
type code struct {
	text  []byte
	start uint64 // address of text
	table *gosym.Table
}

func open(path string) (*code, error) {
	f, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if f.Machine != elf.EM_AARCH64 {
		return nil, fmt.Errorf("%s: built for %v, not for arm64", path, f.Machine)
	}
	text, lines := f.Section(".text"), f.Section(".gopclntab")
	if text == nil || lines == nil {
		return nil, fmt.Errorf("%s: no code of Go in it", path)
	}
	c := &code{start: text.Addr}
	if c.text, err = text.Data(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	table, err := lines.Data()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c.table, err = gosym.NewTable(nil, gosym.NewLineTable(table, text.Addr))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// places returns the instructions to judge, in order of address.
func (c *code) places() []place {
	var all []place
	for k := range c.table.Funcs {
		f := &c.table.Funcs[k]
		name, ours := strings.CutPrefix(f.Name, "main.")
		if ours {
			name = "flyby/cmd/flyby." + name
		} else if name = f.Name; !strings.HasPrefix(name, "flyby") {
			continue
		}
		for pc := f.Entry; pc+4 <= f.End; pc += 4 {
			what := c.kindOf(pc)
			if what == "" {
				continue
			}
			file, line, _ := c.table.PCToLine(pc)
			all = append(all, place{function: name, file: file, line: line, kind: what})
		}
	}
	return all
}

// kindOf returns the kind of an instruction to judge, "" for most.
func (c *code) kindOf(pc uint64) string {
	word := binary.LittleEndian.Uint32(c.text[pc-c.start:])
	if isFused(word) {
		return fusedKind
	}
	offset, ok := called(word)
	if !ok {
		return ""
	}
	if f := c.table.PCToFunc(pc + uint64(offset)); f != nil && strings.HasPrefix(f.Name, "math.") && !isExact(f.Name) {
		return f.Name
	}
	return ""
}

// isFused reports whether an instruction has three floating-point sources: FMADD, FMSUB, FNMADD and
// FNMSUB of any width.
func isFused(word uint32) bool { return word>>24 == 0b00011111 }

// called returns the distance in bytes of the target of a call, BL.
func called(word uint32) (offset int64, ok bool) {
	return int64(int32(word<<6)>>6) * 4, word>>26 == 0b100101
}
