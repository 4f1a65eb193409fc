package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	arrays "github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/door/problem"
	"flyby/internal/testing/formattest"
)

// A textTable is a table of queries: places at rest whose ids, times and names are text. key is the name of the column of names.
type textTable struct {
	key  string
	rows [][3]string // id, time, name
}

// csv returns the table as CSV.
func (c textTable) csv() string {
	text := "id,t," + c.key + ",x,y\n"
	for _, row := range c.rows {
		text += strings.Join(row[:], ",") + ",1,1\n"
	}
	return text
}

// ndjson returns the table as NDJSON, with its bytes as they are.
func (c textTable) ndjson() (text string) {
	for _, row := range c.rows {
		text += fmt.Sprintf("{\"id\":\"%s\",\"t\":\"%s\",\"%s\":\"%s\",\"x\":1,\"y\":1}\n", row[0], row[1], c.key, row[2])
	}
	return text
}

// arrow returns the table as a stream of Arrow.
func (c textTable) arrow(t *testing.T) string {
	t.Helper()
	text, number := arrow.BinaryTypes.String, arrow.PrimitiveTypes.Float64
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: text}, {Name: "t", Type: text}, {Name: c.key, Type: text}, {Name: "x", Type: number}, {Name: "y", Type: number}}, nil)
	b := arrays.NewRecordBuilder(memory.DefaultAllocator, schema)
	for _, row := range c.rows {
		for i, cell := range row {
			b.Field(i).(*arrays.StringBuilder).Append(cell)
		}
		for i := range 2 {
			b.Field(3 + i).(*arrays.Float64Builder).Append(1)
		}
	}
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	if err := w.Write(b.NewRecordBatch()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// parquet returns the table as Parquet. Its key has four bytes.
func (c textTable) parquet(t *testing.T) string {
	t.Helper()
	type row struct {
		ID   string  `parquet:"id"`
		T    string  `parquet:"t"`
		Name string  `parquet:"@key"`
		X    float64 `parquet:"x"`
		Y    float64 `parquet:"y"`
	}
	var rows []row
	for _, r := range c.rows {
		rows = append(rows, row{r[0], r[1], r[2], 1, 1})
	}
	return strings.ReplaceAll(formattest.InGroups(t, rows, 2), "@key", c.key)
}

// bodies returns the table in all formats of bodies, by their types.
func (c textTable) bodies(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{"text/csv": c.csv(), "application/x-ndjson": c.ndjson(), "application/vnd.apache.arrow.stream": c.arrow(t), "application/vnd.apache.parquet": c.parquet(t)}
}

// TestTextsAreUTF8: a text that is not UTF-8, wherever it stands in a body of whatever format, is refused with its row and column, and every other text comes back as it was.
func TestTextsAreUTF8(t *testing.T) {
	p := serves(t, func(c *Config) {
		const table = "id,t,x,y\n1,2020-01-01T00:00:00Z,1,1\n1,2020-01-02T00:00:00Z,1,1\n"
		if err := os.WriteFile(c.Databases[0].Files[0], []byte(table), 0o600); err != nil {
			t.Fatal(err)
		}
		c.Ask.Read.Units.Time = ""
	})
	const first, second = "2020-01-01T00:00:00Z", "2020-01-01T01:00:00Z"
	good := [][3]string{{"é\ufffd", first, "🚗\ufffd"}, {"é\ufffd", second, "🚗\ufffd"}, {"b", first, "two"}, {"b", second, "two"}}
	for _, c := range []struct {
		key         string
		row, column int // of the bad text in good
		bad         string
		want        problem.Problem // Row 0: of the whole column
	}{
		{key: "name"},
		{"name", 2, 0, "\xff", problem.Problem{Row: 3, Column: "id", Value: `\xff`}},
		{"name", 0, 0, "a\xc3", problem.Problem{Row: 1, Column: "id", Value: `a\xc3`}},
		{"name", 3, 0, "\xed\xa0\x80", problem.Problem{Row: 4, Column: "id", Value: `\xed\xa0\x80`}},
		{"name", 2, 2, "\xff", problem.Problem{Row: 3, Column: "name", Value: `\xff`}},
		{"name", 1, 1, first + "\xff", problem.Problem{Row: 2, Column: "t", Value: first + `\xff`}},
		{"nam\xff", 0, 2, "x", problem.Problem{Column: `nam\xff`}},
	} {
		table := textTable{c.key, append([][3]string(nil), good...)}
		if c.bad != "" {
			table.rows[c.row][c.column] = c.bad
		}
		for of, body := range table.bodies(t) {
			got := p.send("POST", "/v1/databases/cars/search?distance=1&with=name", strings.NewReader(body), "Content-Type", of)
			if c.bad == "" {
				if got.StatusCode != http.StatusOK || strings.Count(got.body, "é\ufffd,1,") != 1 || !strings.Contains(got.body, ",🚗\ufffd,") || !strings.Contains(got.body, "\nb,1,") {
					t.Errorf("%s: %v: %s", of, got.Response, got.body)
				}
				continue
			}
			var said problem.Problem
			if err := json.Unmarshal([]byte(got.body), &said); err != nil || got.StatusCode != http.StatusBadRequest || said.Column != c.want.Column || c.want.Row > 0 && (said.Row != c.want.Row || said.Value != c.want.Value) {
				t.Errorf("%s: %q in row %d: %v, %s, want %+v", of, c.bad, c.row+1, err, got.body, c.want)
			}
		}
	}
}
