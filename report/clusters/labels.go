package clusters

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"

	"flyby/cluster"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/internal/scene"
	"flyby/points/format"
)

// A Result is a file of the clusters of points, as flyby dbscan writes it: a table of ids, labels and kinds, or an array of labels alone.
type Result struct {
	file   *resultfile.File // nil: an array
	folder string           // the path is relative to it
	path   string
}

// OpenIn reads the columns' names of a file of clusters; the extension says its format. The path is relative to a folder; "": the working folder.
func OpenIn(folder, path string) (*Result, error) {
	if f, _ := format.Formats().Choose(path, ""); f.Array {
		return &Result{folder: folder, path: path}, nil
	}
	f, err := resultfile.OpenAny(folder, path)
	if err != nil {
		return nil, err
	}
	if f.Level() != resultfile.ClusterLevel && len(f.Columns()) > 0 {
		return nil, fmt.Errorf("%s: no columns of clusters, which are id, label and kind; encounters and groups have --entries in place of --points", printable.Text(path))
	}
	return &Result{f, folder, path}, nil
}

// A label is a row of a result.
type label struct {
	number  int // number in the file, from 1
	id      string
	cluster int64
	kind    cluster.Kind
	of      Variant
}

// A Variant is the eps and the minpts that clusters were found with.
type Variant struct {
	Eps       float64
	MinPoints int
}

// String returns the variant as a command names it.
func (v Variant) String() string {
	return fmt.Sprintf("--eps %s --minpts %d", scene.Exact(v.Eps), v.MinPoints)
}

// array reports whether the file is an array, whose rows are labels alone.
func (r *Result) array() bool { return r.file == nil }

// varies reports whether rows tell their variant.
func (r *Result) varies() bool {
	return !r.array() && r.file.Has("eps") && r.file.Has("minpts")
}

// rows yields the rows of the file. An id is good until the next row is asked for.
func (r *Result) rows(ctx context.Context) iter.Seq2[label, error] {
	if r.array() {
		return r.numbers(ctx)
	}
	return func(yield func(label, error) bool) {
		columns := []string{"id", "label", "kind"}
		if r.varies() {
			columns = append(columns, "eps", "minpts")
		}
		for row, err := range r.file.Rows(ctx, columns) {
			var l label
			if err == nil {
				l, err = r.labelOf(row)
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// numbers yields the labels of an array.
func (r *Result) numbers(ctx context.Context) iter.Seq2[label, error] {
	return func(yield func(label, error) bool) {
		column, err := r.column(ctx)
		if err != nil {
			yield(label{}, err)
		}
		for i, v := range column {
			l := label{number: i + 1, cluster: int64(v)}
			if v != math.Trunc(v) || v < cluster.Noise {
				err = r.wrong(l.number, "the label is %s, no number of a cluster", scene.Exact(v))
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// column reads an array with one number in each row. It may have no rows.
func (r *Result) column(ctx context.Context) ([]float64, error) {
	files, err := format.ListIn(r.folder, r.path)
	if err != nil {
		return nil, err
	}
	store, _, err := format.ReadFiles(ctx, files, format.Options{Reading: format.Reading{Folder: r.folder}})
	switch {
	case errors.Is(err, format.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case store.Dimensions() != 1:
		return nil, fmt.Errorf("%s: %d numbers a row, where labels are one", printable.Text(files[0].Path), store.Dimensions())
	}
	return store.Column(0), nil
}

// labelOf parses the fields of a row.
func (r *Result) labelOf(row resultfile.Row) (l label, err error) {
	l = label{number: row.Number, id: row.Fields[0]}
	if l.cluster, err = strconv.ParseInt(row.Fields[1], 10, 64); err != nil || l.cluster < cluster.Noise {
		return l, r.wrong(row.Number, "label is %s, no number of a cluster", resultfile.Quoted(row.Fields[1]))
	}
	for l.kind = cluster.NoisePoint; l.kind.String() != row.Fields[2]; l.kind++ {
		if l.kind == cluster.CorePoint {
			return l, r.wrong(row.Number, "kind is %s, not core, border or noise", resultfile.Quoted(row.Fields[2]))
		}
	}
	if (l.cluster == cluster.Noise) != (l.kind == cluster.NoisePoint) {
		return l, r.wrong(row.Number, "label is %d, and kind is %s", l.cluster, l.kind)
	}
	if len(row.Fields) > 3 {
		return l, r.variant(&l, row.Fields[3:])
	}
	return l, nil
}

// variant reads the columns eps and minpts.
func (r *Result) variant(l *label, fields []string) (err error) {
	if l.of.Eps, err = strconv.ParseFloat(fields[0], 64); err != nil || !(l.of.Eps >= 0) {
		return r.wrong(l.number, "eps is %s, not a number, 0 or more", resultfile.Quoted(fields[0]))
	}
	if l.of.MinPoints, err = strconv.Atoi(fields[1]); err != nil || l.of.MinPoints < 1 {
		return r.wrong(l.number, "minpts is %s, not a whole number, 1 or more", resultfile.Quoted(fields[1]))
	}
	return nil
}

// wrong returns the error of a row.
func (r *Result) wrong(row int, text string, args ...any) error {
	return resultfile.RowError(r.path, row, text, args...)
}
