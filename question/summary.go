package question

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// A Summary is facts about an answer, a struct, with the fields of its question that summaries show.
type Summary struct {
	Facts    any // has a Place where fields of the question stand
	Question Question
}

// A Place is where fields of the question stand among facts: the keys of its fields take the place of its own key, which is "+" and one of the words of Field lines.
type Place = *struct{}

// place finds places in facts; none is the first of them.
var places = regexp.MustCompile(`,"\+(\w+)":null`)

// MarshalJSON returns the facts as a JSON object, in which fields have their names with _ for -. A field that is zero is left out unless its kind requires it, or its method of groups takes it.
func (s Summary) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(s.Facts)
	if err != nil {
		return nil, err
	}
	return show(table(), text, s.Question.Filled())
}

// show puts those of some fields that the question has in their places.
func show(all []Field, facts []byte, q Question) (text []byte, err error) {
	return places.ReplaceAllFunc(facts, func(place []byte) (shown []byte) {
		for _, f := range all {
			if !f.is(q.Kind) || `,"+`+f.shown+`":null` != string(place) || f.methods != nil && !slices.Contains(f.methods, q.Group.Method) {
				continue
			}
			shown = f.marshal
		}
		return shown
	}), err
}
