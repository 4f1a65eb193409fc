package main

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/batching"
	"flyby/cluster"
	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/machine"
	"flyby/internal/pointjoin"
	"flyby/job"
	"flyby/question"
)

const (
	// setFlag is the flag of all settings of methods.
	setFlag = "set"
	// batchingFlag is the flag of a setting that help shows beside --set.
	batchingFlag = "batching"
	// modelFlag is the flag of the setting that names a file.
	modelFlag = "model"
)

// methodFlags are --method, --set and the flags of settings.
type methodFlags struct {
	method   string
	settings map[string]string // settings that are given, by name, once they are checked

	all  []pointjoin.Method // the methods that --method may name, beside auto
	sets []string           // the values of --set
}

// addMethod adds --method, which may name some methods beside auto, and --set.
func (f *methodFlags) addMethod(c *cobra.Command, usage string, all []pointjoin.Method) {
	f.all = all
	c.Flags().StringVar(&f.method, "method", string(flyby.MethodAuto), usage)
	complete(c, "method", f.names()...)
	c.Flags().StringArrayVar(&f.sets, setFlag, nil, "`NAME=VALUE` sets a setting of the method; several times for several. flyby help methods lists them")
	var beginnings []string
	for _, s := range f.known() {
		beginnings = append(beginnings, s.Name+"=")
	}
	completeAs(c, setFlag, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace, beginnings)
}

// addSettings adds a flag for each setting. Help leaves them out, since it leads from --set to the list of all.
func (f *methodFlags) addSettings(c *cobra.Command) {
	for _, s := range f.known() {
		usage, value := "`"+s.Values()+"` for --method "+cli.Listed(f.with(s.Name), "or")+": "+s.Means, pointjoin.Settings(nil).Of(s)
		if n, err := strconv.Atoi(value); err == nil {
			cli.AddWhole(c, new(int), s.Name, n, usage)
		} else {
			c.Flags().String(s.Name, value, usage)
		}
		if s.Name == batchingFlag {
			completeAs(c, s.Name, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace, batchingForms())
			continue
		}
		complete(c, s.Name, s.Choices...)
		cli.Hide(c.Flags(), s.Name, setFlag)
	}
}

// batchingForms are the beginnings of the values of --batching.
func batchingForms() []string {
	forms := []string{batching.Model}
	for form := range strings.SplitSeq(batching.Syntax, " | ") {
		name, _, _ := strings.Cut(form, ":")
		forms = append(forms, name+":")
	}
	return forms
}

// names are the values of --method.
func (f *methodFlags) names() []string {
	names := []string{string(flyby.MethodAuto)}
	for _, m := range f.all {
		names = append(names, m.Name)
	}
	return names
}

// known are the settings of all methods, each once.
func (f *methodFlags) known() (all []pointjoin.Setting) {
	for _, m := range f.all {
		for _, s := range m.Settings {
			if !has(all, s.Name) {
				all = append(all, s)
			}
		}
	}
	return all
}

// has reports whether a setting is among some.
func has(some []pointjoin.Setting, name string) bool {
	return slices.ContainsFunc(some, func(s pointjoin.Setting) bool { return s.Name == name })
}

// with are the names of the methods that have a setting.
func (f *methodFlags) with(name string) (all []string) {
	for _, m := range f.all {
		if has(m.Settings, name) {
			all = append(all, m.Name)
		}
	}
	return all
}

// checkSettings refuses settings that the method has not, and values that do not fit.
func (f *methodFlags) checkSettings(c *cobra.Command) error {
	if err := f.gather(c); err != nil {
		return err
	}
	m := pointjoin.Method{Name: f.method}
	for _, known := range f.all {
		if known.Name == f.method {
			m = known
		}
	}
	return f.wrongSetting(c, m.Check(f.settings))
}

