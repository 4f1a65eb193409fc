package main

import (
	"fmt"
	"time"

	hostmemory "flyby/internal/memory"
)

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

func (s *askedClusters) summary(j *pointJob) (object any, line string) {
	of := j.summary()
	m := clusterSummary{Type: of.Type, Command: of.Command, Points: of.Points, Dimensions: of.Dimensions, takenColumns: of.takenColumns, Skipped: of.Skipped, Missed: of.Missed,
		Variants: s.found, Rows: of.Rows, LoadS: of.LoadS, IndexS: of.IndexS, SearchS: of.SearchS, ClusterS: s.cluster.Seconds(), WriteS: of.WriteS, TotalS: of.TotalS,
		PeakBytes: of.PeakBytes, Method: of.Method, Device: of.Device, Cells: of.Cells, Candidates: of.Candidates, Float64: of.Float64, Exact: of.Exact, Out: of.Out}
	what := plural(len(s.found), "variant")
	if len(s.found) == 1 {
		m.foundClusters = &s.found[0]
		what = plural(m.Clusters, "cluster") + " and " + hostmemory.Count(m.Noise) + " of noise"
	}
	return m, fmt.Sprintf("%s of %s: %s  read %s, index %s, search %s, cluster %s, write %s, in all %s and %s  %s on %s",
		plural(m.Points, "point"), plural(m.Dimensions, "dimension"), what,
		seconds(j.loading()), seconds(j.stats.Index), seconds(j.stats.Search), seconds(s.cluster), seconds(j.writing),
		seconds(time.Since(j.begun)), hostmemory.Size(m.PeakBytes), m.Method, m.Device)
}
