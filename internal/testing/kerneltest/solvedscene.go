package kerneltest

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"slices"
	"sync"
	"testing"

	"flyby/trajectory"
)

// suite is the scenes of a seed, with their answers.
type suite struct {
	seed   uint64
	scenes []solvedScene
}

// sharedSuite returns the suite of the process. All tests share its scenes: they must not write to
// them, and Run reports a driver that does.
var sharedSuite = sync.OnceValue(func() *suite { return newSuite(drawn()) })

// newSuite makes the searches of a seed. They are small enough for brute force.
func newSuite(seed uint64) *suite {
	r := source(seed, "scenes")
	scenes := append(searches(r), oddities(r)...)
	scenes = append(scenes, excerpts(scenes[:12])...)
	scenes = append(scenes, windows(r)...)
	meeting := splices(r)
	scenes = slices.Concat(scenes, meeting, excerpts(meeting))
	all := &suite{seed: seed}
	for _, s := range append(scenes, joins(scenes)...) {
		all.scenes = append(all.scenes, solvedScene{s, sync.OnceValue(s.solve), s.sum()})
	}
	return all
}

// scenesOf returns the scenes of the process that have the names, in their order; all where none are given.
func scenesOf(t testing.TB, names []string) (scenes []solvedScene) {
	t.Helper()
	all := sharedSuite()
	sayReplay(t, all.seed)
	if len(names) == 0 {
		return all.scenes
	}
	for _, name := range names {
		i := slices.IndexFunc(all.scenes, func(s solvedScene) bool { return s.Name == name })
		if i < 0 {
			t.Fatalf("no scene is named %q", name)
		}
		scenes = append(scenes, all.scenes[i])
	}
	return scenes
}

// solvedScene is a scene with its answer.
type solvedScene struct {
	Scene
	answer func() *answer // computed at the first call
	sum    uint64         // checksum of the scene when it was made
}

// answer is the hits of brute force, and their encounters.
type answer struct {
	hits       []Hit
	encounters trajectory.Encounters
	sum        uint64 // checksum of both when they were computed
}

// solve computes the answer of a scene.
func (s Scene) solve() *answer {
	hits := s.BruteForce()
	a := &answer{hits: hits, encounters: s.Encounters(hits)}
	a.sum = a.numbers()
	return a
}

// checkUnchanged wants scenes and their answers to have their first checksums.
func checkUnchanged(t testing.TB, scenes []solvedScene) {
	t.Helper()
	for _, s := range scenes {
		if s.Scene.sum() != s.sum {
			t.Errorf("%s: the scene has been written to", s.Name)
		}
		if a := s.answer(); a.numbers() != a.sum {
			t.Errorf("%s: the answer of brute force has been written to", s.Name)
		}
	}
}

// sum returns a checksum of all numbers of a scene.
func (s Scene) sum() uint64 {
	h := fnv.New64a()
	add(h, []float64{s.Distance, s.Window.From, s.Window.To}, s.Excluded)
	for _, store := range []*trajectory.Store{s.Queries, s.Entries} {
		add(h, store.T(), store.X(), store.Y(), store.Z(), store.H())
		for traj := range store.Trajectories() {
			first, last := store.Range(traj)
			add(h, []uint64{uint64(first), uint64(last)}, store.Radius(traj))
		}
	}
	return h.Sum64()
}

// numbers returns a checksum of all numbers of an answer.
func (a *answer) numbers() uint64 {
	h := fnv.New64a()
	add(h, a.hits)
	for i := range a.encounters.Len() {
		add(h, encounterAt(a.encounters, i))
	}
	return h.Sum64()
}

// add adds numbers, or lists of them, to a checksum.
func add(h hash.Hash64, numbers ...any) {
	for _, n := range numbers {
		if err := binary.Write(h, binary.LittleEndian, n); err != nil {
			panic("kerneltest: no checksum of a value without a fixed size: " + err.Error())
		}
	}
}