// gather fills in the settings that are given.
func (f *methodFlags) gather(c *cobra.Command) error {
	f.settings = map[string]string{}
	for _, s := range f.known() {
		if !c.Flags().Changed(s.Name) {
			continue
		}
		if all := f.with(s.Name); !slices.Contains(all, f.method) {
			return cli.Usage(c, "--%s: is for --method %s", s.Name, cli.Listed(all, "or"))
		}
		f.settings[s.Name] = c.Flags().Lookup(s.Name).Value.String()
	}
	for _, text := range f.sets {
		name, value, isSet := strings.Cut(text, "=")
		_, twice := f.settings[name]
		switch {
		case !isSet || name == "":
			return cli.Usage(c, "--%s %q: must be NAME=VALUE", setFlag, text)
		case twice && c.Flags().Changed(name):
			return cli.Usage(c, "--%s and --%s %[1]s: one of the two only", name, setFlag)
		case twice:
			return cli.Usage(c, "--%s %s: twice", setFlag, name)
		}
		f.settings[name] = value
	}
	if path := f.settings[modelFlag]; path != "" {
		f.settings[modelFlag] = infile.In(folderOf(c), path)
	}
	return nil
}

// wrongSetting is an error as one of usage where it is over a setting, or a method that a device has not.
func (f *methodFlags) wrongSetting(c *cobra.Command, err error) error {
	var unknown *pointjoin.UnknownSettingError
	var wrong *pointjoin.SettingError
	var elsewhere *cluster.MethodError
	switch {
	case errors.As(err, &unknown):
		return cli.Usage(c, "--%s %s: %w%s", setFlag, unknown.Name, unknown, f.elsewhere(unknown.Name))
	case errors.As(err, &wrong):
		return f.wrongValue(c, wrong)
	case errors.As(err, &elsewhere):
		return cli.Wrong(c, elsewhere)
	}
	return err
}

// wrongValue is the error of a value that does not fit, with the name of the flag that gave it.
func (f *methodFlags) wrongValue(c *cobra.Command, wrong *pointjoin.SettingError) error {
	flag, value := setFlag+" "+wrong.Name, strconv.Quote(wrong.Value)
	if own := c.Flags().Lookup(wrong.Name); own != nil && own.Changed {
		if flag = wrong.Name; own.Value.Type() != "string" {
			value = wrong.Value
		}
	}
	if wrong.Name == batchingFlag {
		return cli.Usage(c, "--%s: %s", flag, cli.Message(flyby.Search{Batching: wrong.Value}.Validate()))
	}
	return cli.Usage(c, "--%s %s: must be %s%s", flag, value, wrong.Allowed, cli.Meant(wrong.Value, "", wrong.Choices))
}

// elsewhere says which methods have a setting.
func (f *methodFlags) elsewhere(name string) string {
	if all := f.with(name); all != nil {
		return "; it is for --method " + cli.Listed(all, "or")
	}
	return ""
}

// searchMethods are the methods of trajectories.
func searchMethods() (all []pointjoin.Method) {
	for _, m := range flyby.Methods() {
		if m != flyby.MethodAuto {
			all = append(all, m.About())
		}
	}
	return all
}

// searchSettings are the names of the settings of these methods.
func searchSettings() (names []string) {
	for _, s := range (&methodFlags{all: searchMethods()}).known() {
		names = append(names, s.Name)
	}
	return names
}

// addSearchMethod adds --method of search, join and serve.
func (f *methodFlags) addSearchMethod(c *cobra.Command) {
	f.addMethod(c, "`METHOD` of searching: "+methodNames()+"; all give the same results", searchMethods())
}

// checkMethod refuses flags that the method has no use for.
func (f *searchFlags) checkMethod(c *cobra.Command) error {
	if machine.OnHost(flyby.Method(f.method)) && f.device != "" && f.device != "auto" && f.device != "cpu" {
		return cli.Usage(c, "--device %s: method %s runs on the cpu only", f.device, f.method)
	}
	if err := f.checkSettings(c); err != nil {
		return err
	}
	if err := (flyby.Options{Threads: f.threads}).Validate(); err != nil { // a complaint begins with the name of its flag
		return cli.Usage(c, "--%s", cli.Message(err))
	}
	return nil
}

// methodNames lists the values of --method of search, join and serve.
func methodNames() string { return strings.Join((&methodFlags{all: searchMethods()}).names(), ", ") }

