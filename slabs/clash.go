package slabs

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flyby/internal/ends"
	"flyby/internal/reading/fileset"
	"flyby/job"
)

// Reserved returns the folder of a plan that keeps a name for itself, and "" where none does. A plan keeps the names of its manifest, ids, slabs and parts, there or not yet, and the names that
// these files have while they are written. The path may lead there by links.
func Reserved(path string) (folder string) {
	folder, name := filepath.Split(ends.Place(path))
	folder = filepath.Clean(folder)
	switch number, making := strings.CutPrefix(filepath.Base(folder), planFolders); {
	case making && isNumber(number): // a plan is made there
		return filepath.Dir(folder)
	case keepsName(name) && hasPlan(folder):
		return folder
	}
	return ""
}

// isNumber reports whether a text is decimal digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// keepsName reports whether a file of a plan may have the name, now or while it is written.
func keepsName(name string) bool {
	made := func(name string) bool {
		kind, number, _ := strings.Cut(name, "-")
		return name == manifestName || ofPlan(name) || kind == partFiles && isNumber(number)
	}
	if temporary, ok := strings.CutPrefix(name, "."); ok {
		if strings.HasPrefix(name, planFolders) || strings.HasPrefix(temporary, manifestName+".") {
			return true
		}
		base, _, written := strings.Cut(temporary, ".")
		return written && made(base)
	}
	return made(name)
}

// hasPlan reports whether a folder has a plan, of any version and whole or not, or whether one is being made there.
func hasPlan(folder string) bool {
	text := make([]byte, len(manifestHead))
	if file, err := os.Open(filepath.Join(folder, manifestName)); err == nil {
		_, err = io.ReadFull(file, text)
		file.Close() //nolint:errcheck // it was only read
		if err == nil && bytes.Equal(text, []byte(manifestHead)) {
			return true
		}
	}
	there, _ := os.ReadDir(folder) //nolint:errcheck // the names read before an error
	return slices.ContainsFunc(there, func(e fs.DirEntry) bool { return e.IsDir() && strings.HasPrefix(e.Name(), planFolders) })
}

// Clash says what a sink has to do with the plan that would be written over, or read as data by the next plan: the sink is an input, a file of the plan or a part, there or not yet, under any name and through links;
// or a folder or a pattern of the plan leads to it. It returns "" for any other sink.
func (w *Work) Clash(to job.Sink) string { return w.clash(w.kept(), ends.Of(to.Target())) }

// clash is Clash of an end; kept has the result of Work.kept.
func (w *Work) clash(kept []ends.End, out ends.End) string {
	if i := slices.IndexFunc(kept, out.Is); i >= 0 {
		return fmt.Sprintf("is the same file as %s, which the plan in %s needs", kept[i].Path, w.dir)
	}
	if out.Path == "" {
		return ""
	}
	if folder := Reserved(out.Path); folder != "" {
		return fmt.Sprintf("is a name that the plan in %s keeps for itself", folder)
	}
	kinds := fileset.Formats().Kinds(w.m.Ask.Read.Folder)
	for _, side := range [][]string{w.m.Ask.Entries, w.m.Ask.Queries} {
		if name := kinds.Takes(ends.Place(out.Path), side...); name != "" {
			return fmt.Sprintf("would be one of the files of %s, and the next plan would read it as data", name)
		}
	}
	return ""
}

// apart returns a job.FieldError for the first of some files that Clash is said of.
func (w *Work) apart(all ...ends.End) error {
	kept := w.kept()
	for _, out := range all {
		if clash := w.clash(kept, out); clash != "" {
			return &job.FieldError{Field: "Sink", Text: strings.TrimPrefix(out.Path+": "+clash, ": ")}
		}
	}
	return nil
}

// kept returns the inputs, and the files of the plan that are there: Reserved knows the other names of its folder.
func (w *Work) kept() (all []ends.End) {
	for _, in := range w.m.Inputs {
		if in.Path != "-" {
			all = append(all, ends.EndAt(in.Path))
		}
	}
	names := []string{manifestName, w.m.Names.Name}
	for k, s := range w.m.Slabs {
		names = append(names, partName(k))
		for _, f := range s.Files {
			names = append(names, f.Name)
		}
	}
	for _, name := range names {
		if e := ends.EndAt(filepath.Join(w.dir, name)); e.Info != nil {
			all = append(all, e)
		}
	}
	return all
}

// keepsNone returns a job.FieldError for a folder of a plan to be made which has an input under a name that plans keep.
func keepsNone(dir string, inputs []inputFile) error {
	at := ends.Place(filepath.Join(dir, "."+manifestName))
	for _, in := range inputs {
		if place := ends.Place(in.Path); in.Path != "-" && filepath.Dir(place) == filepath.Dir(at) && keepsName(filepath.Base(place)) {
			return &job.FieldError{Field: "Dir", Text: fmt.Sprintf("%s: would have a plan that keeps the name of the input %s for itself", dir, in.Path)}
		}
	}
	return nil
}

// baseOf returns the absolute folder that names of an ask are relative to, where one of them is relative and is a folder or a pattern that leads to an input; else "".
func baseOf(folder string, inputs []inputFile, names ...string) (string, error) {
	kinds := fileset.Formats().Kinds(folder)
	for _, name := range names {
		leads := func(in inputFile) bool { return kinds.Takes(in.Path, name) != "" }
		if !filepath.IsAbs(name) && slices.ContainsFunc(inputs, leads) {
			return filepath.Abs(folder)
		}
	}
	return "", nil
}
