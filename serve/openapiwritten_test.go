package serve

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/asking"
	"flyby/question"
)

// rewrite makes TestOpenAPIParameters write what it otherwise compares.
var rewrite = flag.Bool("rewrite", false, "write the parameters of openapi.json anew")

// described is a parameter in openapi.json.
type described struct {
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
	Schema      schema `json:"schema"`
	Required    bool   `json:"required,omitempty"`
	Explode     bool   `json:"explode,omitempty"`
	Style       string `json:"style,omitempty"`
}

// schema is the schema of a parameter's value.
type schema struct {
	Type    string   `json:"type"`
	Enum    []string `json:"enum,omitempty"`
	Minimum int      `json:"minimum,omitempty"`
	Items   *schema  `json:"items,omitempty"`
	Default any      `json:"default,omitempty"`
}

// describe returns the parameter of a field as openapi.json has it.
func describe(p *asking.Field) described {
	d := described{Name: p.NameOf(sideOf(p)), In: "query", Description: parameterText(p), Schema: schema{Type: "string"}, Required: p.Required}
	switch p.Type {
	case asking.Switch:
		d.Schema = schema{Type: "boolean", Default: false}
	case asking.Natural:
		d.Schema = schema{Type: "integer", Minimum: 1}
	case asking.Word:
		d.Schema.Enum, d.Schema.Default = p.Words(), p.Default
	}
	if p.Repeats {
		d.Schema, d.Explode, d.Style = schema{Type: "array", Items: &schema{Type: "string"}}, true, "form"
	}
	if p.Reading { // the flags of the server are the default
		d.Schema.Default = nil
	}
	return d
}

// inJSON returns text of JSON on lines of their own behind a prefix.
func inJSON(t testing.TB, prefix string, v any) string {
	t.Helper()
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, " ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// withParametersOf returns openapi.json with the parameters that some fields lead to.
func withParametersOf(t testing.TB, fields func(question.Kind) []asking.Field) string {
	t.Helper()
	text := string(openapi)
	all := parametersOf(fields)
	components, written := "", map[string]string{}
	for _, k := range kinds() {
		refs := []map[string]string{}
		for _, p := range all[k] {
			name, one := p.NameOf(sideOf(&p)), inJSON(t, "   ", describe(&p))
			if other, is := written[name]; is && other != one { // another kind means something else by it
				name = string(k) + "." + name
			}
			if written[name] == "" {
				written[name] = one
				components += ",\n   " + inJSON(t, "", name) + ": " + one
			}
			refs = append(refs, map[string]string{"$ref": "#/components/parameters/" + name})
		}
		text = between(t, text, `(?s)\n  "/v1/databases/\{name\}/`+string(k)+`": \{.*?\n   "post": \{.*?\n    "parameters": `, `,\n    "re`, inJSON(t, "    ", refs))
	}
	return between(t, text, `(?s)\n   "name": \{.*?\n   \}`, `\n  \},\n  "schemas": `, components)
}

// between returns a text with another text between the first two places that patterns match.
func between(t testing.TB, text, from, to, other string) string {
	t.Helper()
	begin := regexp.MustCompile(from).FindStringIndex(text)
	if begin == nil {
		t.Fatalf("no %s in openapi.json", from)
	}
	end := regexp.MustCompile(to).FindStringIndex(text[begin[1]:])
	if end == nil {
		t.Fatalf("no %s in openapi.json", to)
	}
	return text[:begin[1]] + other + text[begin[1]+end[0]:]
}

// TestOpenAPIParameters: the table makes the parameters of openapi.json, to the byte.
func TestOpenAPIParameters(t *testing.T) {
	want := withParametersOf(t, fieldsOf)
	if *rewrite {
		if err := os.WriteFile("openapi.json", []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if string(openapi) != want {
		t.Error("openapi.json is not what the table of fields says; make docs writes it anew")
	}
}
