// Package clrttest checks, for tests, the sources of programs against the structs of their
// arguments.
package clrttest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"flyby/internal/clrt"
)

// mostParameters bounds the parameters of a kernel: numbers that belong together are a
// struct, columns that belong together one buffer
// (docs/decisions/0023-parameters-of-kernels.md).
const mostParameters = 12

// parameter finds the parameters of a kernel in its text.
var parameter = regexp.MustCompile(`^\s*(?:__global\s+)?(?:const\s+)?(\w+)\s*(\*?)(?:\s*restrict)?\s*(\w+)\s*$`)

// declared lists the kernels of a text with their parameters.
func declared(t *testing.T, text string) map[string][]clrt.Param {
	kernels, structs := map[string][]clrt.Param{}, structsOf(text)
	for _, m := range regexp.MustCompile(`(?s)__kernel[^{;]*?\bvoid\s+(\w+)\((.*?)\)\s*\{`).FindAllStringSubmatch(text, -1) {
		params := []clrt.Param{}
		for _, p := range strings.Split(m[2], ",") {
			f := parameter.FindStringSubmatch(p)
			if f == nil {
				t.Fatalf("%s: what is the parameter %q?", m[1], p)
			}
			if f[2] != "" {
				f[1] = f[2]
			}
			params = append(params, clrt.Param{Name: f[3], Type: f[1], Fields: structs[f[1]]})
		}
		kernels[m[1]] = params
	}
	return kernels
}

// structsOf lists the structs of a text that hold nothing but numbers, with their fields.
func structsOf(text string) map[string][]clrt.Param {
	structs := map[string][]clrt.Param{}
	for _, m := range regexp.MustCompile(`typedef struct \{([^{}]*)\} (\w+);`).FindAllStringSubmatch(withoutComments(text), -1) {
		var fields []clrt.Param
		for _, line := range regexp.MustCompile(`(\w+)\s+([\w\s,]+);`).FindAllStringSubmatch(m[1], -1) {
			for _, name := range strings.Split(line[2], ",") {
				fields = append(fields, clrt.Param{Name: strings.TrimSpace(name), Type: line[1]})
			}
		}
		structs[m[2]] = fields
	}
	return structs
}

// same reports whether two parameters have one name and type, and structs the same fields.
func same(a, b clrt.Param) bool {
	return a.Name == b.Name && a.Type == b.Type && slices.EqualFunc(a.Fields, b.Fields, same)
}

// CheckArguments wants the fields of every kernel's struct to have the names, the types and
// the order of the parameters in its text, and every kernel to have a struct and at most
// mostParameters. The fields of a struct by value are to lie as on the device.
func CheckArguments(t *testing.T, sources ...clrt.Source) {
	t.Helper()
	for _, s := range sources {
		text, err := s.Text()
		if err != nil {
			t.Fatal(err)
		}
		kernels := declared(t, text)
		if strings.Count(text, "__kernel") != len(kernels) || len(kernels) != len(s.Kernels) {
			t.Errorf("%s: %d kernels in the text, %d understood, %d with a struct", s.Label, strings.Count(text, "__kernel"), len(kernels), len(s.Kernels))
		}
		for _, k := range s.Kernels {
			checkKernel(t, k, kernels[k.Name()])
		}
	}
}

// checkKernel holds the parameters of a kernel against the parameters in its text.
func checkKernel(t *testing.T, k clrt.AnyKernel, want []clrt.Param) {
	t.Helper()
	got := k.Params()
	if len(want) == 0 || !slices.EqualFunc(got, want, same) {
		t.Errorf("%s: the struct has %v, the text %v", k.Name(), got, want)
	}
	if len(got) > mostParameters {
		t.Errorf("%s has %d parameters, %d at most", k.Name(), len(got), mostParameters)
	}
	for _, p := range got {
		if p.Fields != nil && !p.Packed() {
			t.Errorf("%s: the fields of %s do not lie one after another, each at a multiple of its size: %v", k.Name(), p.Name, p.Fields)
		}
	}
}

// CheckConstants wants every constant that Go gives a program to be defined there once,
// and to be used in some program.
func CheckConstants(t *testing.T, sources ...clrt.Source) {
	t.Helper()
	given, used := map[string]bool{}, map[string]bool{}
	for _, s := range sources {
		text, err := s.Text()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range s.Files {
			for _, c := range f.Constants {
				given[c.Name] = true
				if n := len(regexp.MustCompile(`(?m)^#define `+c.Name+`\b`).FindAllString(text, -1)); n != 1 {
					t.Errorf("%s: %s is defined %d times", s.Label, c.Name, n)
				}
				if len(regexp.MustCompile(`\b`+c.Name+`\b`).FindAllString(withoutComments(text), -1)) > 1 {
					used[c.Name] = true
				}
			}
		}
	}
	for name := range given {
		if !used[name] {
			t.Errorf("nothing uses %s", name)
		}
	}
}

// withoutComments drops the text from // on in each line.
func withoutComments(text string) string {
	return regexp.MustCompile(`//[^\n]*`).ReplaceAllString(text, "")
}
