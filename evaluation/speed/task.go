package speed

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A wholeTask is a question that the command answers, from file to answer.
type wholeTask struct {
	name, what string
	huge       bool // one thread takes minutes: it is left out, and trials are few
	stars      int  // of the entries at scale 1; 0: points
	arguments  func(ctx context.Context, l *lab) (args []string, skip string, err error)
}

// joinTask joins about 10^exponent segments of GAL, in a file of an extension, at a distance at which they have about half a hit or a hit each.
func joinTask(name string, exponent int, extension string) wholeTask {
	stars := 25
	for range exponent - 4 {
		stars *= 10
	}
	d := map[int]float64{5: 1.1, 6: 0.5, 7: distance7, 8: distance8}[exponent]
	return wholeTask{
		stars: stars, name: name, what: fmt.Sprintf("join of 10^%d segments, %s, d = %v", exponent, strings.TrimSuffix(extension[1:], "s"), d), huge: exponent > 7,
		arguments: func(ctx context.Context, l *lab) ([]string, string, error) {
			path, skip, err := l.galAt(ctx, stars, extension)
			return []string{"join", path, "--distance", fmt.Sprint(d)}, skip, err
		},
	}
}

// galAt is galFileAs in the place of files that outlive a run, at the lab's scale.
func (l *lab) galAt(ctx context.Context, stars int, extension string) (path, skip string, err error) {
	folder, err := l.place()
	if err != nil {
		return "", "", err
	}
	return l.galFileAs(ctx, folder, scaled(stars, l.Scale), extension)
}

// starsTask searches 10^7 segments of GAL with 100 stars of another galaxy.
func starsTask() wholeTask {
	return wholeTask{
		name: "stars", what: "search of 100 stars in 10^7 segments, parquet, d = 0.5",
		arguments: func(ctx context.Context, l *lab) ([]string, string, error) {
			entries, skip, err := l.galAt(ctx, gal7().trajectories, ".parquet")
			if skip != "" || err != nil {
				return nil, skip, err
			}
			queries, skip, err := l.galAt(ctx, gal7().queries, ".parquet")
			return []string{"search", "--entries", entries, "--queries", queries, "--distance", "0.5"}, skip, err
		},
	}
}

// pointTask asks a question of some million even points, in a .npy file.
func pointTask(name, what string, dimensions int, millions float64, question ...string) wholeTask {
	return wholeTask{name: name, what: what, arguments: func(ctx context.Context, l *lab) ([]string, string, error) {
		path, skip, err := l.pointFile(ctx, dimensions, millions)
		return slices.Insert(question[1:len(question):len(question)], 0, question[0], path), skip, err
	}}
}

// pointFile returns the path of a file of even points, which the command makes where it is missing.
func (l *lab) pointFile(ctx context.Context, dimensions int, millions float64) (path, skip string, err error) {
	const set = 2 // million points of syn-uniform at scale 1
	folder, err := l.place()
	if err != nil {
		return "", "", err
	}
	path = filepath.Join(folder, fmt.Sprintf("uniform-%d-%v.npy", dimensions, millions*l.Scale))
	if _, err := os.Stat(path); err == nil {
		return path, "", nil
	}
	if skip, err = diskFor(folder, "points", uint64(8e6*millions*l.Scale)*uint64(dimensions)); skip != "" || err != nil {
		return "", skip, err
	}
	_, _, err = l.ran(ctx, nil, io.Discard, "generate", "syn-uniform", "--n", fmt.Sprint(dimensions), "--scale", fmt.Sprint(millions*l.Scale/set), "--out", path, "--quiet")
	return path, "", err
}

// tasks returns the questions whose time from file to answer tells when a GPU pays.
func tasks() []wholeTask {
	npy := "in .npy"
	all := []wholeTask{joinTask("join-1e5", 5, ".parquet"), joinTask("join-1e6", 6, ".parquet"), joinTask("join-1e7", 7, ".parquet"), starsTask()}
	variants := pointTask("variants", "dbscan of 10^7 points "+npy+", four eps with four minpts", 2, 10, "dbscan", "--eps", "0.1,0.2,0.3,0.4", "--minpts", "4,8,16,32")
	variants.huge = true
	return append(all,
		pointTask("dbscan-2e6", "dbscan of 2*10^6 points "+npy+", eps 0.2, minpts 16", 2, 2, "dbscan", "--eps", "0.2", "--minpts", "16"),
		pointTask("dbscan-1e7", "dbscan of 10^7 points "+npy+", eps 0.2, minpts 16", 2, 10, "dbscan", "--eps", "0.2", "--minpts", "16"),
		variants,
		pointTask("counts", "neighbours of 2*10^6 points "+npy+" counted, eps 1", 2, 2, "selfjoin", "--eps", "1", "--level", "counts"),
		pointTask("pairs", "pairs of 2*10^6 points "+npy+", eps 0.2", 2, 2, "selfjoin", "--eps", "0.2"),
		pointTask("pairs-6d", "pairs of 2*10^6 points "+npy+" of 6 dimensions, eps 8", 6, 2, "selfjoin", "--eps", "8"),
		pointTask("knn", "five nearest of 10^6 points "+npy, 2, 1, "knn", "-k", "5"),
		joinTask("join-1e8", 8, ".parquet"))
}
