package orbits

import (
	"bytes"
	"fmt"
	"io"

	"flyby/internal/infile"
	"flyby/internal/reading/internal/lines"
)

// pairs reads messages in key-value notation, one after the other.
func (r *reader) pairs(l *lines.Reader) error {
	if err := l.Start(); err != nil {
		return err
	}
	for open := false; ; {
		line, err := l.Next()
		if err == io.EOF && open {
			return r.end()
		}
		if err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 || bytes.HasPrefix(line, []byte("COMMENT")) {
			continue
		}
		key, value, pair := bytes.Cut(line, []byte("="))
		if !pair {
			return l.Fail(fmt.Sprintf("%q: no line KEY = VALUE", infile.Shorten(string(line))))
		}
		key = bytes.TrimSpace(key)
		if string(key) == kvnMagic {
			if open {
				if err := r.end(); err != nil {
					return err
				}
			}
			r.begin(l.Line)
			open = true
		}
		r.put(string(key), withoutUnit(bytes.TrimSpace(value)), l.Line)
	}
}

// withoutUnit cuts the unit off a value, which CCSDS fixes for each key: 51.64 [deg].
func withoutUnit(value []byte) []byte {
	if at := bytes.LastIndexByte(value, '['); at > 0 && value[len(value)-1] == ']' {
		return bytes.TrimSpace(value[:at])
	}
	return value
}
