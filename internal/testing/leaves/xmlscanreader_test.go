package leaves_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"flyby/internal/infile"

	"flyby/internal/xmlscan"
)

// TestXMLText: the text of elements is passed on with entities replaced, however the document is
// cut into reads.
func TestXMLText(t *testing.T) {
	document := "<a>\n one &amp; <b/>two&#x41;<!-- no --><![CDATA[ &amp; <c> ]]></a>\n"
	for size := range len(document) {
		src := &infile.Source{Name: "document", Total: int64(size) + 1}
		src.Data = iotest.OneByteReader(strings.NewReader(document))
		var got strings.Builder
		x := xmlscan.Reader{Context: context.Background(), Source: src, Line: 1}
		x.OnText = func(chunk []byte) error {
			got.Write(chunk)
			return nil
		}
		err := x.Start()
		for err == nil {
			_, err = x.Next()
		}
		if want := "\n one & twoA &amp; <c> "; err != io.EOF || strings.TrimSuffix(got.String(), "\n") != want {
			t.Fatalf("%d bytes at a time: %q, %v", size+1, got.String(), err)
		}
	}
}
