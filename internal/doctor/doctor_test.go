package doctor

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"flyby"
	"flyby/internal/devices"
	hostmemory "flyby/internal/memory"
	"flyby/kernel"
)

// fixedDevices is a provider of made-up devices.
type fixedDevices []kernel.Device

func (fixedDevices) Name() string { return "opencl" }

func (d fixedDevices) List() ([]kernel.Device, error) { return d, nil }

func (fixedDevices) Open(kernel.Device, kernel.OpenOptions) (kernel.Driver, error) {
	return nil, errors.New("not to be opened")
}

// TestMain clears the environment's choice of a device.
func TestMain(m *testing.M) {
	os.Unsetenv("FLYBY_DEVICE")
	os.Exit(m.Run())
}

// machine makes surroundings of some files. Only the shared libraries in loads can be opened, and
// the OpenCL library is library, "" for none.
func machine(files map[string]string, library string, loads ...string) Surroundings {
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	env := map[string]string{}
	return Surroundings{
		root: root, system: "linux", env: func(name string) string { return env[name] },
		devices: devices.Providers(flyby.Providers()[:1]), bounds: []hostmemory.Bound{{By: "the cgroup", Remaining: 1 << 30}},
		empty: func() ([]string, error) { return nil, nil },
		openCL: func() (string, error) {
			if library == "" {
				return "", errors.New("no file of that name")
			}
			return library, nil
		},
		load: func(name string) error {
			if slices.Contains(loads, name) {
				return nil
			}
			return errors.New(name + ": no such library")
		},
	}
}

const (
	debian = "PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n"
	mint   = "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"
	leap   = "ID=\"opensuse-leap\"\n"
)

// TestDoctorSaysWhatToDo: a missing part is named, with the package or the file that mends it.
func TestDoctorSaysWhatToDo(t *testing.T) {
	const pocl = "etc/OpenCL/vendors/pocl.icd"
	for name, c := range map[string]struct {
		machine Surroundings
		causes  []string // a part of the text of each
		advice  []string
	}{
		"all is there": {machine(map[string]string{pocl: "libpocl.so.2\n"}, "libOpenCL.so.1", "libpocl.so.2"), nil, nil},
		"nothing, Debian": {
			machine(map[string]string{"etc/os-release": debian}, ""), []string{"no OpenCL loader", "no ICD file in /etc/OpenCL/vendors"},
			[]string{"apt-get install ocl-icd-libopencl1 pocl-opencl-icd, or for a GPU its vendor's driver with the OpenCL part"},
		},
		"no loader, like Ubuntu": {
			machine(map[string]string{"etc/os-release": mint, pocl: "libpocl.so.2"}, "", "libpocl.so.2"), []string{"no OpenCL loader"},
			[]string{"apt-get install ocl-icd-libopencl1"},
		},
		"no driver, openSUSE": {
			machine(map[string]string{"etc/os-release": leap}, "libOpenCL.so.1"), []string{"no ICD file"},
			[]string{"zypper install pocl, or for a GPU its vendor's driver with the OpenCL part"},
		},
		"no loader, unknown system": {
			machine(map[string]string{"etc/os-release": "ID=plan9\n"}, ""), []string{"no OpenCL loader", "no ICD file"},
			[]string{"install the OpenCL loader, and for a GPU its vendor's driver with the OpenCL part"},
		},
		"a driver that cannot be opened": {
			machine(map[string]string{"etc/os-release": "ID=arch", pocl: "libpocl.so.2"}, "libOpenCL.so.1"), []string{"no ICD file"},
			[]string{"pacman -S pocl, or for a GPU its vendor's driver with the OpenCL part"},
		},
		"a container without NVIDIA's ICD file": {
			machine(map[string]string{".dockerenv": "", "etc/os-release": debian}, "libOpenCL.so.1", nvidia),
			[]string{"no ICD file", "this container has NVIDIA's driver, and no ICD file names it"},
			[]string{"mkdir -p /etc/OpenCL/vendors && echo libnvidia-opencl.so.1 > /etc/OpenCL/vendors/nvidia.icd"},
		},
		"WSL without NVIDIA's ICD file": {
			machine(map[string]string{"usr/lib/wsl/lib/libcuda.so": ""}, "libOpenCL.so.1", nvidia), []string{"no ICD file", "WSL has NVIDIA's driver"},
			[]string{"mkdir -p /etc/OpenCL/vendors && echo libnvidia-opencl.so.1 > /etc/OpenCL/vendors/nvidia.icd"},
		},
		"a container without NVIDIA's libraries": {
			machine(map[string]string{"run/.containerenv": "", "proc/driver/nvidia/version": "550"}, "libOpenCL.so.1"), []string{"no ICD file", "not the driver's OpenCL part"},
			[]string{"start the container with NVIDIA_DRIVER_CAPABILITIES=compute,utility"},
		},
		"NVIDIA's driver without a loader": {machine(nil, nvidia, nvidia), []string{"opened by itself"}, nil},
	} {
		d := c.machine.Examine()
		if !slices.Equal(d.Advice, append([]string{}, c.advice...)) {
			t.Errorf("%s: advice %q, want %q", name, d.Advice, c.advice)
		}
		if len(d.Causes) != len(c.causes) {
			t.Errorf("%s: causes %q, want %q", name, d.Causes, c.causes)
			continue
		}
		for i, part := range c.causes {
			if !strings.Contains(d.Causes[i], part) {
				t.Errorf("%s: cause %q, want %q", name, d.Causes[i], part)
			}
		}
		if !d.Runs || d.Failed != nil {
			t.Errorf("%s: the cpu is here: %v", name, d.Failed)
		}
	}
}

