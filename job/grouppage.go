package job

import (
	"context"

	"flyby/report/groups"
	"flyby/trajectory"
	"flyby/trajectory/output"
)

// groupBytes is what a group takes that is held for the figure of when there were groups, and groupsPart the part of the memory that these may take.
const (
	groupBytes = 32
	groupsPart = 8
)

// GroupPage writes a page of groups of the entries to a file, as Page does of encounters. Of v it does not look at SVG.
func (j *Job) GroupPage(ctx context.Context, path string, o output.WriteOptions, result *groups.Result, v View) (groups.Summary, error) {
	q := groups.Request{Result: result, Entries: j.entries.Store, Name: j.names[0], Units: j.Units(), Answer: j.ask.Answer, Distance: v.Distance, Top: v.Top, By: v.By, Called: v.Called}
	if j.ask.Memory > 0 {
		q.Held = max(1, min(1_000_000, int(most(j.quota, groupsPart)/groupBytes)))
	}
	if j.outgrows() {
		q.Take = func(trajs []int) (*trajectory.Store, []int, error) {
			p, err := j.chosen(ctx, paired(trajs))
			return p.Entries, p.EntryTrajs, err
		}
	}
	return groups.WriteFile(ctx, path, o, q)
}

// paired are trajectories as pairs, the last with the first where they are odd in number.
func paired(trajs []int) (pairs [][2]int) {
	for i := 0; i < len(trajs); i += 2 {
		pairs = append(pairs, [2]int{trajs[i], trajs[(i+1)%len(trajs)]})
	}
	return pairs
}
