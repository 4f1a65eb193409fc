package house

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestPapers: every text between backticks of docs/papers.md is of a form that the test knows, and names something that exists: a path,
// a declaration, a test, a function of a kernel, a flag, a command with its flags, or a word of docs/cli.md. Each paper's section
// has a command that draws its figures.
func TestPapers(t *testing.T) {
	there, counted := newPaperNames(t), map[string]int{}
	page := string(pageOf(t, "docs/papers.md"))
	for _, found := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(page, -1) {
		form, err := there.check(found[1])
		if err != nil {
			t.Errorf("docs/papers.md: `%s`: %v", found[1], err)
		}
		counted[form]++
	}
	for form, least := range map[string]int{"name": 150, "function": 20, "flag": 20, "flyby": 15, "flyby-bench": 15, "word": 5} {
		if counted[form] < least {
			t.Errorf("docs/papers.md: %d of the form %s: these are not all", counted[form], form)
		}
	}
	sections := strings.Split(page, "\n## ")
	for _, s := range sections[1 : len(sections)-1] {
		if title, text, _ := strings.Cut(s, "\n"); !strings.Contains(text, "`flyby-bench p") {
			t.Errorf("docs/papers.md: %s: no command of flyby-bench", title)
		}
	}
}

// TestPapersRefuses: the test above refuses what was renamed or removed, and forms that it cannot check.
func TestPapersRefuses(t *testing.T) {
	there := newPaperNames(t)
	for _, text := range []string{
		"binindex/bins.go", "bins.go", "TestFigure1", "binindex.NewBins", "predict.Model.Best", "meeting()", "--bins N", "--batching model",
		"flyby search --entries FILE --queries FILE --distance D --method temporal", "flyby-bench paper --searches S1", "flyby-bench paper", "temporal",
	} {
		if _, err := there.check(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		"binindex/bin.go", "bin.go", "TestFigure99", "binindex.MakeBins", "predict.Model.Worst", "gathering()", "--bin N", "--batches model",
		"flyby seek --entries FILE", "flyby search --entry FILE", "flyby generate galaxy --bins 3", "flyby generate galaxies", "--method temporall", "--batching modell", "flyby-bench papers", "flyby-bench paper --papers sj",
		"temporall", "GPUTrajDistSearch", "a b", "--", "flyby",
	} {
		if form, err := there.check(text); err == nil {
			t.Errorf("%s passes as a %s", text, form)
		}
	}
}

// numbered are the greatest numbers of figures, tables and algorithms of each paper.
var numbered = map[string]map[string]int{
	"GPUTrajDistSearch": {"Figure": 16, "Table": 3, "Algorithm": 4},
	"GPU-SJ":            {"Figure": 9, "Table": 2, "Algorithm": 2},
	"GPU-Join":          {"Figure": 8, "Algorithm": 1},
	"LSS":               {"Figure": 8, "Table": 1, "Algorithm": 3},
	"Hybrid-DBSCAN":     {"Figure": 6, "Table": 5, "Algorithm": 4},
}

// TestPapersAreWhole: docs/papers.md names every figure, table and algorithm of each paper, in its section or as not built.
func TestPapersAreWhole(t *testing.T) {
	sections := strings.Split(string(pageOf(t, "docs/papers.md")), "\n## ")
	notBuilt := sections[len(sections)-1]
	for _, s := range sections[1 : len(sections)-1] {
		title, text, _ := strings.Cut(s, "\n")
		for _, row := range strings.Split(notBuilt, "\n") {
			if strings.HasPrefix(row, "| "+title+" |") {
				text += "\n" + row
			}
		}
		if numbered[title] == nil {
			t.Errorf("docs/papers.md: %s is no paper", title)
		}
		for kind, most := range numbered[title] {
			told := numbersOf(kind, text)
			for n := 1; n <= most; n++ {
				if !told[n] {
					t.Errorf("docs/papers.md: %s: %s %d is not named", title, kind, n)
				}
			}
		}
	}
	if got := numbersOf("Figure", "Figures 1 and 4 to 6, Figure 8; Tables III and V"); len(got) != 5 || !got[5] || got[3] {
		t.Errorf("figures %v", got)
	}
	if got := numbersOf("Table", "Tables III and V, Figure 1"); len(got) != 2 || !got[3] || !got[5] {
		t.Errorf("tables %v", got)
	}
}

// numbersOf returns the numbers of a kind that a text names, one by one or from one to another.
func numbersOf(kind, text string) map[int]bool {
	all := map[int]bool{}
	list := regexp.MustCompile(kind + `s? ((?:\d+|[IV]+)\b(?:(?:,| and| to) (?:\d+|[IV]+)\b)*)`)
	for _, found := range list.FindAllStringSubmatch(text, -1) {
		for _, part := range regexp.MustCompile(`,| and `).Split(found[1], -1) {
			from, to, isRange := strings.Cut(strings.TrimSpace(part), " to ")
			if !isRange {
				to = from
			}
			for n := numberOf(from); n <= numberOf(to); n++ {
				all[n] = true
			}
		}
	}
	return all
}

// numberOf reads an Arabic number, or a Roman one up to V.
func numberOf(text string) int {
	if i := slices.Index([]string{"I", "II", "III", "IV", "V"}, text); i >= 0 {
		return i + 1
	}
	n, _ := strconv.Atoi(text)
	return n
}

// pageOf returns the text of a page.
func pageOf(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(root + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// paperNames are the names that docs/papers.md may use.
type paperNames struct {
	*names
	cli       string // docs/cli.md
	functions map[string]bool
	bench     map[string]map[string]bool // flags of each command of flyby-bench
}

func newPaperNames(t *testing.T) paperNames {
	t.Helper()
	n := paperNames{newNames(t), string(pageOf(t, "docs/cli.md")), map[string]bool{}, benchFlags(t)}
	called := regexp.MustCompile(`(?m)^(?:static |__kernel |void |\w)[^;={}\n]*?\b(\w+)\(`)
	err := eachFile(func(name string, text []byte) error {
		if strings.HasSuffix(name, ".cl") {
			for _, f := range called.FindAllSubmatch(text, -1) {
				n.functions[string(f[1])] = true
			}
		}
		return nil
	})
	if err != nil || len(n.functions) < 50 || len(n.bench) < 6 {
		t.Fatalf("%d functions of kernels, %d commands of flyby-bench (%v)", len(n.functions), len(n.bench), err)
	}
	return n
}

var (
	functionLike = regexp.MustCompile(`^(\w+)\(\)$`)
	flagLike     = regexp.MustCompile(`^--[a-z][a-z-]*( \S+)?$`)
	wordLike     = regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)*$|^,strict$`)
	flagOf       = regexp.MustCompile(`(?:^| )--([a-z][a-z-]*)`)
)

// check returns the form of a text between backticks, and an error where nothing has that name.
func (n paperNames) check(text string) (form string, err error) {
	known, why := n.names.check(text)
	program, arguments, _ := strings.Cut(text, " ")
	switch {
	case why != "":
		return "name", fmt.Errorf("%s", why)
	case known:
		return "name", nil
	case functionLike.MatchString(text):
		return "function", missing(n.functions[functionLike.FindStringSubmatch(text)[1]], "no kernel has that function")
	case flagLike.MatchString(text):
		if !regexp.MustCompile(`(?m)^ +(-\w, )?` + program + ` `).MatchString(n.cli) {
			return "flag", fmt.Errorf("no command has that flag")
		}
		return "flag", n.checkWords(arguments)
	case program == "flyby":
		return program, n.checkCommand(arguments)
	case program == "flyby-bench":
		return program, n.checkBench(arguments)
	case wordLike.MatchString(text):
		return "word", n.checkWords(text)
	}
	return "", fmt.Errorf("is of no form that this test knows")
}

// missing returns an error unless something is there.
func missing(there bool, why string) error {
	if !there {
		return fmt.Errorf("%s", why)
	}
	return nil
}

// checkWords wants every word of a text, as names of methods and of data sets, in docs/cli.md.
func (n paperNames) checkWords(text string) error {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,:=", r) }) {
		if !regexp.MustCompile(`(?:^|\W)` + regexp.QuoteMeta(word) + `(?:\W|$)`).MatchString(n.cli) {
			return fmt.Errorf("docs/cli.md has no word %q", word)
		}
	}
	return nil
}

// checkCommand checks the arguments of flyby: the command, and its flags, by its section of docs/cli.md.
func (n paperNames) checkCommand(arguments string) error {
	command, _, _ := strings.Cut(arguments, " ")
	_, section, ok := strings.Cut(n.cli, "\n## flyby "+command+"\n")
	if !ok || command == "" {
		return fmt.Errorf("flyby has no command %q", command)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	for _, f := range flagOf.FindAllStringSubmatch(arguments, -1) {
		if !regexp.MustCompile(`(?m)^ +(-\w, )?--` + f[1] + ` `).MatchString(section) {
			return fmt.Errorf("flyby %s has no flag --%s", command, f[1])
		}
	}
	return n.checkWords(arguments)
}

// checkBench checks the arguments of flyby-bench, by its source.
func (n paperNames) checkBench(arguments string) error {
	command, _, _ := strings.Cut(arguments, " ")
	flags, ok := n.bench[command]
	if !ok {
		return fmt.Errorf("flyby-bench has no command %q", command)
	}
	for _, f := range flagOf.FindAllStringSubmatch(arguments, -1) {
		if !flags[f[1]] {
			return fmt.Errorf("flyby-bench %s has no flag --%s", command, f[1])
		}
	}
	return nil
}

// benchFlags returns the flags of each command of flyby-bench: of the functions that make a command, and of functions that
// these call.
func benchFlags(t *testing.T) map[string]map[string]bool {
	t.Helper()
	bodies, commands := map[string]*ast.FuncDecl{}, map[string]map[string]bool{}
	for _, s := range sources(t) {
		for _, d := range s.ast.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && s.folder() == "evaluation/cmd/flyby-bench" && !s.test() {
				bodies[f.Name.Name] = f
			}
		}
	}
	for _, f := range bodies {
		use := useOf(f)
		if use == "" || use == "flyby-bench" {
			continue
		}
		commands[use] = map[string]bool{}
		for _, call := range calls(f) {
			addFlag(commands[use], call)
			if own := bodies[calledName(call)]; own != nil {
				for _, inner := range calls(own) {
					addFlag(commands[use], inner)
				}
			}
		}
	}
	return commands
}

// useOf returns the first word of the cobra.Command that a function makes, or "".
func useOf(f *ast.FuncDecl) (use string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Use" {
				use, _, _ = strings.Cut(textOf(kv.Value), " ")
			}
		}
		return true
	})
	return use
}

// calls returns the calls of a function's body.
func calls(f *ast.FuncDecl) (all []*ast.CallExpr) {
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			all = append(all, call)
		}
		return true
	})
	return all
}

// addsFlag matches the functions that add a flag to a command: f.StringVar, cli.AddNumber.
var addsFlag = regexp.MustCompile(`^Add[A-Z]|Var$|VarP$`)

// addFlag adds the flag that a call adds: its first argument that is a text.
func addFlag(to map[string]bool, call *ast.CallExpr) {
	i := slices.IndexFunc(call.Args, func(e ast.Expr) bool { return textOf(e) != "" })
	if i >= 0 && addsFlag.MatchString(calledName(call)) {
		to[textOf(call.Args[i])] = true
	}
}

// calledName returns the last name of the function that is called.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// textOf returns the text of a literal, or "".
func textOf(e ast.Expr) string {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return ""
	}
	text, err := strconv.Unquote(l.Value)
	if err != nil {
		return ""
	}
	return text
}
