package house

import (
	"go/scanner"
	"go/token"
	"strings"
	"testing"
)

// product reports whether the main module ships the file's code: it is no test, not below internal/testing, no example of docs, no generator
// of assembly, and not of the modules evaluation and tools.
func (s source) product() bool {
	top, _, _ := strings.Cut(s.path, "/")
	return !s.test() && !s.testSupport() && top != "evaluation" && top != "tools" && top != "docs" && !strings.HasPrefix(s.path, "internal/asm/")
}

// tokens returns the number of Go tokens of the file, without comments and without the semicolons that the scanner inserts.
// Reformatting changes lines and comments, but no token.
func (s source) tokens() (n int) {
	var scan scanner.Scanner
	scan.Init(token.NewFileSet().AddFile(s.path, -1, len(s.text)), s.text, nil, 0)
	for {
		switch _, tok, literal := scan.Scan(); {
		case tok == token.EOF:
			return n
		case tok == token.SEMICOLON && literal == "\n":
		default:
			n++
		}
	}
}

// productTokens returns the tokens of the product: the size of the house, which lines and file counts flatter.
func productTokens(all []source) (n int) {
	for _, s := range all {
		if s.product() {
			n += s.tokens()
		}
	}
	return n
}

// TestTokens: neither comments nor ends of lines are tokens.
func TestTokens(t *testing.T) {
	s := source{text: []byte("package p // a comment\n\nvar x = f(1,\n\t2)\n\nvar y = 3; var z = 4\n")}
	const want = 2 + 9 + 4 + 1 + 4 // package p; var x = f ( 1 , 2 ); var y = 3; the semicolon of the text; var z = 4
	if got := s.tokens(); got != want {
		t.Errorf("%d tokens, want %d", got, want)
	}
}

// mostTokens is the size of the product, which never rises by itself: a commit that adds a capability raises it, and says by how much and for what.
const mostTokens = 1_090_200

// TestProductIsNotLarger: the product has at most mostTokens.
func TestProductIsNotLarger(t *testing.T) {
	if n := productTokens(sources(t)); n > mostTokens {
		t.Errorf("%d tokens, allowed are %d: what was added, and what could go?", n, mostTokens)
	}
}
