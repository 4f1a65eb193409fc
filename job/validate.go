package job

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"flyby/internal/asking"
	"flyby/internal/pointdrivers"
	points "flyby/points/format"
	"flyby/question"
)

// Validate returns complaints about the ask that need no file to be known. A complaint about the question is a *question.FieldError, and one about another field of the ask a *FieldError.
func (a Ask) Validate() error {
	a.Question.Kind = a.filled().Kind
	return errors.Join(a.validateShape(), asking.Question(a.Question).Values())
}

// validateShape complains about all fields but values in the units of the data, which may not be known yet.
func (a Ask) validateShape() error {
	threads := a.validateThreads()
	a = a.filled()
	if a.Kind.OfPoints() {
		return cmp.Or(threads, a.validateInputs(), a.validateKind(), asking.Question(a.Question).Validate(), a.validateMethod())
	}
	return errors.Join(threads, a.validateInputs(), a.validateKind(), asking.Question(a.Question).Shape(), a.Machine.Validate())
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
	case a.ofZones() && len(a.Zones) == 0:
		return wrong("Zones", "are missing")
	case !a.ofZones() && len(a.Zones) > 0:
		return wrong("Zones", "are for visits")
	case a.Kind.OfPoints() && (a.EntryData != nil || a.QueryData != nil || a.QueryRead != nil || a.Plan != nil):
		return wrong("Kind", "%s: EntryData, QueryData, QueryRead and Plan are for trajectories", a.Kind)
	case !a.Kind.OfPoints() && (len(a.EntryFiles) > 0 || len(a.QueryFiles) > 0):
		return wrong("Kind", "%s: EntryFiles and QueryFiles are for points", a.Kind)
	case !a.Kind.OfPoints() && a.QueryPointRead != nil:
		return wrong("Kind", "%s: QueryPointRead is for points", a.Kind)
	case a.QueryRead != nil && !a.searches():
		return wrong("QueryRead", "is for queries, and there are none")
	case a.QueryPointRead != nil && !a.searches():
		return wrong("QueryPointRead", "is for queries, and there are none")
	case a.Read.Progress != nil || a.queryRead().Progress != nil || a.Machine.Progress != nil || watched(&a.PointRead) || watched(a.queryPointRead()):
		return wrong("Progress", "is Watch's: Read, QueryRead, PointRead, QueryPointRead and Machine have none, and no Afford")
	}
	return nil
}

// watched reports whether options of reading points have functions of their own.
func watched(o *points.Options) bool { return o.Progress != nil || o.Afford != nil }

// validateThreads complains about threads of reading that are not the machine's.
func (a *Ask) validateThreads() error {
	for _, n := range []int{a.Read.Threads, a.queryRead().Threads, a.PointRead.Threads, a.queryPointRead().Threads} {
		if n != 0 && n != a.Machine.Threads {
			return wrong("Read.Threads", "%d: Machine.Threads says how many", n)
		}
	}
	return nil
}

// validateKind complains about a kind that is not for the data.
func (a *Ask) validateKind() error {
	switch {
	case (a.Kind == question.Searches || a.Kind == question.PointJoins) && !a.searches():
		return wrong("Queries", "are missing")
	case a.Kind == question.NearestTrajectories && a.Search.ExcludeSameID && !a.searches():
		return wrong("ExcludeSameID", "is for queries, and there are none")
	case a.Kind == question.Clusterings && a.searches():
		return wrong("Queries", "are not for clusters, which are of one set of points")
	case slices.Contains([]question.Kind{question.Joins, question.Convoys, question.ZoneVisits, question.SelfJoins}, a.Kind) && a.searches():
		return wrong("Queries", "are for search and pointjoin: %s is of one data set", a.Kind)
	}
	return nil
}

// validateMethod complains about the machine, which for clusters has the method and the settings of clusters, and about devices that the method does not run on.
func (a *Ask) validateMethod() error {
	machine := a.Machine
	if a.Kind == question.Clusterings {
		machine.Method, machine.Settings = "", nil
	}
	if err := machine.ValidatePoints(); err != nil {
		return wrong("Machine", "%s", strings.NewReplacer("flyby: ", "", "setting: ", "").Replace(err.Error()))
	}
	switch method := string(machine.Method); {
	case a.Kind == question.Clusterings:
		return a.validateClusters()
	case machine.Device == "" || machine.Device == "auto" || machine.Device == "cpu":
	case pointdrivers.OnHost(method):
		return wrong("Device", "%s: method %s runs on the cpu only", machine.Device, method)
	case a.Kind == question.NearestPoints && machine.Providers == nil && pointdrivers.NearestOnHost(method):
		return wrong("Device", "%s: method %s finds nearest points on the cpu only", machine.Device, method)
	}
	return nil
}

// validateClusters complains about the method of clusters, and about its settings.
func (a *Ask) validateClusters() error {
	for name := range a.Machine.Settings {
		if name != kernelSetting {
			return wrong("Settings", "%s: methods of clusters have a %s alone", name, kernelSetting)
		}
	}
	search := a.clusters()
	search.Eps, search.MinPoints = []float64{0}, []int{1}
	if err := search.Check(); err != nil {
		return wrong("Method", "%s", strings.ReplaceAll(err.Error(), "cluster: ", ""))
	}
	return nil
}
