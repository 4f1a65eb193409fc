package format

import (
	"bytes"
	"fmt"

	"flyby/internal/rfc3339"
	"flyby/trajectory"
)

// parse turns the text of a block into rows.
func (p *csvParser) parse(b *block) {
	after := b.fatal // what is wrong after the text
	b.fatal = nil
	b.ids.start(p.named.Load())
	var v [numFloats]float64
	for at := 0; at < len(b.text); {
		if next, ok := p.fastRow(b, &v, at); ok {
			b.add(&v, &p.layout, b.count)
			b.count++
			at = next
			continue
		}
		next, _ := recordEnd(b.text, at, true)
		record := b.text[at:next]
		if e := p.slowRow(b, &v, chomp(record)); e != nil {
			e.Line = b.count
			if !b.drop(e, p.skip) {
				return
			}
		}
		b.count += bytes.Count(record, []byte("\n"))
		at = next
	}
	if after != nil {
		after.Line = b.count
		b.fatal = after
	}
}

// fastRow reads the row at text[at:] if it is written plainly: no quotes, no
// spaces, the right number of columns, good values. It adds the id on success;
// everything else is for slowRow to read or to explain.
func (p *csvParser) fastRow(b *block, v *[numFloats]float64, at int) (next int, ok bool) {
	text, last := b.text, len(p.plan)-1
	var id []byte
	for i, kind := range p.plan {
		switch {
		case kind == ignored || kind == colID || (kind == colT && p.rules.Times == trajectory.Timestamp):
			from := at
			for c := text[at]; c != ',' && c != '\n'; c = text[at] {
				if c == '"' {
					return 0, false
				}
				at++
			}
			field := text[from:at]
			if i == last {
				field = bytes.TrimSuffix(field, []byte("\r"))
			}
			if kind == colID {
				id = field
			} else if kind == colT && !p.fastTime(field, &v[colT]) {
				return 0, false
			}
		default:
			if v[kind], at, ok = scanFloat(text, at); !ok {
				return 0, false
			}
			if i == last && text[at] == '\r' {
				at++
			}
		}
		end := byte(',')
		if i == last {
			end = '\n'
		}
		if text[at] != end {
			return 0, false
		}
		at++
	}
	if len(id) == 0 || (v[colR] < 0 || p.rules.Limits != nil) && p.rules.Check(sampleOf(v)) != nil { // scanFloat bounds numbers
		return 0, false
	}
	return at, b.ids.add(textOf(id))
}

// sampleOf takes the numbers of a row; those of columns that the file lacks are 0.
func sampleOf(v *[numFloats]float64) trajectory.Sample {
	return trajectory.Sample{T: v[colT], X: v[colX], Y: v[colY], Z: v[colZ], R: v[colR]}
}

// fastTime reads a timestamp.
func (p *csvParser) fastTime(field []byte, t *float64) bool {
	sec, err := rfc3339.Parse(textOf(field))
	*t = sec
	return err == nil
}

// slowRow reads any row and says what is wrong with it. An empty line is no row.
func (p *csvParser) slowRow(b *block, v *[numFloats]float64, record []byte) *Error {
	if len(record) == 0 {
		return nil
	}
	fields, cause := splitRecord(p.fields[:0], record)
	p.fields = fields
	if cause != "" {
		return &Error{Cause: cause}
	}
	if len(fields) != len(p.plan) {
		return &Error{Cause: fmt.Sprintf("%d columns where the header has %d", len(fields), len(p.plan))}
	}
	for i, kind := range p.plan {
		cause := ""
		switch {
		case kind == ignored:
		case kind == colID:
			if len(fields[i]) == 0 {
				cause = "missing"
			}
		case kind == colT:
			v[colT], cause = parseTimeField(fields[i], p.rules.Times)
		default:
			v[kind], cause = parseFloat(fields[i])
		}
		if cause != "" {
			return &Error{Column: p.name[kind], Value: string(fields[i]), Cause: cause}
		}
	}
	if bad := p.rules.Check(sampleOf(v)); bad != nil {
		return &Error{Column: p.label(bad.Column), Value: bad.Value, Cause: bad.Cause}
	}
	if id := fields[p.at[colID]]; !b.ids.add(textOf(id)) {
		return &Error{Column: p.name[colID], Value: string(id), Cause: notUTF8}
	}
	b.add(v, &p.layout, b.count)
	return nil
}

// parseTimeField reads a time of a kind with spaces around it.
func parseTimeField(field []byte, kind trajectory.TimeKind) (sec float64, cause string) {
	field = trim(field)
	v, notNumber := parseFloat(field)
	sec, err := rfc3339.Parse(textOf(field))
	switch {
	case kind == trajectory.Number && notNumber == "":
		return v, ""
	case kind == trajectory.Timestamp && err == nil:
		return sec, ""
	case notNumber == "":
		return 0, "a number among timestamps"
	case err == nil:
		return 0, "a timestamp among numbers"
	case kind == trajectory.Number && (notNumber != "not a number" || len(field) < len("2006-01-02")):
		return 0, notNumber
	}
	return 0, inner(err)
}