// TestDoctorNamesEmptyPlatforms: each OpenCL platform without a device is named, with what to do: rusticl with the variable that names its drivers, in any case of its name, and others in general. A platform beside it
// with a device does not hide it.
func TestDoctorNamesEmptyPlatforms(t *testing.T) {
	const general, drivers = "the groups render and video", "RUSTICL_ENABLE=radeonsi"
	for name, c := range map[string]struct {
		empty    []string
		variable string
		causes   []string
		advice   []string
	}{
		"none":                {nil, "", nil, nil},
		"rusticl":             {[]string{"rusticl"}, "", []string{"platform rusticl is there, and has no device without RUSTICL_ENABLE"}, []string{drivers}},
		"rusticl, in vain":    {[]string{"Rusticl"}, "iris", []string{"platform Rusticl is there, and has no device with RUSTICL_ENABLE=iris"}, []string{drivers}},
		"another":             {[]string{"Intel(R) OpenCL Graphics"}, "", []string{"platform Intel(R) OpenCL Graphics is there, and has no device"}, []string{general}},
		"another and rusticl": {[]string{"Clover", "rusticl"}, "", []string{"platform Clover is there", "platform rusticl is there"}, []string{general, drivers}},
	} {
		m := machine(map[string]string{"etc/OpenCL/vendors/pocl.icd": "libpocl.so.2"}, "libOpenCL.so.1", "libpocl.so.2")
		m.empty = func() ([]string, error) { return c.empty, nil }
		m.env = func(name string) string { return map[string]string{"RUSTICL_ENABLE": c.variable}[name] }
		m.devices = append(m.devices, fixedDevices{{Selector: "opencl:0", Name: "Small GPU", Kind: kernel.GPU, Float64: true}})
		d := m.Examine()
		if !slices.Equal(d.Empty, append([]string{}, c.empty...)) || len(d.Causes) != len(c.causes) || len(d.Advice) != len(c.advice) || !d.Runs {
			t.Fatalf("%s: %+v", name, d)
		}
		for i := range c.causes {
			if !strings.Contains(d.Causes[i], c.causes[i]) || !strings.Contains(d.Advice[i], c.advice[i]) {
				t.Errorf("%s: causes %q, advice %q", name, d.Causes, d.Advice)
			}
		}
	}
	m := machine(map[string]string{"etc/OpenCL/vendors/pocl.icd": "libpocl.so.2"}, "libOpenCL.so.1", "libpocl.so.2")
	m.empty = func() ([]string, error) { return nil, errors.New("no names") }
	if d := m.Examine(); !slices.Equal(d.Causes, []string{"no names"}) {
		t.Errorf("platforms that cannot be listed: %q", d.Causes)
	}
}

// TestDoctorReadsICDFiles: each file is listed with its library and the reason why that cannot be
// opened.
func TestDoctorReadsICDFiles(t *testing.T) {
	m := machine(map[string]string{"opt/icd/a.icd": "liba.so\n", "opt/icd/b.icd": "libb.so", "opt/icd/c.icd": "\n", "opt/icd/notes.txt": "libc.so"}, "libOpenCL.so.1", "liba.so")
	m.env = func(name string) string { return map[string]string{"OCL_ICD_VENDORS": "/opt/icd"}[name] }
	want := []ICD{{"/opt/icd/a.icd", "liba.so", ""}, {"/opt/icd/b.icd", "libb.so", "libb.so: no such library"}, {"/opt/icd/c.icd", "", "names no library"}}
	d := m.Examine()
	if !slices.Equal(d.ICDs, want) {
		t.Errorf("%+v, want %+v", d.ICDs, want)
	}
}

// TestDoctorTellsOfDevices: devices without float64 and missing models are reported.
func TestDoctorTellsOfDevices(t *testing.T) {
	m := machine(nil, "libOpenCL.so.1")
	m.devices = append(m.devices, fixedDevices{{Selector: "opencl:0", Name: "Small GPU", Kind: kernel.GPU}})
	d := m.Examine()
	if len(d.Devices) != 2 || d.Devices[1].Name != "Small GPU" || !strings.Contains(d.Devices[1].ModelState, "flyby tune --device opencl:0") {
		t.Errorf("devices %+v", d.Devices)
	}
	if !strings.HasPrefix(d.Causes[0], "opencl:0 has no float64") {
		t.Errorf("causes %q", d.Causes)
	}
	t.Setenv("FLYBY_DEVICE", "opencl:3")
	if d := m.Examine(); d.Runs || !errors.Is(d.Failed, flyby.ErrNoDevice) {
		t.Errorf("a device that is not here: %v", d.Failed)
	}
	if err := m.judge(1 << 20); err == nil || !strings.Contains(err.Error(), "a search takes at least") {
		t.Errorf("in 1 MiB: %v", err)
	}
}
