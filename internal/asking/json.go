package asking

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"

	"flyby/question"
	"flyby/trajectory/format"
)

// MarshalFields returns the fields of the question as a JSON object, without the kind: the part of a manifest of slabs that is a question.
func (q Question) MarshalFields() ([]byte, error) {
	return marshal(kept(table(), q.kind(), false), &slots{Question: question.Question(q)})
}

// UnmarshalFields reads the fields of a question, whose kind is set, from a JSON object, and returns the keys that are no fields.
func (q *Question) UnmarshalFields(text []byte) (rest map[string]json.RawMessage, err error) {
	if err := json.Unmarshal(text, &rest); err != nil {
		return nil, fmt.Errorf("question: %w", err)
	}
	s := slots{Question: question.Question(*q)}
	if err := unmarshal(kept(table(), q.kind(), false), rest, &s); err != nil {
		return nil, err
	}
	*q = Question(s.Question)
	return rest, nil
}

// MarshalReading returns the options of reading trajectories that fields say, as a JSON object.
func MarshalReading(o *format.Options) ([]byte, error) {
	return marshal(kept(append(table(), keptReading()...), question.Searches, true), &slots{Read: *o})
}

// UnmarshalReading reads options of reading trajectories from what MarshalReading returns. Keys that are no fields are an error that names them.
func UnmarshalReading(text []byte, o *format.Options) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return fmt.Errorf("question: %w", err)
	}
	s := slots{Read: *o}
	if err := unmarshal(kept(append(table(), keptReading()...), question.Searches, true), all, &s); err != nil {
		return err
	}
	if len(all) > 0 {
		return fmt.Errorf("question: reading has no %v", slices.Sorted(maps.Keys(all)))
	}
	*o = s.Read
	return nil
}

// kept returns the fields of a kind among all that JSON has, of its question or of reading, in their order there.
func kept(all []Field, k question.Kind, reading bool) []Field {
	all = slices.DeleteFunc(slices.Clone(all), func(f Field) bool { return !f.is(k) || f.Reading != reading || f.key.order == 0 })
	slices.SortStableFunc(all, func(a, b Field) int { return cmp.Compare(a.key.order, b.key.order) })
	return all
}

// inJSON returns the field's name in JSON.
func (f *Field) inJSON() string { return cmp.Or(f.key.name, f.Name) }

// marshal returns fields as a JSON object. Zero values are left out unless their place is whole.
func marshal(fields []Field, s *slots) ([]byte, error) {
	text, err := members(fields, s, func(f *Field) (string, bool) { return f.inJSON(), f.key.whole })
	return append([]byte{'{'}, append(bytes.TrimPrefix(text, []byte{','}), '}')...), err
}

// members returns fields as keys and values of a JSON object, with a comma before each. in returns the key of a field, and whether it is written where it is zero, too.
func members(fields []Field, s *slots, in func(*Field) (key string, whole bool)) ([]byte, error) {
	var b bytes.Buffer
	for _, f := range fields {
		key, whole := in(&f)
		v := reflect.ValueOf(f.slot(s)).Elem()
		if v.IsZero() && !whole || (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0 {
			continue
		}
		text, err := json.Marshal(written(v.Interface()))
		if err != nil {
			return nil, fmt.Errorf("question: %s: %w", f.Name, err)
		}
		fmt.Fprintf(&b, ",%q:%s", key, text)
	}
	return b.Bytes(), nil
}

// unmarshal sets fields from the values of a JSON object, and takes their keys out.
func unmarshal(fields []Field, from map[string]json.RawMessage, s *slots) error {
	for _, f := range fields {
		text, ok := from[f.inJSON()]
		if !ok {
			continue
		}
		delete(from, f.inJSON())
		if err := read(text, f.slot(s)); err != nil {
			return fmt.Errorf("question: %s: %w", f.inJSON(), err)
		}
	}
	return nil
}

// written returns a value as JSON has it.
func written(v any) any {
	switch v := v.(type) {
	case float64:
		return JSONNumber(v)
	case *float64:
		return (*JSONNumber)(v)
	case []float64:
		all := make([]JSONNumber, len(v))
		for i := range v {
			all[i] = JSONNumber(v[i])
		}
		return all
	}
	return v
}

// read reads a value from JSON into a slot.
func read(text []byte, slot any) error {
	switch slot := slot.(type) {
	case *float64:
		return json.Unmarshal(text, (*JSONNumber)(slot))
	case **float64:
		if string(text) == "null" {
			return nil
		}
		*slot = new(float64)
		return json.Unmarshal(text, (*JSONNumber)(*slot))
	case *[]float64:
		var all []JSONNumber
		err := json.Unmarshal(text, &all)
		*slot = nil
		for _, n := range all {
			*slot = append(*slot, float64(n))
		}
		return err
	}
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	return strict.Decode(slot)
}

// A JSONNumber is a float64 that may be infinite, which JSON has as text.
type JSONNumber float64

// MarshalJSON returns the number.
func (n JSONNumber) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(n), 0) {
		return json.Marshal(strconv.FormatFloat(float64(n), 'g', -1, 64))
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads the number.
func (n *JSONNumber) UnmarshalJSON(text []byte) error {
	var infinite string
	if err := json.Unmarshal(text, &infinite); err != nil {
		return json.Unmarshal(text, (*float64)(n))
	}
	f, err := strconv.ParseFloat(infinite, 64)
	*n = JSONNumber(f)
	return err
}
