package slabs

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

//go:embed dask.py
var daskProgram string

// Dask returns a Python program for dask.distributed. It runs the slabs that are missing or damaged when it is started, on the workers of a scheduler or on
// this machine, and merges the parts once all have ended well. Its paths are absolute: the workers must see the folders of the plan and of Out under the same
// names.
func (w *Work) Dask(o ScriptOptions) (string, error) {
	s, err := w.script(o)
	if err != nil {
		return "", err
	}
	imported, slots, atOnce, resources := "", fmt.Sprintf("CPU_COUNT // %d", s.CPUs), "None", "None"
	if s.Memory > 0 {
		imported, slots = "\nfrom distributed.system import MEMORY_LIMIT", fmt.Sprintf("min(%s, MEMORY_LIMIT // %d)", slots, s.Memory)
	}
	if s.AtOnce > 0 {
		atOnce = strconv.Itoa(s.AtOnce)
	}
	if s.GPU {
		resources = `{"GPU": 1}`
	}
	return strings.NewReplacer("@flyby@", pythonic(s.Flyby), "@dir@", pythonic(s.dir), "@head@", pythonic(s.head), "@ending@", pythonic(s.ending), "@ranges@", strconv.Itoa(s.Ranges),
		"@run@", pythonics(s.run), "@merge@", pythonics(s.merge),
		"@imported@", imported, "@slots@", slots, "@at-once@", atOnce, "@resources@", resources).Replace(daskProgram), nil
}

// pythonics returns words as further items of a list in Python.
func pythonics(words []string) (text string) {
	for _, word := range words {
		text += ", " + pythonic(word)
	}
	return text
}

// pythonic returns a string literal of Python for a word, in ASCII. A byte that is no UTF-8 becomes the surrogate that Python has for it in names of files.
func pythonic(word string) string {
	text := []byte{'"'}
	for len(word) > 0 {
		r, n := utf8.DecodeRuneInString(word)
		if r == utf8.RuneError && n == 1 {
			text = fmt.Appendf(text, `\udc%02x`, word[0])
		} else {
			quoted := strconv.QuoteToASCII(word[:n])
			text = append(text, quoted[1:len(quoted)-1]...)
		}
		word = word[n:]
	}
	return string(append(text, '"'))
}
