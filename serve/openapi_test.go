package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// operation is an operation of openapi.json.
type operation struct {
	Parameters []struct {
		Ref string `json:"$ref"`
	}
	RequestBody struct {
		Ref string `json:"$ref"`
	}
	Responses map[string]struct {
		Ref string `json:"$ref"`
	}
}

// TestOpenAPI: openapi.json has exactly the routes, their parameters and their statuses.
func TestOpenAPI(t *testing.T) {
	p := serves(t, nil)
	r := p.send("GET", "/openapi.json", nil)
	var doc struct {
		Paths      map[string]map[string]json.RawMessage
		Components struct {
			Parameters    map[string]struct{ Name string }
			RequestBodies map[string]struct{ Content map[string]any }
			Responses     map[string]struct{ Content map[string]any }
		}
	}
	if err := json.Unmarshal([]byte(r.body), &doc); err != nil || r.StatusCode != 200 {
		t.Fatal(err, r.body)
	}
	operations := map[string]operation{}
	for path, methods := range doc.Paths {
		for method, text := range methods {
			if method == "parameters" {
				continue
			}
			var o operation
			if err := json.Unmarshal(text, &o); err != nil {
				t.Fatal(err)
			}
			operations[strings.ToUpper(method)+" "+path] = o
		}
	}
	var routes []string
	for _, of := range table() {
		routes = append(routes, strings.Replace(of.pattern, "{$}", "", 1))
	}
	slices.Sort(routes)
	if got := sortedKeys(operations); !slices.Equal(got, routes) {
		t.Errorf("openapi.json has %v, the server %v", got, routes)
	}
	statuses := map[string]bool{}
	for name, o := range operations {
		var asked, want []string
		for _, p := range o.Parameters {
			asked = append(asked, doc.Components.Parameters[strings.TrimPrefix(p.Ref, "#/components/parameters/")].Name)
		}
		if route, is := strings.CutPrefix(name, "POST /v1/databases/{name}/"); is {
			want = Parameters(route)
		}
		if !slices.Equal(asked, want) {
			t.Errorf("%s: openapi.json has the parameters %v, the server %v", name, asked, want)
		}
		for status, response := range o.Responses {
			statuses[status] = true
			if at := strings.TrimPrefix(response.Ref, "#/components/responses/"); response.Ref != "" && doc.Components.Responses[at].Content == nil {
				t.Errorf("%s: %s: there is no %s", name, status, response.Ref)
			}
		}
	}
	if got, want := sortedKeys(statuses), allStatuses(t); !slices.Equal(got, want) {
		t.Errorf("openapi.json has the statuses %v, the server %v", got, want)
	}
	for _, k := range kinds() {
		ref := operations["POST /v1/databases/{name}/"+string(k)].RequestBody.Ref
		got := sortedKeys(doc.Components.RequestBodies[strings.TrimPrefix(ref, "#/components/requestBodies/")].Content)
		if want := sortedKeys(k.bodyFormats()); k.takes() && !slices.Equal(got, want) || k.takes() != (ref != "") {
			t.Errorf("%s: openapi.json has bodies of %v, the server %v", k, got, want)
		}
	}
	for _, m := range slices.Concat(medias(), counted()) {
		if of, _, _ := strings.Cut(m.mime, ";"); doc.Components.Responses["Rows"].Content[of] == nil {
			t.Errorf("openapi.json has no answers of %s", of)
		}
	}
}

// allStatuses returns the statuses in the source of the server and of its door.
func allStatuses(t *testing.T) (all []string) {
	t.Helper()
	byName := map[string]int{}
	for status := 100; status < 600; status++ {
		byName[strings.NewReplacer(" ", "", "-", "").Replace(http.StatusText(status))] = status
	}
	for _, folder := range []string{".", "../internal/door"} {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			text, err := os.ReadFile(folder + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`\bhttp\.Status([A-Z][A-Za-z]+)`).FindAllStringSubmatch(string(text), -1) {
				if status := fmt.Sprint(byName[m[1]]); m[1] != "Text" && !slices.Contains(all, status) {
					all = append(all, status)
				}
			}
		}
	}
	slices.Sort(all)
	return all
}
