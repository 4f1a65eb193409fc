package agree_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"flyby"
	"flyby/trajectory"
)

// FuzzPlan: a text that is read as a plan equals a plan that was written, so that one that is cut or
// changed is an error; and a search that obeys any plan, read without its checksum, finds the same as
// without it, or is refused.
func FuzzPlan(f *testing.F) {
	const most = 2000 // bytes of a plan of a hundred slabs
	paths := []string{wanderFile(f, "e.csv", wanderersFor(9, 6, 1)), wanderFile(f, "q.csv", wanderersFor(9, 3, 2))}
	db := slabDatabase(f, wanderData(f, inSpace, paths[0]), flyby.Options{Threads: 1})
	queries := wanderData(f, inSpace, paths[1])
	searches := []flyby.Search{{Distance: 4}, {Queries: queries, Distance: 4}}
	hits, encounters := make([]trajectory.Hits, len(searches)), make([]trajectory.Encounters, len(searches))
	written := map[string]bool{}
	for i, s := range searches {
		hits[i], encounters[i] = answers(f, db, s)
		for _, p := range planned(f, db, s) {
			if p.Edges != nil {
				p.Edges = []float64{2, 2.5, 4, 7}
			}
			p.Memory, p.MergeBytes, p.Device = 1<<30, 1<<20, "cpu" // in every process
			text, err := json.Marshal(p)
			if err != nil {
				f.Fatal(err)
			}
			written[string(text)] = true
			f.Add(text)
			f.Add(text[:len(text)/2])
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > most {
			return
		}
		var p flyby.Plan
		if err := json.Unmarshal(text, &p); err == nil {
			if again, err := json.Marshal(p); err != nil || !written[string(again)] {
				t.Errorf("%s is read as %s, which nobody wrote: %v", text, again, err)
			}
		}
		type unsealed flyby.Plan // without a checksum
		var forged struct {
			Plan unsealed `json:"plan"`
		}
		if err := json.Unmarshal(text, &forged); err != nil {
			return
		}
		p = flyby.Plan(forged.Plan)
		for i, s := range searches {
			s.Plan = &p
			h, err := db.Hits(t.Context(), s)
			if err != nil {
				continue
			}
			if got, err := h.Collect(); err == nil && !reflect.DeepEqual(got, hits[i]) {
				t.Errorf("%s: %d hits, want %d, or others", text, got.Len(), hits[i].Len())
			}
			e, err := db.Encounters(t.Context(), s)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if got, err := e.Collect(); err == nil && !reflect.DeepEqual(got, encounters[i]) {
				t.Errorf("%s: %d encounters, want %d, or others", text, got.Len(), encounters[i].Len())
			}
		}
	})
}

// TestPlanChanged: a plan in JSON with a byte changed or missing, or cut short, is an error, unless it means the same.
func TestPlanChanged(t *testing.T) {
	db := slabDatabase(t, wanderData(t, inSpace, wanderFile(t, "e.csv", wanderersFor(9, 6, 1))), flyby.Options{Threads: 1})
	for name, p := range planned(t, db, flyby.Search{Distance: 4}) {
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		for at := range text {
			other := text[at] ^ 1
			for _, changed := range [][]byte{text[:at], append(text[:at:at], text[at+1:]...), append(append(text[:at:at], other), text[at+1:]...)} {
				got := new(flyby.Plan)
				if err := json.Unmarshal(changed, got); err == nil && !reflect.DeepEqual(got, p) {
					t.Errorf("%s: %s is read as %+v", name, changed, got)
				}
			}
		}
	}
}
