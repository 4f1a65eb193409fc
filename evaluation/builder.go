package evaluation

import (
	"fmt"
	"strings"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// builder makes the report of a journal. Parts that were not measured are left out.
type builder struct {
	journal  *journal.Journal
	groups   []results.Group
	searches []datasets.Search // the searches with runs
}

func newBuilder(j *journal.Journal) *builder {
	b := &builder{journal: j, groups: results.Groups(j)}
	for _, s := range datasets.Searches() {
		if len(b.groupsOf(s.Name)) > 0 {
			b.searches = append(b.searches, s)
		}
	}
	return b
}

// groupsOf returns the measurements of a search.
func (b *builder) groupsOf(search string) []results.Group {
	return results.Where(b.groups, func(g results.Group) bool { return g.Search == search })
}

// groupsIn returns the measurements of a search in a round.
func (b *builder) groupsIn(search, round string) []results.Group {
	return results.Where(b.groups, func(g results.Group) bool { return g.Search == search && g.Round == round })
}

// session returns the first session; the others agree with it.
func (b *builder) session() journal.Session { return b.journal.Sessions()[0] }

// queries returns the recorded facts about the query set of a search.
func (b *builder) queries(s datasets.Search) (q measure.Queries, err error) {
	_, err = b.journal.Fact(measure.SearchFact(s.Name), &q)
	return q, err
}

// document builds the whole report.
func (b *builder) document() (report.Document, error) {
	d := report.Document{Title: "The paper's evaluation on " + strings.TrimSpace(b.session().Machine.Device.Name)}
	d.Intro = b.intro()
	for _, part := range []func() (report.Section, error){
		b.summary, b.data, b.interactions, b.rtree, b.algorithms, b.model, b.methods, b.differences,
	} {
		s, err := part()
		if err != nil {
			return d, fmt.Errorf("evaluation: %s: %w", s.Title, err)
		}
		if b.quick() {
			markOnce(s.Blocks)
		}
		if len(s.Blocks) > 0 {
			d.Sections = append(d.Sections, s)
		}
	}
	return d, nil
}

// onceLine is in every caption of a quick report.
const onceLine = "Measured once, small."

// markOnce adds onceLine to the captions of tables and figures.
func markOnce(blocks []report.Block) {
	for _, block := range blocks {
		if t := block.Table; t != nil {
			t.Caption = strings.TrimSpace(t.Caption + " " + onceLine)
		}
		if f := block.Figure; f != nil {
			f.Caption += " " + onceLine
		}
	}
}

// figure returns a figure of the paper, by its number, or one beyond it.
func figure(number int, caption string, panels ...report.Panel) report.Block {
	return report.Block{Figure: &report.Figure{
		ID: fmt.Sprintf("figure-%02d", number), Title: fmt.Sprintf("Figure %d", number),
		Caption: caption, Panels: panels,
	}}
}

// letter labels the i-th panel of a figure.
func letter(i int) string { return string(rune('a' + i)) }

// scaleOne reports whether the sizes are the paper's.
func (b *builder) scaleOne() bool { return b.session().Scale == 1 }
