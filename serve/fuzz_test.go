package serve

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzRequest: for any parameters and body the answer is rows or a problem of the client's, never a
// failure of the server, and names no file.
func FuzzRequest(f *testing.F) {
	f.Add("distance=9&level=hits", "text/csv", []byte("id,t,x,y,z\n1,0,0,0,0\n1,9,5,5,5\n"))
	f.Add("distance=9m&having=d_min%3C4&with=speed", "application/x-ndjson", []byte("{\"id\":1,\"t\":0,\"x\":0,\"y\":0,\"z\":1}\n"))
	f.Add("distance=0.01km&vertical=%3C5&merge-gap=1min&units-out=km,kn&top=3", "text/csv", []byte("id,t,x,y,z\n1,0,0,0,0\n1,9,5,5,5\n"))
	f.Add("distance=9&query-columns=id%3Dship&query-where=x%3E0&query-max-gap=9s&query-curve=none&query-units=,ms", "text/csv", []byte("ship,t,x,y,z\n1,0,0,0,0\n1,9,5,5,5\n"))
	f.Add("distance=9&count=true", "application/vnd.apache.parquet", []byte("PAR1"))
	f.Add("distance=9&geometry=point", "application/vnd.apache.arrow.stream", []byte{0xff, 0xff, 0xff, 0xff, 0x10, 0, 0, 0})
	f.Add("distance=%zz;&&=&distance", "", []byte(nil))
	p := serves(f, func(c *Config) { c.MaxRows = 1000 })
	handler := p.routes()
	f.Fuzz(func(t *testing.T, query, of string, body []byte) {
		for _, route := range []string{"search", "join"} {
			r := httptest.NewRequest(http.MethodPost, "/v1/databases/cars/"+route, bytes.NewReader(body))
			r.URL.RawQuery = query
			if route == "join" {
				r.Body = http.NoBody
			}
			r.Header.Set("Content-Type", of)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code >= 500 && w.Code != http.StatusGatewayTimeout || w.Code < 200 {
				t.Errorf("%s?%s: %d %s", route, query, w.Code, w.Body)
			}
			if w.Code != http.StatusOK && strings.Contains(w.Body.String(), p.folder) {
				t.Errorf("%s?%s: names a file: %s", route, query, w.Body)
			}
		}
	})
}
