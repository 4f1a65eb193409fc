package oem

import (
	"bytes"
	"fmt"
	"io"

	"flyby/internal/infile"
	"flyby/internal/reading/internal/lines"
	"flyby/internal/xmlscan"
)

// kvn reads a message in key-value notation.
type kvn struct {
	*oemReader
	lines lines.Reader
}

// read reads all lines.
func (m *kvn) read() error {
	for {
		line, err := m.lines.Next()
		if err == io.EOF {
			break
		}
		if err == nil && m.state == oemHead {
			err = m.lines.Early()
		}
		if err != nil {
			return err
		}
		m.line = m.lines.Line
		if line = bytes.TrimSpace(line); m.line == 1 && !bytes.HasPrefix(line, []byte(oemMagic)) {
			return m.lines.Fail("not an OEM in key-value notation, which begins with " + oemMagic)
		}
		if len(line) == 0 || bytes.HasPrefix(line, []byte("COMMENT")) {
			continue
		}
		if err := m.take(line); err != nil {
			return err
		}
	}
	if m.state == oemMeta || m.state == oemCovariance {
		return m.lines.Fail(map[oemState]string{oemMeta: "truncated: no META_STOP", oemCovariance: "truncated: no COVARIANCE_STOP"}[m.state])
	}
	return nil
}

// take takes a line.
func (m *kvn) take(line []byte) error {
	switch key, value, pair := bytes.Cut(line, []byte("=")); {
	case m.state == oemCovariance:
		if string(line) == "COVARIANCE_STOP" {
			m.state = oemData
		}
	case string(line) == "META_START" && m.state != oemMeta:
		m.state, m.meta = oemMeta, map[string]string{}
	case string(line) == "META_STOP" && m.state == oemMeta:
		return m.segment()
	case string(line) == "COVARIANCE_START" && m.state == oemData:
		m.state = oemCovariance
	case pair && m.state == oemMeta && len(m.meta) < xmlscan.MaxAttributes:
		m.meta[string(bytes.TrimSpace(key))] = string(bytes.TrimSpace(value))
	case pair && m.state == oemHead:
	case m.state == oemData && !pair:
		return m.split(line)
	default:
		return m.lines.Fail(fmt.Sprintf("%q where it does not belong", infile.Shorten(string(line))))
	}
	return nil
}

// split takes an ephemeris line.
func (m *kvn) split(line []byte) error {
	var fields [10][]byte
	n := 0
	for rest := line; len(rest) > 0 && n < len(fields); n++ {
		end := bytes.IndexAny(rest, " \t")
		if end < 0 {
			end = len(rest)
		}
		fields[n], rest = rest[:end], infile.Trim(rest[end:])
	}
	return m.row(fields[:n])
}
