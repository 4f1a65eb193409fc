package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// table is a CSV file with a header.
type table struct {
	path string
	head []string
	rows [][]string // [rows][columns]
}

// readTable reads a file of a folder.
func readTable(folder, name string) (table, error) {
	t := table{path: filepath.Join(folder, name)}
	f, err := os.Open(t.path)
	if err != nil {
		return t, err
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return t, fmt.Errorf("%s: %w", t.path, err)
	}
	if len(all) < 2 {
		return t, fmt.Errorf("%s: no rows", t.path)
	}
	t.head, t.rows = all[0], all[1:]
	return t, nil
}

// texts returns a column, one value a row.
func (t table) texts(name string) ([]string, error) {
	k := slices.Index(t.head, name)
	if k < 0 {
		return nil, fmt.Errorf("%s: no column %s", t.path, name)
	}
	values := make([]string, len(t.rows))
	for i, row := range t.rows {
		values[i] = row[k]
	}
	return values, nil
}

// numbers returns a column of numbers, or of times in RFC 3339 as hours since midnight, UTC.
func (t table) numbers(name string) ([]float64, error) {
	texts, err := t.texts(name)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(texts))
	for i, text := range texts {
		if values[i], err = number(text); err != nil {
			return nil, fmt.Errorf("%s: row %d, column %s: %w", t.path, i+1, name, err)
		}
	}
	return values, nil
}

func number(text string) (float64, error) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.Sub(at.Truncate(24 * time.Hour)).Hours(), nil
	}
	return strconv.ParseFloat(text, 64)
}

// columns returns several columns of numbers of a file in a folder.
func columns(folder, file string, names ...string) ([][]float64, error) {
	t, err := readTable(folder, file)
	if err != nil {
		return nil, err
	}
	all := make([][]float64, len(names))
	for k, name := range names {
		if all[k], err = t.numbers(name); err != nil {
			return nil, err
		}
	}
	return all, nil
}
