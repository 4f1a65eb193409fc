package doctor

import (
	"cmp"
	"io/fs"
	"path"
	"strings"
)

// vendors is the default folder of ICD files.
const vendors = "/etc/OpenCL/vendors"

// lookForDrivers finds the OpenCL library and the ICD files.
func (s Surroundings) lookForDrivers(d *Diagnosis) {
	where, err := s.openCL()
	d.Library.Path = where
	if err != nil {
		d.Library.Cause = oneLine(err)
	}
	folder := s.folder()
	files, _ := fs.ReadDir(s.root, under(folder)) //nolint:errcheck // no files then
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".icd") {
			d.ICDs = append(d.ICDs, s.icd(path.Join(folder, f.Name())))
		}
	}
}

// folder returns the folder of ICD files.
func (s Surroundings) folder() string {
	return cmp.Or(s.env("OCL_ICD_VENDORS"), s.env("OPENCL_VENDOR_PATH"), vendors)
}

// under returns a path relative to /, as a file system rooted there has it.
func under(file string) string { return cmp.Or(strings.TrimPrefix(path.Clean(file), "/"), ".") }

// icd reads an ICD file and opens the library that it names.
func (s Surroundings) icd(file string) ICD {
	found := ICD{File: file}
	text, err := fs.ReadFile(s.root, under(file))
	if err != nil {
		found.Cause = oneLine(err)
		return found
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if found.Library = strings.TrimSpace(line); found.Library == "" {
		found.Cause = "names no library"
	} else if err := s.load(found.Library); err != nil {
		found.Cause = oneLine(err)
	}
	return found
}

// nvidia is the driver's library that containers have without its ICD file.
const nvidia = "libnvidia-opencl.so.1"

// explain adds the reasons why there are no more devices, and the remedies.
func (s Surroundings) explain(d *Diagnosis) {
	if s.system != "linux" {
		if d.Library.Path == "" {
			d.Causes = append(d.Causes, "no OpenCL library: searches run on the cpu")
		}
		return
	}
	opened := 0
	for _, i := range d.ICDs {
		if i.Cause == "" {
			opened++
		}
	}
	loader, driver := d.Library.Path != "", opened > 0
	if d.Library.Path == nvidia {
		d.Causes = append(d.Causes, "no OpenCL loader: NVIDIA's driver is opened by itself, and no other")
		return
	}
	if !loader {
		d.Causes = append(d.Causes, "no OpenCL loader (libOpenCL.so.1): nothing asks drivers for devices")
	}
	if !driver {
		d.Causes = append(d.Causes, "no ICD file in "+s.folder()+" names a driver that can be opened")
	}
	driver = driver || s.explainNVIDIA(d)
	if text := s.packages(!loader, !driver); text != "" {
		d.Advice = append(d.Advice, text)
	}
}

// explainNVIDIA adds the reason why NVIDIA's driver is not found though its library exists, or a
// container sees its GPU, and the remedy. It reports whether it added one.
func (s Surroundings) explainNVIDIA(d *Diagnosis) bool {
	if s.load(nvidia) == nil {
		d.Causes = append(d.Causes, s.place()+" has NVIDIA's driver, and no ICD file names it")
		d.Advice = append(d.Advice, "mkdir -p "+vendors+" && echo "+nvidia+" > "+path.Join(vendors, "nvidia.icd"))
		return true
	}
	if s.contained() && s.has("proc/driver/nvidia/version") {
		d.Causes = append(d.Causes, "this container sees an NVIDIA GPU, and not the driver's OpenCL part")
		d.Advice = append(d.Advice, "start the container with NVIDIA_DRIVER_CAPABILITIES=compute,utility")
		return true
	}
	return false
}

// rusticl is the name of Mesa's platform, and of the variable that names the drivers whose devices it has.
const rusticl, rusticlVariable = "rusticl", "RUSTICL_ENABLE"

// explainEmpty adds the OpenCL platforms that have no device, and the remedies. An error of the list of platforms counts where nothing else is wrong: the list of devices has it, too.
func (s Surroundings) explainEmpty(d *Diagnosis) {
	names, err := s.empty()
	if err != nil && len(d.Causes) == 0 {
		d.Causes = append(d.Causes, oneLine(err))
	}
	for _, name := range names {
		d.Empty = append(d.Empty, name)
		cause, remedy := "the OpenCL platform "+name+" is there, and has no device", "give this user the GPU of platform "+name+": the groups render and video, or in a container its device files; and its driver's kernel module"
		if strings.EqualFold(name, rusticl) {
			remedy = "set " + rusticlVariable + " to the drivers whose devices rusticl shall have: iris (Intel), radeonsi (AMD), nouveau (NVIDIA) or llvmpipe (the cores), as export " + rusticlVariable + "=radeonsi"
			if drivers := s.env(rusticlVariable); drivers != "" {
				cause += " with " + rusticlVariable + "=" + drivers
			} else {
				cause += " without " + rusticlVariable
			}
		}
		d.Causes, d.Advice = append(d.Causes, cause), append(d.Advice, remedy)
	}
}

// place names the kind of system: this container, WSL or this machine.
func (s Surroundings) place() string {
	switch {
	case s.contained():
		return "this container"
	case s.has("usr/lib/wsl/lib"):
		return "WSL"
	}
	return "this machine"
}

// contained reports whether the system is a container.
func (s Surroundings) contained() bool {
	return s.has(".dockerenv") || s.has("run/.containerenv") || s.env("container") != ""
}

// has reports whether a file exists.
func (s Surroundings) has(file string) bool {
	_, err := fs.Stat(s.root, file)
	return err == nil
}

// distribution has the names of OpenCL's packages for systems whose /etc/os-release has one of ids.
type distribution struct {
	ids            string
	install        string
	loader, driver string // driver: a driver for the cores; "" where there is none
}

func distributions() []distribution {
	return []distribution{
		{"debian ubuntu", "apt-get install", "ocl-icd-libopencl1", "pocl-opencl-icd"},
		{"fedora rhel centos", "dnf install", "ocl-icd", "pocl"},
		{"arch", "pacman -S", "ocl-icd", "pocl"},
		{"suse opensuse", "zypper install", "libOpenCL1", "pocl"},
		{"alpine", "apk add", "opencl-icd-loader", ""},
	}
}

// packages returns the command that installs the missing packages, "" where none is missing.
func (s Surroundings) packages(loader, driver bool) string {
	if !loader && !driver {
		return ""
	}
	for _, d := range distributions() {
		if !s.runs(d.ids) {
			continue
		}
		names := ""
		if loader {
			names += " " + d.loader
		}
		if driver && d.driver != "" {
			names += " " + d.driver
		}
		if names != "" {
			return d.install + names + gpuDriver(driver)
		}
	}
	return "install the OpenCL loader, and" + strings.TrimPrefix(gpuDriver(true), ", or")
}

// gpuDriver returns the advice to install a GPU's driver instead.
func gpuDriver(wanted bool) string {
	if !wanted {
		return ""
	}
	return ", or for a GPU its vendor's driver with the OpenCL part"
}

// runs reports whether /etc/os-release has one of some ids.
func (s Surroundings) runs(ids string) bool {
	text, _ := fs.ReadFile(s.root, "etc/os-release") //nolint:errcheck // without the file, no ids
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if key != "ID" && key != "ID_LIKE" {
			continue
		}
		for id := range strings.FieldsSeq(strings.Trim(value, `"'`)) {
			for one := range strings.FieldsSeq(ids) {
				if id == one || strings.HasPrefix(id, one+"-") {
					return true
				}
			}
		}
	}
	return false
}
