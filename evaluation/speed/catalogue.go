package speed

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flyby/datasets"
)

// item is a row that can be measured.
type item struct {
	name, group, what string
	// extra rows are measured only where asked for by name.
	extra bool
	// large rows are left out at scales below 1 unless asked for by name.
	large   bool
	measure func(ctx context.Context, l *lab, r *Row) error
}

// The groups of rows.
const (
	searchGroup = "search"
	paperGroup  = "paper"
	joinGroup   = "join"
	largeGroup  = "large"
	memoryGroup = "memory"
	loadGroup   = "load"
	writeGroup  = "write"
	otherGroup  = "other"
	fileGroup   = "file"
	pointsGroup = "points"
	payGroup    = "pays"
)

// Groups lists the groups of rows.
func Groups() []string {
	return []string{searchGroup, paperGroup, joinGroup, largeGroup, memoryGroup, loadGroup, writeGroup, otherGroup, fileGroup, pointsGroup, payGroup}
}

// Names lists the rows in the order in which they are measured.
func Names() []string {
	var names []string
	for _, i := range catalogue() {
		names = append(names, i.name)
	}
	return names
}

// catalogue lists the rows. Targets come from docs/performance.md: for a GPU, then for two cores; 0 is
// none.
func catalogue() []item {
	all := slices.Concat(searchItems(), joinItems())
	for _, s := range datasets.Searches() {
		all = append(all, item{
			name: strings.ToLower(s.Name), group: paperGroup,
			what:    fmt.Sprintf("search %s, %s, d = %v, hits", s.Name, s.Dataset, s.Distance),
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.paper(ctx, s, r) },
		})
	}
	return slices.Concat(all, largeItems(), memoryItems(), visitItems(), stateItems(), orbitItems(), otherItems(), fileItems(), pointItems(), payItems())
}

func searchItems() []item {
	one := func(name string, w workload, d float64, t targets) item {
		return item{
			name: name, group: searchGroup, what: fmt.Sprintf("search %s, d = %v, hits", w, d),
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.search(ctx, w, d, t, r) },
		}
	}
	return []item{
		one("gal-0.05", gal(), 0.05, targets{gpu: 1e-3, cpu: 6e-3, temporal: 12, peer: 2}),
		one("gal-0.5", gal(), 0.5, targets{gpu: 1e-3, cpu: 16e-3, temporal: 12, peer: 2}),
		one("gal-5", gal(), 5, targets{gpu: 1e-3, bytes: 1.3, cpu: 250e-3}),
		encounterItem("gal-5-encounters", searchGroup, gal(), 5, false),
		one("rw", walks(), 25, targets{gpu: 1e-3, cpu: 1e-3}),
	}
}

func joinItems() []item {
	one := func(name string, w workload, d float64, t targets) item {
		return item{
			name: name, group: joinGroup, what: fmt.Sprintf("join %s, d = %v, hits", w, d),
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.join(ctx, w, d, t, r) },
		}
	}
	return []item{
		one("join-gal-0.05", gal(), 0.05, targets{gpu: 3e-3, cpu: 50e-3, peer: 6}),
		one("join-gal-0.5", gal(), 0.5, targets{gpu: 8e-3, cpu: 150e-3, peer: 5}),
		encounterItem("join-gal-0.5-encounters", joinGroup, gal(), 0.5, true),
		one("join-rw", walks(), 25, targets{}),
		nearestItem(gal(), 1), nearestItem(gal(), 10),
	}
}

// encounterItem returns a row that measures encounters beside their hits.
func encounterItem(name, group string, w workload, d float64, join bool) item {
	what := fmt.Sprintf("search %s, d = %v, encounters", w, d)
	if join {
		what = fmt.Sprintf("join %s, d = %v, encounters", w, d)
	}
	return item{name: name, group: group, what: what, measure: func(ctx context.Context, l *lab, r *Row) error {
		return l.encounterRow(ctx, w, d, join, r)
	}}
}

// The distances at which joins of 10⁷ and 10⁸ segments have about as many hits.
const (
	distance7 = 0.21
	distance8 = 0.09
)

