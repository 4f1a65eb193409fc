package question_test

import (
	"encoding/json"
	"testing"

	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestSaid: a question as typed becomes one in the units of the data, and comes back from JSON as it was.
func TestSaid(t *testing.T) {
	d := question.NewDraft(question.Searches)
	for name, text := range map[string]string{"distance": "0.5km", "vertical": "<100m", "merge-gap": "30min", "from": "2024-05-01", "level": "pairs", "having": "d_min<=5", "with": "positions,name", "units-out": "km,km/s", "query-columns": "id=x"} {
		if err := d.Set(name, text); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	q, err := d.Resolve(format.Units{Length: "m", Time: "s"}, trajectory.Timestamp)
	if err != nil {
		t.Fatal(err)
	}
	if q.Search.Distance != 500 || *q.Search.Vertical != 100 || !q.Search.VerticalStrict || q.MergeGap != 1800 || !q.Parts || q.Level != question.Pairs || len(q.With) != 2 {
		t.Errorf("%+v", q)
	}
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var again question.Question
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if twice, err := json.Marshal(again); err != nil || string(twice) != string(text) {
		t.Errorf("%s, then %s: %v", text, twice, err)
	}
	t.Logf("%s", text)
}
