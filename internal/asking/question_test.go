package asking

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"flyby/question"
)

// MarshalJSON returns the question as a JSON object: its kind, and its fields by their names. Equal questions have equal text.
func (q Question) MarshalJSON() ([]byte, error) {
	q.Kind = q.kind()
	fields, err := q.MarshalFields()
	if err != nil {
		return nil, err
	}
	text := fmt.Appendf(nil, `{"kind":%q`, q.Kind)
	if len(fields) > len("{}") {
		text = append(text, ',')
	}
	return append(text, fields[1:]...), nil
}

// UnmarshalJSON reads what MarshalJSON returns. Keys that the kind does not have are an error that names them.
func (q *Question) UnmarshalJSON(text []byte) error {
	var of struct{ Kind question.Kind }
	if err := json.Unmarshal(text, &of); err != nil {
		return fmt.Errorf("question: %w", err)
	}
	if !slices.Contains(Kinds(), of.Kind) {
		return fmt.Errorf("question: kind %q: must be one of %v", of.Kind, Kinds())
	}
	*q = Question{Kind: of.Kind}
	rest, err := q.UnmarshalFields(text)
	if err != nil {
		return err
	}
	if delete(rest, "kind"); len(rest) > 0 {
		return fmt.Errorf("question: %s has no %v", q.Kind, slices.Sorted(maps.Keys(rest)))
	}
	return nil
}
