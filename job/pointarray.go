package job

import "flyby/internal/output"

// An arrayFinder is a pointFinder whose rows may be an array of integers.
type arrayFinder interface {
	pointFinder
	// shape returns the shape of the array.
	shape(j *pointJob) []int
}

// checkArray refuses to write rows that are no array of integers to an array file.
func (j *pointJob) checkArray() error {
	const tables = "go to .csv, .parquet, .arrows, .ndjson or .jsonl"
	if !j.to.format.Array {
		return nil
	}
	switch f := j.finder.(type) {
	case *pointClusters:
		if n := f.Variants(); n > 1 {
			return wrong("Sink", "%s: an array has the labels of one eps and one minpts: rows of %d variants %s", j.to.path, n, tables)
		}
	case arrayFinder:
	default:
		return wrong("Sink", "%s: an array (.npy) has labels of clusters or nearest points: %s %s", j.to.path, j.ask.Level, tables)
	}
	return nil
}

// arrayRows writes the numbers of a job's rows to an array.
type arrayRows struct {
	*output.ArrayWriter
	table *PointRows
}

// createArray begins the array of a finder.
func createArray(j *pointJob, f arrayFinder) (rowWriter[int], error) {
	w, err := output.CreateArray(j.to.path, output.WriteOptions{Stdout: j.to.writer, Folder: j.to.folder, Threads: j.ask.Machine.Threads}, f.shape(j)...)
	return arrayRows{w, &j.table}, err
}

// Write writes the rows of the table: the labels of points, or the rows of nearest points.
func (a arrayRows) Write(int) error {
	if a.table.Labels != nil {
		return a.ArrayWriter.Write(a.table.Labels)
	}
	numbers := make([]int64, len(a.table.Others))
	for i, row := range a.table.Others {
		numbers[i] = int64(row)
	}
	return a.ArrayWriter.Write(numbers)
}

// shape implements arrayFinder: one label for each point.
func (s *pointClusters) shape(j *pointJob) []int { return []int{j.points.Len()} }

// shape implements arrayFinder: a row for each query, with all its neighbours.
func (s *nearestPoints) shape(j *pointJob) []int {
	others := j.points.Len()
	if s.self {
		others--
	}
	return []int{j.queries.Len(), min(s.k, others)}
}
