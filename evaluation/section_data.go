package evaluation

import (
	"fmt"
	"slices"

	"flyby/evaluation/figures"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
)

// data builds Table 1, Figure 4 and the table of the searches.
func (b *builder) data() (report.Section, error) {
	s := report.Section{Title: "Data sets and searches"}
	table := report.Table{
		Title: "Table 1", Caption: fmt.Sprintf("The data sets, at scale %v.", b.session().Scale),
		Columns: report.Heads("data set", "trajectories", "trajectories"+report.PaperMark, "entry segments", "entry segments"+report.PaperMark),
	}
	var panels []report.Panel
	for _, name := range measure.Datasets(b.searches) {
		var d measure.Dataset
		if known, err := b.journal.Fact(measure.DatasetFact(name), &d); !known || err != nil {
			return s, err
		}
		p := paperDatasets()[name]
		table.Add(report.Word(p.name), report.Count(d.Trajectories), report.Count(p.trajectories), report.Count(d.Entries), report.Count(p.entries))
		drawn, err := report.Draw(letter(len(panels)), "Active entry segments of "+p.name+" over time", profile(p.name, d))
		if err != nil {
			return s, err
		}
		panels = append(panels, drawn)
	}
	notes, err := b.files()
	if err != nil {
		return s, err
	}
	table.Notes = notes
	stars, err := b.stars(letter(len(panels)))
	if err != nil {
		return s, err
	}
	s.Blocks = append(s.Blocks, report.Block{Table: &table}, figure(4,
		"Temporal distributions of the active entry segments, counted at the midpoints of 400 equal slices of time, and a sample of "+
			"trajectories of GALAXY projected on the x-y plane.", append(panels, stars...)...))
	searches, err := b.searchTable()
	s.Blocks = append(s.Blocks, searches)
	return s, err
}

// files says which data sets are files.
func (b *builder) files() (notes []string, err error) {
	for _, name := range measure.Datasets(b.searches) {
		from, err := b.file(name)
		if err != nil {
			return nil, err
		}
		if from != "" {
			notes = append(notes, fmt.Sprintf("%s is the file %s, read whole at any scale.", paperDatasets()[name].name, from))
		}
	}
	return notes, nil
}

// file returns the file that a data set is, "" where it was generated.
func (b *builder) file(name string) (from string, err error) {
	_, err = b.journal.Fact(measure.SourceFact(name), &from)
	if from == measure.Generated(name) {
		from = ""
	}
	return from, err
}

// profile draws a panel of Figure 4.
func profile(title string, d measure.Dataset) figures.Chart {
	active := make([]float64, len(d.Active))
	for i, n := range d.Active {
		active[i] = float64(n)
	}
	return figures.Chart{
		Title: title, X: figures.Axis{Label: "time"}, Y: figures.Axis{Label: "active entry segments", Zero: true},
		Series: []figures.Series{{X: d.Time, Y: active, Color: figures.Navy}},
	}
}

// stars draws the last panel of Figure 4, if the journal has GALAXY.
func (b *builder) stars(label string) ([]report.Panel, error) {
	var paths []measure.Path
	if known, err := b.journal.Fact(measure.GalaxyFact, &paths); !known || err != nil {
		return nil, err
	}
	file, err := b.file("galaxy")
	if err != nil {
		return nil, err
	}
	c := figures.Chart{Title: "GALAXY", X: figures.Axis{Label: "x"}, Y: figures.Axis{Label: "y"}}
	if file == "" {
		c.X, c.Y = figures.Axis{Label: "x / kpc", Min: -22, Max: 22}, figures.Axis{Label: "y / kpc", Min: -22, Max: 22}
	}
	for _, p := range paths {
		c.Series = append(c.Series, figures.Series{X: p.X, Y: p.Y})
	}
	drawn, err := report.Draw(label, "Stars of GALAXY in the x-y plane", c)
	return []report.Panel{drawn}, err
}

// searchTable lists the searches with their numbers of hits.
func (b *builder) searchTable() (report.Block, error) {
	t := report.Table{
		Caption: "The searches (paper, §7.2). Pairs of a trajectory with itself are left out.",
		Columns: report.Heads("search", "query trajectories", "query segments", "query segments"+report.PaperMark, "d", "hits"),
	}
	t.Columns = slices.Insert(t.Columns, 1, report.Column{Head: "data set", Left: true})
	for _, s := range b.searches {
		q, err := b.queries(s)
		if err != nil {
			return report.Block{}, err
		}
		hits := report.None()
		for _, g := range b.groupsOf(s.Name) {
			if g.Method == "temporal" && g.Round != measure.IdleRound {
				hits = report.Count(g.Hits)
			}
		}
		t.Add(report.Word(s.Name), report.Word(paperDatasets()[s.Dataset].name), report.Count(q.Trajectories),
			report.Count(q.Segments), report.Count(s.Segments), report.Number(s.Distance, 0), hits)
	}
	return report.Block{Table: &t}, nil
}