func largeItems() []item {
	return []item{
		{
			name: "join-1e7", group: largeGroup, large: true, what: fmt.Sprintf("join of 10^7 segments, d = %v, hits", distance7),
			measure: func(ctx context.Context, l *lab, r *Row) error {
				return l.join(ctx, gal7(), distance7, targets{gpu: 60e-3, cpu: 5}, r)
			},
		},
		{name: "index", group: otherGroup, large: true, what: "index of 10^7 segments, resident on the device", measure: func(ctx context.Context, l *lab, r *Row) error { return l.index(ctx, gal7(), r) }},
		{
			name: "join-1e8", group: largeGroup, large: true, what: fmt.Sprintf("join of 10^8 segments, d = %v, encounters", distance8),
			measure: func(ctx context.Context, l *lab, r *Row) error {
				return l.encounters(ctx, gal8(), distance8, targets{gpu: 1}, r)
			},
		},
		{
			name: "two-devices", group: largeGroup, extra: true, what: "join of 10^8 segments, encounters, all GPUs against one",
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.devices(ctx, gal8(), distance8, r) },
		},
	}
}

func memoryItems() []item {
	return []item{
		{
			name: "stream-join", group: memoryGroup, large: true, what: "join GAL, d = 5, hits to CSV in 1 GB of memory; 4 GB of disk",
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.stream(ctx, gal(), 5, r) },
		},
		{
			name: "slabs-1e7", group: memoryGroup, large: true, what: fmt.Sprintf("join of 10^7 segments, Parquet, d = %v, hits, in 250 MB; 1.3 GB of disk", distance7),
			measure: func(ctx context.Context, l *lab, r *Row) error {
				return l.slabs(ctx, gal7(), distance7, bounded{memory: 250, inMemory: true}, r)
			},
		},
		{
			name: "slabs-1e8", group: memoryGroup, extra: true, what: fmt.Sprintf("join of 10^8 segments, Parquet, d = %v, hits, in 4 GB; 13 GB of disk", distance8),
			measure: func(ctx context.Context, l *lab, r *Row) error {
				return l.slabs(ctx, gal8(), distance8, bounded{memory: 4000}, r)
			},
		},
	}
}

func otherItems() []item {
	return []item{
		{
			name: "cancel", group: otherGroup, extra: true, what: "join of 10^7 segments, 10^8 on a GPU, encounters, cancelled: until it returns",
			measure: func(ctx context.Context, l *lab, r *Row) error {
				if l.gpu() {
					return l.cancel(ctx, gal8(), distance8, r)
				}
				return l.cancel(ctx, gal7(), distance7, r)
			},
		},
		{name: "start", group: otherGroup, what: "whole program: hits of 1,000 queries in 10^5 segments, Parquet", measure: func(ctx context.Context, l *lab, r *Row) error { return l.start(ctx, r) }},
		{name: "fixed", group: otherGroup, what: "fixed costs of the GPU, or of the device: the first join of a process, 10^5 segments, kernels cached", measure: func(ctx context.Context, l *lab, r *Row) error { return l.fixed(ctx, r) }},
		{name: "csv", group: loadGroup, what: "read GAL from CSV, numbers in full", measure: func(ctx context.Context, l *lab, r *Row) error { return l.read(ctx, ".csv", r) }},
		{name: "parquet", group: loadGroup, what: "read GAL from Parquet", measure: func(ctx context.Context, l *lab, r *Row) error { return l.read(ctx, ".parquet", r) }},
		{name: "write-csv", group: writeGroup, what: "write the hits of gal-5, then of join-gal-0.5, as CSV", measure: func(ctx context.Context, l *lab, r *Row) error { return l.writes(ctx, ".csv", wantedCSVRows, r) }},
		{name: "write-parquet", group: writeGroup, what: "the same as Parquet", measure: func(ctx context.Context, l *lab, r *Row) error {
			return l.writes(ctx, ".parquet", wantedParquetRows, r)
		}},
	}
}

// pick returns the rows that the options ask for.
func (o Options) pick() []item {
	return slices.DeleteFunc(catalogue(), func(i item) bool {
		if len(o.Rows) == 0 {
			return i.extra || i.large && o.Scale < 1
		}
		named := slices.Contains(o.Rows, i.name)
		return !named && !(slices.Contains(o.Rows, i.group) && !i.extra)
	})
}
