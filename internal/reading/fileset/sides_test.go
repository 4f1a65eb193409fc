package fileset

import (
	"os"
	"path/filepath"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// TestBeside: in every format of tables, and in floating-car data, a file of neutral names is read beside a file that has the names of Options.Columns, in
// either order; a name that neither has is an error.
func TestBeside(t *testing.T) {
	folder := t.TempDir()
	put := func(name, text string) []File {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return []File{{Path: path}}
	}
	named := put("named.csv", "who,when,east,north\na,0,0,0\na,60,1,0\n")
	files := countedFiles(t, []int64{0, 60}, "id", "t", "x", "y")
	files["a.xml"] = `<fcd-export><timestep time="0"><vehicle id="1" x="0" y="0"/></timestep><timestep time="60"><vehicle id="1" x="9" y="0"/></timestep></fcd-export>`
	files["degrees.csv"] = "id,t,Longitude,Latitude\na,0,0,0\na,60,1,0\n"
	files["group.parquet"] = formattest.InGroups(t, []countedRow{{"a", 0, 0, 0}, {"a", 60, 1, 0}}, 1)
	for name, text := range files {
		for side := range 2 {
			for _, typo := range []bool{false, true} {
				columns := map[string]string{"id": "who", "t": "when", "x": "east", "y": "north"}
				if typo {
					columns["t"] = "wehn"
				}
				sets, o := [2][]File{named, put(name, text)}, [2]format.Options{{Columns: columns}, {Columns: columns}}
				if side == 1 {
					sets[0], sets[1] = sets[1], sets[0]
				}
				Beside(t.Context(), sets, [2]*format.Options{&o[0], &o[1]}, false)
				for i, files := range sets {
					if _, _, err := ReadFiles(t.Context(), files, o[i]); (err != nil) != typo {
						t.Errorf("%s as side %d, typo %v: side %d: %v", name, 1-side, typo, i, err)
					}
				}
				if own, other := o[1-side], o[side]; other.Given != nil || !typo && own.Taken == "" {
					t.Errorf("%s: takes %q, the other takes %q", name, own.Taken, other.Taken)
				}
				if len(columns) != 4 || columns["id"] != "who" {
					t.Errorf("%s: the columns that were given became %v", name, columns)
				}
			}
		}
	}
}
