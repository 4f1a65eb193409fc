package main

import (
	"log"
	"os"
	"path/filepath"
)

func Example() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "junction.fcd.xml")
	const run = `<fcd-export>
<timestep time="0.00"><vehicle id="a" x="0" y="0"/><vehicle id="b" x="11.5" y="9"/></timestep>
<timestep time="10.00"><vehicle id="a" x="20" y="0"/><vehicle id="b" x="11.5" y="-11"/></timestep>
</fcd-export>
`
	if err := os.WriteFile(path, []byte(run), 0o600); err != nil {
		log.Fatal(err)
	}
	os.Args = []string{"example", path}
	main()
	// Output: a and b: 1.77 m at 5.1 s
}
