module flyby/tools

go 1.26.0

require (
	flyby v0.0.0
	github.com/google/licenseclassifier/v2 v2.0.0
)

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/sergi/go-diff v1.1.0 // indirect
	github.com/tidwall/geodesic v1.52.4 // indirect
)

replace flyby => ../
