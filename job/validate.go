package job

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/pointdrivers"
	"flyby/points/pointjoin"
	"flyby/question"
	"flyby/trajectory/output"
)

// Validate returns all complaints about the ask at once that need no file to be known. Each names a field, see FieldError.
func (a Ask) Validate() error {
	of := a.Search.Validate
	switch {
	case a.groups():
		of = a.Group.Validate
	case a.Kind.OfPoints():
		of = func() error { return nil }
	}
	return errors.Join(a.validateShape(), of())
}

// validateShape complains about all fields but values in the units of the data, which may not be known yet.
func (a Ask) validateShape() error {
	threads := a.validateThreads()
	a = a.filled()
	if a.Kind.OfPoints() {
		return cmp.Or(threads, a.validateInputs(), a.validateKind(), a.validateFind(), a.validateMethod())
	}
	return errors.Join(threads, a.validateInputs(), a.validateKind(), a.validateAnswer(), a.validateWith(), a.validateGeometry(), a.validateHaving(), a.validateUnits(), a.Machine.Validate())
}

// validateInputs complains about files, and how they are read and searched.
func (a *Ask) validateInputs() error {
	switch {
	case len(a.Entries) == 0 && a.EntryData == nil && len(a.EntryFiles) == 0:
		return wrong("Entries", "are missing")
	case len(a.Entries) > 0 && a.EntryData != nil:
		return wrong("EntryData", "and Entries: one of the two only")
	case len(a.Queries) > 0 && a.QueryData != nil:
		return wrong("QueryData", "and Queries: one of the two only")
	case a.Kind.OfPoints() && (a.EntryData != nil || a.QueryData != nil || a.QueryRead != nil || a.Plan != nil):
		return wrong("Kind", "%s: EntryData, QueryData, QueryRead and Plan are for trajectories", a.Kind)
	case !a.Kind.OfPoints() && (len(a.EntryFiles) > 0 || len(a.QueryFiles) > 0):
		return wrong("Kind", "%s: EntryFiles and QueryFiles are for points", a.Kind)
	case a.QueryRead != nil && len(a.Queries) == 0:
		return wrong("QueryRead", "is for files of Queries")
	case a.Read.Progress != nil || a.queryRead().Progress != nil || a.PointRead.Progress != nil || a.PointRead.Afford != nil || a.Machine.Progress != nil:
		return wrong("Progress", "is Watch's: Read, QueryRead, PointRead and Machine have none, and no Afford")
	case a.Search.Queries != nil || a.Search.Plan != nil || a.Search.Batching != "":
		return wrong("Search", "has Queries or a Plan, which Inputs have, or Batching, which is a setting of Machine")
	case a.Points.Clusters.Method != "" || a.Points.Clusters.Kernel != "":
		return wrong("Clusters", "have a Method or a Kernel, which Machine has")
	}
	return nil
}

// validateThreads complains about threads of reading that are not the machine's.
func (a *Ask) validateThreads() error {
	for _, n := range []int{a.Read.Threads, a.queryRead().Threads, a.PointRead.Threads} {
		if n != 0 && n != a.Machine.Threads {
			return wrong("Read.Threads", "%d: Machine.Threads says how many", n)
		}
	}
	return nil
}

// validateKind complains about a kind that is not for the data.
func (a *Ask) validateKind() error {
	switch {
	case !slices.Contains(question.Kinds(), a.Kind):
		return wrong("Kind", "%q: must be one of %s", a.Kind, infile.List(words(question.Kinds())))
	case (a.Kind == question.Searches || a.Kind == question.PointJoins) && !a.searches():
		return wrong("Queries", "are missing")
	case a.Kind == question.Clusterings && a.searches():
		return wrong("Queries", "are not for clusters, which are of one set of points")
	case slices.Contains([]question.Kind{question.Joins, question.Convoys, question.SelfJoins}, a.Kind) && a.searches():
		return wrong("Queries", "are for search and pointjoin: %s is of one data set", a.Kind)
	}
	return nil
}

