package doctor

import (
	"testing"
)

// TestPackages: each distribution and its derivatives have their own command, which names only missing
// packages.
func TestPackages(t *testing.T) {
	const or = ", or for a GPU its vendor's driver with the OpenCL part"
	for _, c := range []struct{ release, loader, driver, both string }{
		{"ID=debian", "apt-get install ocl-icd-libopencl1", "apt-get install pocl-opencl-icd" + or, "apt-get install ocl-icd-libopencl1 pocl-opencl-icd" + or},
		{"ID=ubuntu\nVERSION_ID=24.04", "apt-get install ocl-icd-libopencl1", "apt-get install pocl-opencl-icd" + or, "apt-get install ocl-icd-libopencl1 pocl-opencl-icd" + or},
		{"ID='rocky'\nID_LIKE='rhel centos fedora'", "dnf install ocl-icd", "dnf install pocl" + or, "dnf install ocl-icd pocl" + or},
		{"ID=fedora\n", "dnf install ocl-icd", "dnf install pocl" + or, "dnf install ocl-icd pocl" + or},
		{"NAME=Arch\nID=arch", "pacman -S ocl-icd", "pacman -S pocl" + or, "pacman -S ocl-icd pocl" + or},
		{`ID="opensuse-tumbleweed"`, "zypper install libOpenCL1", "zypper install pocl" + or, "zypper install libOpenCL1 pocl" + or},
		{"ID=alpine", "apk add opencl-icd-loader", "install the OpenCL loader, and for a GPU its vendor's driver with the OpenCL part", "apk add opencl-icd-loader" + or},
	} {
		m := machine(map[string]string{"etc/os-release": c.release}, "")
		for _, missing := range []struct {
			loader, driver bool
			want           string
		}{{true, false, c.loader}, {false, true, c.driver}, {true, true, c.both}, {false, false, ""}} {
			if got := m.packages(missing.loader, missing.driver); got != missing.want {
				t.Errorf("%s, %+v: %q", c.release, missing, got)
			}
		}
	}
}

// TestPlace wants containers, WSL and other machines told apart.
func TestPlace(t *testing.T) {
	for file, want := range map[string]string{".dockerenv": "this container", "run/.containerenv": "this container", "usr/lib/wsl/lib/libcuda.so": "WSL", "etc/fstab": "this machine"} {
		if got := machine(map[string]string{file: ""}, "").place(); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	m := machine(nil, "")
	m.env = func(name string) string { return map[string]string{"container": "podman"}[name] }
	if !m.contained() {
		t.Error("podman names itself in vain")
	}
}

// TestUnder: paths from / become relative to a file system.
func TestUnder(t *testing.T) {
	for file, want := range map[string]string{"/etc/OpenCL/vendors": "etc/OpenCL/vendors", "/": ".", "/opt//icd/": "opt/icd", "opt/icd": "opt/icd"} {
		if got := under(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
