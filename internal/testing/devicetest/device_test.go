package devicetest_test

import (
	"errors"
	"slices"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/devicetest"
	"flyby/points"
)

// judgeArgs are the parameters of judge_rows.
type judgeArgs struct {
	p, q      *cl.Buffer
	n, others uint32
	limits    device.Limits
	found     *cl.Buffer
	notes     *cl.Buffer
}

const judgeRows clrt.Kernel[judgeArgs] = "judge_rows"

// judging returns a program that compares each point of p with each of q.
func judging(groups clrt.Groups) clrt.Source {
	return clrt.Source{Label: "judging", Groups: groups, Kernels: []clrt.AnyKernel{judgeRows}, Files: []clrt.File{
		device.JudgeFile(), device.CountersFile(), {Name: "rows", Text: `
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void judge_rows(__global const double *p, __global const double *q, const uint n, const uint others, const limits_t limits,
                __global uint *found, __global ulong *notes) {
  __local ulong scratch;
  ulong judged = 0;
  FOR_ITEMS(i, n) {
    if (i >= n) continue;
    for (uint k = 0; k < others; k++) found[i * others + k] = judge(p, n, i, q, others, k, 2, limits);
    judged += others;
  }
  note(notes, CANDIDATE_SLOT, judged, &scratch);
}`}}}
}

// TestJudge: a device decides pairs as Threshold does, and reports where it is not certain; the counts of work-items are
// added up; a program is built once.
func TestJudge(t *testing.T) {
	const u = 0x1p-52
	s, err := points.New([][]float64{{0, 3, 3, 3 + 4*u, 1e200, 5}, {0, 4, 4 - 8*u, 4, -1e200, 0}}, points.RowIDs(6))
	if err != nil {
		t.Fatal(err)
	}
	within, err := pointjoin.NewThreshold(5)
	if err != nil {
		t.Fatal(err)
	}
	devicetest.Each(t, device.Cuts{Doubts: 3}, func(t *testing.T, d *device.Device) {
		program, err := d.Program(judging(d.Groups))
		if err != nil {
			t.Fatal(err)
		}
		if again, err := d.Program(judging(d.Groups)); again != program || err != nil {
			t.Errorf("a program is built again: %v", err)
		}
		p, err := d.Send("p", s, 0, 6)
		if err != nil {
			t.Fatal(err)
		}
		q, err := d.Send("q", s, 1, 6)
		if err != nil {
			t.Fatal(err)
		}
		notes, err := d.NewNotes()
		if err != nil {
			t.Fatal(err)
		}
		found, err := d.Memory.Buffer("found", 4*30)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]uint32, 30)
		err = errors.Join(notes.Clear(), judgeRows.Launch(program, clrt.Over(6), &judgeArgs{
			p.Buffer, q.Buffer, 6, 5, device.NewLimits(within, 2), found, notes.Buffer,
		}), notes.Await(), clrt.ReadNow(d.Queues, found, 0, got))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 6 {
			for k := range 5 {
				is, certain := within.Judge(s.Append(nil, i), s.Append(nil, k+1))
				want := map[bool]uint32{true: 1, false: 0}[is]
				if !certain {
					want = 2
				}
				if got[5*i+k] != want {
					t.Errorf("%d and %d: %d, want %d", i, k+1, got[5*i+k], want)
				}
			}
		}
		if stats := notes.Stats(); stats.Candidates != 30 || stats.Float64 != 0 || notes.Doubts() != 0 || !slices.Contains(got, 2) {
			t.Errorf("%+v, %v", stats, got)
		}
		if err := notes.Grow(100); err != nil || notes.Room != 100 {
			t.Errorf("room for %d: %v", notes.Room, err)
		}
	})
}
