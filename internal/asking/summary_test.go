package asking

import (
	"encoding/json"
	"testing"

	"flyby"
	"flyby/group"
	"flyby/question"
	"flyby/trajectory/format"
)

// TestSummary: fields stand in their places among facts, in the order of the table; zero values do not, unless the kind or the method of groups needs them.
func TestSummary(t *testing.T) {
	type facts struct {
		Type    string `json:"type"`
		Level   Place  `json:"+level"`
		Method  Place  `json:"+method"`
		Near    Place  `json:"+near"`
		Text    string `json:"text"`
		Group   Place  `json:"+group"`
		Heights Place  `json:"+heights"`
		Unknown Place  `json:"+unknown"`
		Answer  Place  `json:"+answer"`
	}
	height := 0.0
	groups := func(m group.Method) question.Question {
		return question.Question{Kind: question.Convoys, Group: group.Search{Method: m, Distance: 1, MinSize: 2, MinTicks: 3, Clock: group.Clock{Step: 4}, Theta: 0.5}}
	}
	for _, c := range []struct {
		q    question.Question
		want string
	}{
		{question.Question{}, `"level":"encounters","distance":0,"text":",\"+near\":null"`},
		{question.Question{Kind: question.Searches, Level: question.Hits, Search: flyby.Search{Distance: 2, Vertical: &height, VerticalStrict: true, ExcludeSameID: true}, Answer: format.AnswerUnits{Speed: "kn"}},
			`"level":"hits","distance":2,"text":",\"+near\":null","vertical":0,"vertical_strict":true,"units_out":{"speed":"kn"}`},
		{groups(group.Connected), `"method":"group","distance":1,"text":",\"+near\":null","min_size":2,"min_duration":0,"max_break":0`},
		{groups(group.Convoy), `"method":"cmc","distance":1,"text":",\"+near\":null","min_size":2,"min_ticks":3,"clock":4,"origin":0`},
		{groups(group.Moving), `"method":"mc","distance":1,"text":",\"+near\":null","min_size":2,"min_ticks":3,"clock":4,"origin":0,"theta":0.5`},
		{question.Question{Kind: question.SelfJoins}, `"eps":0,"text":",\"+near\":null"`},
		{question.Question{Kind: question.NearestPoints, Points: question.Points{Nearest: 3}}, `"text":",\"+near\":null"`},
	} {
		text, err := json.Marshal(Summary{Facts: facts{Type: "summary", Text: `,"+near":null`}, Question: c.q})
		if want := `{"type":"summary",` + c.want + `}`; err != nil || string(text) != want {
			t.Errorf("%s, %v, want %s", text, err, want)
		}
	}
	if _, err := json.Marshal(Summary{Facts: func() {}}); err == nil {
		t.Error("no error for facts that are no JSON")
	}
}