// validateAnswer complains about the fields that say which rows are made of hits and encounters.
func (a *Ask) validateAnswer() error {
	known := question.Levels(a.Kind)
	plain := a.MergeGap == 0 && !a.Parts && a.MinDuration == 0 && a.Top == 0
	switch {
	case !slices.Contains(known, a.Level):
		return wrong("Level", "%q: must be one of %s", a.Level, infile.List(words(known)))
	case !(a.MergeGap >= 0):
		return wrong("MergeGap", "%v: must be 0 or more", a.MergeGap)
	case !(a.MinDuration >= 0):
		return wrong("MinDuration", "%v: must be 0 or more", a.MinDuration)
	case a.Top > 0 && a.Limit > 0:
		return wrong("Top", "and Limit: one of the two only")
	case a.Count && (a.Top > 0 || a.Limit > 0):
		return wrong("Count", "and Top or Limit: one of them only")
	case a.Level == question.Hits && !plain:
		return wrong("Level", "hits: MergeGap, Parts, MinDuration and Top are for encounters, pairs and objects")
	case a.groups() && (!plain || a.Limit > 0 || a.Count):
		return wrong("Kind", "convoys: have no MergeGap, MinDuration, Top, Limit and Count")
	}
	return nil
}

// words are levels or kinds as text.
func words[T ~string](of []T) (all []string) {
	for _, l := range of {
		all = append(all, string(l))
	}
	return all
}

// validateWith complains about further columns.
func (a *Ask) validateWith() error {
	for i, name := range a.With {
		if name == "" {
			return wrong("With", "has an empty name")
		}
		if slices.Contains(a.With[:i], name) && !slices.Contains(question.Extras(), name) {
			return wrong("With", "%q: twice", name)
		}
	}
	switch {
	case len(a.With) > 0 && a.groups():
		return wrong("With", "is not for convoys")
	case len(a.With) > 0 && a.Count && len(a.Having) == 0:
		return wrong("With", "and Count: one of the two only, unless Having asks for columns of With")
	case a.Level == question.Objects && slices.ContainsFunc(a.With, func(w string) bool { return slices.Contains(question.Extras(), w) }):
		return wrong("With", "%s: are not for objects, whose encounters are several; columns of the input are", infile.List(question.Extras()))
	case a.Level == question.Hits && a.has(question.Positions):
		return wrong("With", "positions: is for encounters and pairs; hits have no closest approach")
	case a.Level == question.Pairs && a.has(question.Speeds):
		return wrong("With", "speeds: is for hits and encounters; the encounters of a pair are several intervals")
	case a.Level != question.Encounters && a.has(question.Paths):
		return wrong("With", "paths: is for encounters; %s", noPaths(a.Level))
	case a.searches() && a.has(question.Both):
		return wrong("With", "both: is for a join; what a search finds has one direction, from queries to entries")
	}
	return nil
}

// validateHaving complains about conditions that rows of the level cannot have.
func (a *Ask) validateHaving() error {
	for _, c := range a.Having {
		if err := infile.Condition(c).Check(); err != nil {
			return wrong("Having", "%s", cli.Message(err))
		}
	}
	return nil
}

// noPaths says why rows of a level have no paths.
func noPaths(l question.Level) string {
	if l == question.Hits {
		return "a hit is a part of one, a pair of segments"
	}
	return string(l) + " have several"
}

// validateUnits complains about units for columns that the rows do not have.
func (a *Ask) validateUnits() error {
	switch {
	case a.Answer == output.AnswerUnits{}:
		return nil
	case a.groups():
		return wrong("Answer", "is not for convoys")
	case a.Count:
		return wrong("Answer", "and Count: one of the two only")
	case a.Level == question.Objects && a.Answer.Speed != "":
		return wrong("Answer", "%s: objects have no speeds", a.Answer.Speed)
	case a.Level == question.Hits && a.Answer.Length != "":
		return wrong("Answer", "%s: hits have no distances", a.Answer.Length)
	case a.Level == question.Hits && !a.has(question.Speeds):
		return wrong("Answer", "%s: hits have no speeds, unless %s is among the further columns", a.Answer.Speed, question.Speeds)
	}
	return nil
}

