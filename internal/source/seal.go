package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
)

// sealed is a JSON value with the checksum of its text.
type sealed struct {
	Value json.RawMessage `json:"plan"`
	Sum   uint32          `json:"sum"`
}

// Seal encodes v as JSON, with a checksum.
func Seal(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return json.Marshal(sealed{text, crc32.ChecksumIEEE(text)})
}

// Unseal decodes text that Seal wrote. A changed value, and one with other fields, is an error, and leaves v as it
// was.
func Unseal[T any](text []byte, v *T) error {
	var s sealed
	if err := decode(text, &s); err != nil {
		return err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, s.Value); err != nil || crc32.ChecksumIEEE(compact.Bytes()) != s.Sum {
		return errors.New("its checksum is another: it was changed or cut")
	}
	var read T
	if err := decode(s.Value, &read); err != nil {
		return err
	}
	*v = read
	return nil
}

// decode reads JSON strictly.
func decode(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("read JSON: %w", err)
	}
	return nil
}
