package infile

import "bytes"

// MaxRecord bounds a record: a quoted field that is longer is taken to have no end.
const MaxRecord = 1 << 20

// RecordEnd returns the index after the record of CSV text that begins at p, whose fields sep
// separates, its newline included. Newlines inside a quoted field belong to the record. ok is false
// if the record does not end in text.
//
// Where quoting is broken, the record is taken to end with its first line.
func RecordEnd(text []byte, p int, sep byte, atEnd bool) (next int, ok bool) {
	line := bytes.IndexByte(text[p:], '\n')
	if line < 0 {
		return p, false
	}
	line += p + 1
	if bytes.IndexByte(text[p:line], '"') < 0 {
		return line, true
	}
	open := atEnd || len(text)-p > MaxRecord // a record that does not end here never will
	for at := p; at < len(text); at++ {      // at the start of each field
		if text[at] == '"' {
			if at = quoteEnd(text, at); at < 0 {
				return line, open
			}
			if text[at] == '\r' && at+1 < len(text) {
				at++
			}
			if text[at] != sep && text[at] != '\n' {
				return line, true
			}
		}
		for at < len(text) && text[at] != sep && text[at] != '\n' {
			at++
		}
		if at < len(text) && text[at] == '\n' {
			return at + 1, true
		}
	}
	return line, open
}

// quoteEnd returns the index after the quoted field that begins at p, -1 if the field does not end
// in text.
func quoteEnd(text []byte, p int) int {
	for p++; ; p++ {
		i := bytes.IndexByte(text[p:], '"')
		if i < 0 || p+i+1 == len(text) { // the last byte may be the first of two quotes
			return -1
		}
		p += i + 1
		if text[p] != '"' {
			return p
		}
	}
}

// LastRecordEnd returns the index after the last whole record in text, 0 if none ends there.
func LastRecordEnd(text []byte, sep byte, atEnd bool) int {
	if bytes.IndexByte(text, '"') < 0 {
		return bytes.LastIndexByte(text, '\n') + 1
	}
	for p := 0; ; {
		next, ok := RecordEnd(text, p, sep, atEnd)
		if !ok {
			return p
		}
		if p = next; p == len(text) {
			return p
		}
	}
}

// SplitRecord appends the fields of one record, without its newline, to fields. cause names the
// quoting that is broken.
func SplitRecord(fields [][]byte, record []byte, sep byte) (out [][]byte, cause string) {
	for {
		var field []byte
		if len(record) > 0 && record[0] == '"' {
			n := closingQuote(record)
			if n < 0 {
				return fields, "a quoted field does not end"
			}
			field = unquote(record[1:n])
			record = record[n+1:]
			if len(record) > 0 && record[0] != sep {
				return fields, "text after the closing quote of a field"
			}
		} else {
			n := bytes.IndexByte(record, sep)
			if n < 0 {
				n = len(record)
			}
			field, record = record[:n], record[n:]
			if bytes.IndexByte(field, '"') >= 0 {
				return fields, "a quote inside a field that is not quoted"
			}
		}
		fields = append(fields, field)
		if len(record) == 0 {
			return fields, ""
		}
		record = record[1:]
	}
}

// closingQuote returns the index of the quote that closes a field, -1 for none.
func closingQuote(record []byte) int {
	for p := 1; ; p += 2 {
		i := bytes.IndexByte(record[p:], '"')
		if i < 0 {
			return -1
		}
		p += i
		if p+1 == len(record) || record[p+1] != '"' {
			return p
		}
	}
}

// unquote replaces each two quotes by one. It copies where there are any.
func unquote(field []byte) []byte {
	if bytes.IndexByte(field, '"') < 0 {
		return field
	}
	return bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))
}

// Chomp cuts the newline off a record.
func Chomp(record []byte) []byte {
	record = bytes.TrimSuffix(record, []byte("\n"))
	return bytes.TrimSuffix(record, []byte("\r"))
}
