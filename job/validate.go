package job

import (
	"errors"
	"slices"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// Validate returns all complaints about the ask at once that need no file to be known. Each names a field, see FieldError.
func (a Ask) Validate() error {
	of := a.Search.Validate
	if a.groups() {
		of = a.Group.Validate
	}
	return errors.Join(a.validateShape(), of())
}

// validateShape complains about all fields but values in the units of the data, which may not be known yet.
func (a Ask) validateShape() error {
	threads := a.validateThreads()
	a = a.filled()
	return errors.Join(threads, a.validateInputs(), a.validateKind(), a.validateAnswer(), a.validateWith(), a.validateGeometry(), a.validateHaving(), a.validateUnits(), a.Machine.Validate())
}

// validateInputs complains about files, and how they are read and searched.
func (a *Ask) validateInputs() error {
	switch {
	case len(a.Entries) == 0 && a.EntryData == nil:
		return wrong("Entries", "are missing")
	case len(a.Entries) > 0 && a.EntryData != nil:
		return wrong("EntryData", "and Entries: one of the two only")
	case len(a.Queries) > 0 && a.QueryData != nil:
		return wrong("QueryData", "and Queries: one of the two only")
	case a.QueryRead != nil && len(a.Queries) == 0:
		return wrong("QueryRead", "is for files of Queries")
	case a.Read.Progress != nil || a.queryRead().Progress != nil || a.Machine.Progress != nil:
		return wrong("Progress", "is Watch's: Read, QueryRead and Machine have none")
	case a.Search.Queries != nil || a.Search.Plan != nil || a.Search.Batching != "":
		return wrong("Search", "has Queries or a Plan, which are Inputs', or Batching, a setting of Machine")
	}
	return nil
}

// validateThreads complains about threads of reading that are not the machine's.
func (a *Ask) validateThreads() error {
	for _, read := range []*format.Options{&a.Read, a.queryRead()} {
		if read.Threads != 0 && read.Threads != a.Machine.Threads {
			return wrong("Read.Threads", "%d: Machine.Threads says how many", read.Threads)
		}
	}
	return nil
}

// validateKind complains about a kind that is not for the data.
func (a *Ask) validateKind() error {
	switch {
	case !slices.Contains([]question.Kind{question.Searches, question.Joins, question.Convoys}, a.Kind):
		return wrong("Kind", "%q: must be search, join or convoys", a.Kind)
	case a.Kind == question.Searches && !a.searches():
		return wrong("Queries", "are missing")
	case a.Kind != question.Searches && a.searches():
		return wrong("Queries", "are for a search: %s is of one data set", a.Kind)
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

// words are levels as text.
func words(levels []question.Level) (all []string) {
	for _, l := range levels {
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
