package predict

import (
	"encoding/json"
	"errors"
	"testing"
)

// FuzzModel reads any bytes as the file of a model: parse refuses them as damaged or
// of another version, or the model, written and read again, is the same.
func FuzzModel(f *testing.F) {
	m := calibrated(f)
	text, err := json.Marshal(file{header{fileFormat, fileVersion}, m})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"format": "flyby performance model", "version": 1}`))
	f.Add([]byte(`{}`))
	const most = 16 << 10
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > most {
			return
		}
		m, err := parse(text)
		if err != nil {
			if !errors.Is(err, errDamaged) && !errors.Is(err, errVersion) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		written, err := json.Marshal(file{header{fileFormat, fileVersion}, m})
		if err != nil {
			t.Fatal(err)
		}
		again, err := parse(written)
		if err != nil {
			t.Fatalf("%q is written %q: %v", text, written, err)
		}
		if twice, err := json.Marshal(file{header{fileFormat, fileVersion}, again}); err != nil || string(twice) != string(written) {
			t.Errorf("%q is written %q, then %q, %v", text, written, twice, err)
		}
	})
}
