// Package datafile replaces sets of an evaluation, which are generated, by files.
package datafile

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"flyby/internal/reading"
)

// Files are paths of files by the names of the sets that they replace.
type Files map[string]string

// Parse reads texts NAME=FILE. A name is one of names, in capital or small letters; another name stays, and Check refuses it. A name that is given
// twice is an error.
func Parse(texts, names []string) (Files, error) {
	files := Files{}
	for _, text := range texts {
		name, path, ok := strings.Cut(text, "=")
		if at := slices.IndexFunc(names, func(known string) bool { return strings.EqualFold(known, name) }); at >= 0 {
			name = names[at]
		}
		if _, twice := files[name]; twice {
			return nil, fmt.Errorf("datafile: %s: is given twice", name)
		}
		if !ok || path == "" {
			return nil, fmt.Errorf("datafile: %q: must be NAME=FILE, with NAME one of %s", text, strings.Join(names, ", "))
		}
		files[name] = path
	}
	return files, nil
}

// Check refuses sets that are not among names, and files whose ending no format has.
func (f Files) Check(names []string, formats reading.Formats) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if !slices.Contains(names, name) {
			errs = append(errs, fmt.Errorf("datafile: data %q: must be of %s", name, strings.Join(names, ", ")))
			continue
		}
		path := f[name]
		if _, ok := formats.Choose(path, ""); path == "-" || !ok {
			errs = append(errs, fmt.Errorf("datafile: data of %s: %q: must be a file that ends in one of %s", name, path, strings.Join(formats.Extensions(), ", ")))
		}
	}
	return errors.Join(errs...)
}

// Origin says where a set comes from without reading it: its file, by path and size in bytes, or else its generator. A file that is not there is an
// error.
func (f Files) Origin(name, generator string) (string, error) {
	path, ok := f[name]
	if !ok {
		return generator, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("datafile: data of %s: %w", name, err)
	}
	return fmt.Sprintf("%s, %d bytes", path, info.Size()), nil
}

// Find is an error where one of the files is not there.
func (f Files) Find() error {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if _, err := f.Origin(name, ""); err != nil {
			return err
		}
	}
	return nil
}

// Agree refuses to go on with a journal that has a set from elsewhere.
func Agree(name, known, now string) error {
	if known == now {
		return nil
	}
	return fmt.Errorf("the journal has %s from %s, and now it is from %s: go on as it began, or begin another", name, known, now)
}
