// Package webpage writes pages that a browser opens from the disk: one HTML file with its style, its script and its data, which loads
// nothing. The report packages decide the content of a page.
package webpage

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"strings"

	"github.com/klauspost/compress/gzip"
)

//go:embed page/style.css page/*.js page/land.txt
var page embed.FS

// styleFile is the path of a style in its file system.
const styleFile = "page/style.css"

// shared lists the files of each page's script that come before the page's own, in order: a file may use the files before it.
func shared() []string {
	return []string{"data", "text", "scale", "unpacked", "vector", "svg", "turn", "fit", "map", "where", "table", "address", "histogram", "place", "rows", "player", "chosen"}
}

// Land returns the land of the earth, in whose coasts pages show where places are: rings of corners, as the script's ringsOf reads them. The program tools/land made it.
func Land() string {
	text, _ := page.ReadFile("page/land.txt") //nolint:errcheck // it is embedded
	return strings.TrimSpace(string(text))
}

// A Page is a page to write.
type Page struct {
	Title   string
	Facts   []string      // the input of the page, and the parts that it leaves out: a sentence each
	Data    any           // the JSON of the page's data block, for its script
	Own     fs.FS         // the files of the page's own script, page/NAME.js, and perhaps a style of its own behind the shared one, page/style.css; nil: it has neither
	Scripts []string      // the names of the scripts, in order; none: the page has no script and no data
	Main    func(*Writer) // writes the contents of the page's main element
}

// A Writer writes a page piece by piece. Text alone writes texts of data, which it escapes, between tags and between the double quotes of
// attributes.
type Writer struct {
	bytes.Buffer
	rows string // of a table, behind its first ones; the script adds them to it
}

// Markup writes HTML of this program.
func (w *Writer) Markup(pieces ...string) {
	for _, piece := range pieces {
		w.WriteString(piece)
	}
}

// Text writes a text between two pieces of HTML.
func (w *Writer) Text(before, text, after string) {
	w.Markup(before, html.EscapeString(text), after)
}

// Write writes the page as HTML. Its policy lets the browser run the one script and take the one style, and load nothing. It does not use
// html/template, which calls methods by their names, so that linkers keep all methods of a program and the command becomes a third larger.
func (p *Page) Write(to io.Writer) error {
	code, style, err := p.sources()
	if err != nil {
		return err
	}
	data, err := json.Marshal(p.Data) // which escapes < and >
	if err != nil {
		return fmt.Errorf("webpage: %w", err)
	}
	w := &Writer{}
	p.head(w, code, style)
	w.Markup("<main>\n")
	p.Main(w)
	w.Markup("</main>\n")
	if code != "" {
		err = w.block("data", string(data), len(data) > plainBytes)
		if w.rows != "" {
			err = errors.Join(err, w.block("rows", w.rows, true))
		}
		w.Markup("<script>", code, "</script>\n")
	}
	if err != nil {
		return fmt.Errorf("webpage: %w", err)
	}
	w.Markup("</body>\n</html>\n")
	_, err = w.WriteTo(to)
	return err
}

// plainBytes is how large the JSON of a page may be without being packed.
const plainBytes = 200_000

// block writes a text for the script, as it is or packed by gzip.
func (w *Writer) block(id, text string, pack bool) error {
	kind := "json"
	if pack {
		var packed bytes.Buffer
		z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return err
		}
		_, err = z.Write([]byte(text))
		if err = errors.Join(err, z.Close()); err != nil {
			return err
		}
		kind, text = "gzip", base64.StdEncoding.EncodeToString(packed.Bytes())
	}
	w.Markup(`<script type="application/`, kind, `" id="`, id, `">`, text, "</script>\n")
	return nil
}

// sources returns the script and the style of the page.
func (p *Page) sources() (code, style string, err error) {
	if code, err = p.script(); err == nil {
		style, err = p.style()
	}
	if err != nil {
		return "", "", fmt.Errorf("webpage: %w", err)
	}
	return code, style, nil
}

// Policy returns the Content-Security-Policy of the page, for servers that send it in a header, too.
func (p *Page) Policy() (string, error) {
	code, style, err := p.sources()
	return policy(code, style), err
}

// policy returns a policy that lets a browser run one script and take one style, and load nothing.
func policy(code, style string) string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + digest(style) + "'; script-src '" + digest(code) + "'"
}

// style returns the one style of the page.
func (p *Page) style() (string, error) {
	all, err := page.ReadFile(styleFile)
	if err != nil {
		return "", err
	}
	if p.Own == nil {
		return string(all), nil
	}
	own, err := fs.ReadFile(p.Own, styleFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return string(all) + string(own), nil
}

// script returns the one script of the page.
func (p *Page) script() (string, error) {
	if len(p.Scripts) == 0 {
		return "", nil
	}
	all := bytes.NewBufferString("\"use strict\";\n(async () => {\n")
	add := func(files fs.FS, names []string) error {
		for _, name := range names {
			text, err := fs.ReadFile(files, "page/"+name+".js")
			if err != nil {
				return err
			}
			all.Write(text)
		}
		return nil
	}
	if err := add(page, shared()); err != nil {
		return "", err
	}
	if err := add(p.Own, p.Scripts); err != nil {
		return "", err
	}
	all.WriteString("opened();\n})();\n")
	return all.String(), nil
}

// digest returns the hash of a text in the form of a policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// head writes the page up to the main element.
func (p *Page) head(w *Writer, code, style string) {
	w.Markup(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="`, policy(code, style), `">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`)
	w.Text("<title>", p.Title, "</title>\n")
	w.Markup("<style>", style, "</style>\n</head>\n<body>\n<header>\n")
	w.Text("<h1>", p.Title, "</h1>\n")
	if len(p.Facts) > 0 {
		w.Markup(`<ul class="facts">`, "\n")
		for _, fact := range p.Facts {
			w.Text("<li>", fact, "</li>\n")
		}
		w.Markup("</ul>\n")
	}
	w.Markup("</header>\n")
}
