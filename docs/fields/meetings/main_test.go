package main

import "os"

func Example() {
	os.Args = []string{"meetings", "../data/bering.csv"}
	main()
	// Output: 273000002 and 368000001: 2.6 h from 2023-06-01T02:58:34.945742Z, 182 m apart at the closest
}
