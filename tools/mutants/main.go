// Command mutants makes small wrong changes to the exact core, one at a time in a copy of the tree,
// and wants a test to fail for each:
//
//	go -C tools run ./mutants [-run name] [-budget 5m] [-list]
//
// It prints a table of the test that killed each mutant, and the time of it, and exits with 1
// where one survives, no longer applies or does not build. docs/testing.md says how to add one.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"time"
)

func main() {
	run := flag.String("run", ".", "regular expression of the names of the mutants to try")
	budget := flag.Duration("budget", 5*time.Minute, "time for the tests of one mutant")
	list := flag.Bool("list", false, "list the mutants and check that they apply; run no test")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := try(ctx, *run, *budget, *list); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		stop()
		os.Exit(1)
	}
}

// try tries the mutants whose names match.
func try(ctx context.Context, pattern string, budget time.Duration, list bool) error {
	names, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	tree, err := copyTree(ctx, "..")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tree)
	var wrong, tried int
	for _, m := range mutants() {
		if !names.MatchString(m.name) || ctx.Err() != nil {
			continue
		}
		tried++
		start := time.Now()
		fate, ok := m.fate(ctx, tree, budget, list)
		if !ok {
			wrong++
		}
		fmt.Printf("%-62s %6.0f s  %s\n", m.name, time.Since(start).Seconds(), fate)
	}
	fmt.Printf("%d mutants, %d not killed\n", tried, wrong)
	if wrong > 0 {
		return errors.New("what survives wants a test; what does not apply or build wants another change")
	}
	return ctx.Err()
}

// fate tests a mutant and returns the outcome; ok says that a test killed it.
func (m mutant) fate(ctx context.Context, tree string, budget time.Duration, list bool) (fate string, ok bool) {
	undo, err := m.apply(tree)
	if err != nil {
		return "DOES NOT APPLY: " + err.Error(), false
	}
	defer func() {
		if err := undo(); err != nil {
			fate, ok = "CANNOT BE UNDONE: "+err.Error(), false
		}
	}()
	if list {
		return "applies", true
	}
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	if g := m.generator(); g != "" {
		if out, err := goCommand(ctx, tree, "generate", g); err != nil {
			return "DOES NOT GENERATE: " + firstLine(out), false
		}
	}
	for _, tests := range []string{m.tests, wider} {
		if fate, done := test(ctx, tree, tests); done {
			return fate, strings.HasPrefix(fate, killed)
		}
	}
	return "SURVIVED", false
}