// addPointMethod adds --method of the methods of points that are wanted, and the flags of the settings that a scope heeds.
func (f *methodFlags) addPointMethod(c *cobra.Command, wanted func(pointjoin.Method) bool, heeded pointjoin.Scope) {
	all := slices.DeleteFunc(flyby.PointMethods(), func(m pointjoin.Method) bool { return !wanted(m) })
	for i := range all {
		all[i].Settings = slices.DeleteFunc(all[i].Settings, func(s pointjoin.Setting) bool { return s.Scope > heeded })
	}
	names := (&methodFlags{all: all}).names()
	f.addMethod(c, "`METHOD` of searching: "+cli.Listed(names, "or")+"; auto is the method that is predicted to be fastest, and all give the same results", all)
	f.addSettings(c)
}

// anyMethod accepts every method, nearestMethod the methods that find nearest points.
func anyMethod(pointjoin.Method) bool       { return true }
func nearestMethod(m pointjoin.Method) bool { return m.Nearest }

// checkMethod refuses methods, settings and devices that there are not.
func (f *pointSearchFlags) checkMethod(c *cobra.Command) error {
	if err := cmp.Or(oneOf(c, "--method", f.method, f.names()), checkSelector(c, f.device)); err != nil {
		return err
	}
	if err := (job.Ask{Inputs: job.Inputs{Entries: f.points.names}, Question: question.Question{Kind: question.SelfJoins}, Machine: flyby.Options{Method: flyby.Method(f.method), Device: f.device}}).Validate(); err != nil {
		return inFlags(c, err)
	}
	return f.checkSettings(c)
}

// clusterMethods are the methods of dbscan.
func clusterMethods() []pointjoin.Method {
	kernel := pointjoin.Setting{Name: "kernel", Choices: cluster.Kernels(), Means: "a work-item a point, or a work-group a cell, which loads points into local memory"}
	return []pointjoin.Method{
		{Name: cluster.Fused, Means: "keeps no table of neighbours; auto takes it where the device has it"},
		{
			Name: cluster.Hybrid, Means: "Hybrid-DBSCAN: keeps a table of neighbours, clusters on the host", Settings: []pointjoin.Setting{kernel},
			Paper: "M. Gowanlock, C. M. Rude, D. M. Blair, J. D. Li, V. Pankratius, Clustering Throughput Optimization on the GPU, 2017",
		},
	}
}

// methodsTopic is the topic of help that lists methods.
const methodsTopic = "methods"

// methodsLine leads from the help of a command with --set to the list of methods.
const methodsLine = "flyby help methods lists the methods of searching, and the settings that --set sets.\n\n"

// helpOfMethods lists the methods of searching with their settings.
func helpOfMethods() string {
	var b strings.Builder
	b.WriteString(folded("--method names one of them; auto, the default, chooses. All methods under one heading give the same results. A method's settings are given "+
		"by --set NAME=VALUE, or by flags of their own: --set bins=8 is --bins 8. serve has --set alone.") + "\n\n")
	for _, kind := range []struct {
		title string
		all   []pointjoin.Method
	}{
		{"METHODS OF TRAJECTORIES, which join, search and serve have", searchMethods()},
		{"METHODS OF POINTS, which selfjoin and pointjoin have, and knn where they find nearest points", flyby.PointMethods()},
		{"METHODS OF CLUSTERS, which dbscan has", clusterMethods()},
	} {
		b.WriteString(kind.title + "\n")
		for _, m := range kind.all {
			b.WriteString(methodText(m))
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// methodText is the part of the list about a method.
func methodText(m pointjoin.Method) string {
	text := item(2, m.Name+": "+m.Means+nearestToo(m))
	if m.Paper != "" {
		text += item(4, "paper: "+m.Paper)
	}
	for _, s := range m.Settings {
		about := "--" + s.Name + " " + s.Values() + ": " + s.Means
		if value := pointjoin.Settings(nil).Of(s); value != "" {
			about += " (default " + value + ")"
		}
		text += item(4, about)
	}
	return text
}

// item is a text of a list, some columns from the left.
func item(left int, text string) string {
	pad := strings.Repeat(" ", left)
	return pad + strings.ReplaceAll(folded(text), "\n", "\n"+pad+"  ") + "\n"
}

// nearestToo says that a method of points finds nearest points.
func nearestToo(m pointjoin.Method) string {
	if m.Nearest {
		return "; finds nearest points, too"
	}
	return ""
}
