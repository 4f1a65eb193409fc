package main

import (
	"fmt"

	hostmemory "flyby/internal/memory"
	"flyby/job"
)

// takenColumns are what was taken for coordinates and ids, which arrays have no names of.
type takenColumns struct {
	Coordinates      []string `json:"coordinates,omitempty"`
	ID               string   `json:"id,omitempty"` // absent: the number of the row
	QueryCoordinates []string `json:"query_coordinates,omitempty"`
	QueryID          string   `json:"query_id,omitempty"`
}

// taken is what was taken of the files of a job.
func (t *pointTask) taken() takenColumns {
	points, queries := &t.report.Points, &t.report.Queries
	all := takenColumns{Coordinates: points.Report.Columns, ID: points.Report.ID}
	if queries.Store != points.Store {
		all.QueryCoordinates, all.QueryID = queries.Report.Columns, queries.Report.ID
	}
	return all
}

// pointSummary is the last line of --json of a search of points.
type pointSummary struct {
	Type       string `json:"type"` // "summary"
	Command    string `json:"command"`
	Points     int    `json:"points"`
	Queries    int    `json:"queries"`
	Dimensions int    `json:"dimensions"`
	takenColumns
	Skipped    int      `json:"skipped_rows"`
	Missed     int      `json:"missed_rows,omitempty"` // that do not hold --where
	Eps        *float64 `json:"eps,omitempty"`
	Neighbours int      `json:"neighbours,omitempty"` // of each query, of knn
	Pairs      uint64   `json:"pairs"`
	Rows       uint64   `json:"rows"` // of the result
	LoadS      float64  `json:"load_s"`
	IndexS     float64  `json:"index_s"`
	SearchS    float64  `json:"search_s"`
	WriteS     float64  `json:"write_s"` // at work, not waiting for what is found
	TotalS     float64  `json:"total_s"`
	PeakBytes  uint64   `json:"peak_bytes"`
	Method     string   `json:"method"`
	Device     string   `json:"device"`
	Cells      uint64   `json:"cells"`      // or boxes and the like, that were looked up
	Candidates uint64   `json:"candidates"` // pairs that were compared
	Float64    uint64   `json:"float64"`    // of them, those that no filter of lower precision decided
	Exact      uint64   `json:"exact"`      // of them, those that exact arithmetic decided
	Out        string   `json:"out"`
}

// summary is what all searches of points tell.
func (t *pointTask) summary() pointSummary {
	r, s := &t.report, &t.report.Stats
	return pointSummary{Type: "summary", Command: t.command, Points: s.Points, Queries: s.Queries, Dimensions: r.Points.Dimensions(), takenColumns: t.taken(),
		Skipped: r.Skipped, Missed: r.Missed, Pairs: s.Pairs, Rows: r.Rows,
		LoadS: r.Reading.Seconds(), IndexS: s.Index.Seconds(), SearchS: s.Search.Seconds(), WriteS: r.Writing.Seconds(), TotalS: r.Took.Seconds(),
		PeakBytes: r.Peak, Method: s.Method, Device: s.Device,
		Cells: s.Cells, Candidates: s.Candidates, Float64: s.Float64, Exact: s.Exact, Out: t.flags.out}
}

// summarizePairs tells what was found, and with which threshold or how many neighbours of each.
func (t *pointTask) summarizePairs(eps *float64, neighbours int) {
	m, r := t.summary(), &t.report
	m.Eps, m.Neighbours = eps, neighbours
	t.summarize(m, fmt.Sprintf("%s x %s of %s: %s, %s  read %s, index %s, search %s, write %s, in all %s and %s  %s on %s",
		plural(m.Points, "point"), plural(m.Queries, "query"), plural(m.Dimensions, "dimension"),
		hostmemory.Count(int(m.Pairs))+" pairs", hostmemory.Count(int(m.Rows))+" rows",
		seconds(r.Reading), seconds(r.Stats.Index), seconds(r.Stats.Search), seconds(r.Writing),
		seconds(r.Took), hostmemory.Size(m.PeakBytes), m.Method, m.Device))
}

// foundClusters is what a summary says of a variant.
type foundClusters struct {
	Eps       float64 `json:"eps"`
	MinPoints int     `json:"minpts"`
	Clusters  int     `json:"clusters"`
	Noise     int     `json:"noise"`
}

// clusterSummary is the last line of --json of dbscan. Times are sums over variants, of which some may run at once.
type clusterSummary struct {
	Type       string `json:"type"` // "summary"
	Command    string `json:"command"`
	Points     int    `json:"points"`
	Dimensions int    `json:"dimensions"`
	takenColumns
	Skipped        int             `json:"skipped_rows"`
	Missed         int             `json:"missed_rows,omitempty"` // that do not hold --where
	*foundClusters                 // of the one variant; absent: several
	Variants       []foundClusters `json:"variants"`
	Rows           uint64          `json:"rows"` // of the result
	LoadS          float64         `json:"load_s"`
	IndexS         float64         `json:"index_s"`
	SearchS        float64         `json:"search_s"`  // counting neighbours, or making tables of them
	ClusterS       float64         `json:"cluster_s"` // from there to labels
	WriteS         float64         `json:"write_s"`
	TotalS         float64         `json:"total_s"`
	PeakBytes      uint64          `json:"peak_bytes"`
	Method         string          `json:"method"`
	Device         string          `json:"device"`
	Cells          uint64          `json:"cells"`
	Candidates     uint64          `json:"candidates"`
	Float64        uint64          `json:"float64"`
	Exact          uint64          `json:"exact"`
	Out            string          `json:"out"`
}

// summarizeClusters tells what clusters were found.
func (t *pointTask) summarizeClusters() {
	of, r := t.summary(), &t.report
	m := clusterSummary{Type: of.Type, Command: of.Command, Points: of.Points, Dimensions: of.Dimensions, takenColumns: of.takenColumns, Skipped: of.Skipped, Missed: of.Missed,
		Variants: foundOf(r.Variants), Rows: of.Rows, LoadS: of.LoadS, IndexS: of.IndexS, SearchS: of.SearchS, ClusterS: r.Clustering.Seconds(), WriteS: of.WriteS, TotalS: of.TotalS,
		PeakBytes: of.PeakBytes, Method: of.Method, Device: of.Device, Cells: of.Cells, Candidates: of.Candidates, Float64: of.Float64, Exact: of.Exact, Out: of.Out}
	what := plural(len(m.Variants), "variant")
	if len(m.Variants) == 1 {
		m.foundClusters = &m.Variants[0]
		what = plural(m.Clusters, "cluster") + " and " + hostmemory.Count(m.Noise) + " of noise"
	}
	t.summarize(m, fmt.Sprintf("%s of %s: %s  read %s, index %s, search %s, cluster %s, write %s, in all %s and %s  %s on %s",
		plural(m.Points, "point"), plural(m.Dimensions, "dimension"), what,
		seconds(r.Reading), seconds(r.Stats.Index), seconds(r.Stats.Search), seconds(r.Clustering), seconds(r.Writing),
		seconds(r.Took), hostmemory.Size(m.PeakBytes), m.Method, m.Device))
}

// foundOf is what a summary says of variants.
func foundOf(variants []job.PointVariant) (all []foundClusters) {
	for _, v := range variants {
		all = append(all, foundClusters(v))
	}
	return all
}