// validateGeometry complains about geometries that rows cannot have, whatever the data are: see docs/decisions/0114-geometry-of-answers.md.
func (a *Ask) validateGeometry() error {
	switch g := a.Geometry; {
	case g == output.NoGeometry:
		return nil
	case !slices.Contains(output.Shapes(), g):
		return wrong("Geometry", "%q: must be %s or %s", g, output.PointShape, output.LineShape)
	case a.groups():
		return wrong("Geometry", "%s: is not for convoys, whose members are in many places", g)
	case a.Count:
		return wrong("Geometry", "%s, and Count: one of the two only", g)
	case a.Level == question.Objects:
		return wrong("Geometry", "%s: is not for objects, whose encounters are several", g)
	case a.Level == question.Hits && g == output.PointShape:
		return wrong("Geometry", "point: is for encounters and pairs; hits have no closest approach")
	case a.Level != question.Encounters && g == output.LineShape:
		return wrong("Geometry", "line: is for encounters; %s", noPaths(a.Level))
	}
	return nil
}

// validateFind complains about the level of points, and about fields that do not go with it.
func (a *Ask) validateFind() error {
	p, pairs := &a.Points, a.Level == question.Pairs
	_, bad := pointjoin.NewThreshold(p.Eps)
	switch {
	case a.Machine.Threads < 0:
		return wrong("Machine.Threads", "%d: must be positive, or 0 for all cores", a.Machine.Threads)
	case !slices.Contains(question.Levels(a.Kind), a.Level):
		return wrong("Level", "%q: must be one of %s", a.Level, infile.List(words(question.Levels(a.Kind))))
	case bad != nil:
		return wrong("Eps", "%v: must be finite, 0 or more", p.Eps)
	case p.Distances && !pairs:
		return wrong("Distances", "are for pairs")
	case p.Mirrored && (!pairs || a.searches()):
		return wrong("Mirrored", "is for pairs of points that are their own queries")
	case a.Kind == question.NearestPoints && p.Nearest < 1:
		return wrong("Nearest", "%d: must be 1 or more", p.Nearest)
	case p.AutoEps && a.Level != question.Clusters:
		return wrong("AutoEps", "is for clusters")
	}
	return a.validateClusters()
}

// validateClusters complains about clusters, and about the distances of points.
func (a *Ask) validateClusters() error {
	if a.Kind != question.Clusterings {
		return nil
	}
	for name := range a.Machine.Settings {
		if name != kernelSetting {
			return wrong("Settings", "%s: methods of clusters have a %s alone", name, kernelSetting)
		}
	}
	search := a.clusters()
	if a.Points.AutoEps || a.Level == question.Distances {
		switch {
		case len(search.Eps) > 0:
			return wrong("Clusters", "have Eps, which is to be found")
		case len(search.MinPoints) != 1 || search.MinPoints[0] < 2:
			return wrong("Clusters", "MinPoints %v: must be one number, 2 or more, where Eps is found", search.MinPoints)
		}
		search.Eps = []float64{0}
	}
	if err := search.Check(); err != nil {
		return wrong("Clusters", "%s", strings.ReplaceAll(err.Error(), "cluster: ", ""))
	}
	return nil
}

// validateMethod complains about the method, its settings and its device. Devices of Providers may have methods that are not known before they are open.
func (a *Ask) validateMethod() error {
	if a.Kind == question.Clusterings { // see validateClusters
		return nil
	}
	method, auto := string(a.Machine.Method), a.Machine.Method == "" || a.Machine.Method == flyby.MethodAuto
	names := []string{string(flyby.MethodAuto)}
	for _, m := range flyby.PointMethods() {
		if names = append(names, m.Name); m.Name != method {
			continue
		}
		if err := m.Check(a.Machine.Settings); err != nil {
			return wrong("Settings", "%s", strings.TrimPrefix(err.Error(), "setting: "))
		}
	}
	switch {
	case !auto && a.Machine.Providers == nil && !slices.Contains(names, method):
		return wrong("Method", "%q: must be one of %s", method, infile.List(names))
	case auto && len(a.Machine.Settings) > 0:
		return wrong("Settings", "are those of a method: name it")
	case a.Machine.Device == "" || a.Machine.Device == "auto" || a.Machine.Device == "cpu":
	case pointdrivers.OnHost(method):
		return wrong("Device", "%s: method %s runs on the cpu only", a.Machine.Device, method)
	case a.Kind == question.NearestPoints && a.Machine.Providers == nil && pointdrivers.NearestOnHost(method):
		return wrong("Device", "%s: method %s finds nearest points on the cpu only", a.Machine.Device, method)
	}
	return nil
}
