package doctor

import "flyby/internal/cl"

// library returns the name under which the system's OpenCL library is opened. It fails where no
// library can be opened.
func library() (path string, err error) {
	lib, err := cl.Open()
	if err != nil {
		return "", err
	}
	return lib.Path(), nil
}

// emptyPlatforms returns the names of the platforms that have no device; none where there is no library.
func emptyPlatforms() (names []string, err error) {
	lib, err := cl.System()
	if lib == nil {
		return nil, err
	}
	all, err := lib.EmptyPlatforms()
	if cl.IsNoDevice(err) {
		return nil, nil
	}
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names, err
}
