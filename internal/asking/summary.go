package asking

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"

	"flyby/question"
)

// A Summary is facts about an answer, a struct, with the fields of its question that summaries show. The struct has a Place wherever fields stand, but not first.
type Summary struct {
	Facts    any
	Question question.Question
}

// A Place is where fields stand among facts. Its key is "+" and the word that their lines in the table of fields call it by: `json:"+near"`.
type Place = *struct{}

// MarshalJSON returns the facts as a JSON object, with the fields in their places. Their keys are their names with _ for -. Zero values are left out
// unless the kind requires them, or its method of groups takes them.
func (s Summary) MarshalJSON() ([]byte, error) {
	facts, err := json.Marshal(s.Facts)
	if err != nil {
		return nil, err
	}
	return placed(table(), facts, s.Question)
}

// places are the places in facts as JSON.
var places = regexp.MustCompile(`,"\+(\w+)":null`)

// placed puts fields of a question, of all that there are, in their places among facts.
func placed(all []Field, facts []byte, q question.Question) (text []byte, err error) {
	q = Question(q).Filled()
	text = places.ReplaceAllFunc(facts, func(place []byte) []byte {
		at := slices.DeleteFunc(slices.Clone(all), func(f Field) bool {
			return !f.is(q.Kind) || `,"+`+f.shown+`":null` != string(place) || f.methods != nil && !slices.Contains(f.methods, q.Group.Method)
		})
		members, failed := members(at, &slots{Question: q}, func(f *Field) (string, bool) {
			return strings.ReplaceAll(f.Name, "-", "_"), f.Required || f.methods != nil
		})
		err = errors.Join(err, failed)
		return members
	})
	return text, err
}
