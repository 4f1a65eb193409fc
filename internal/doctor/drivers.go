package doctor

import (
	"cmp"
	"io/fs"
	"path"
	"strings"
)

// vendors is the folder of ICD files where no variable names another.
const vendors = "/etc/OpenCL/vendors"

// lookForDrivers finds the OpenCL library and the ICD files.
func (s Surroundings) lookForDrivers(d *Diagnosis) {
	where, err := s.openCL()
	d.Library.Path = where
	if err != nil {
		d.Library.Cause = oneLine(err)
	}
	folder := s.folder()
	files, _ := fs.ReadDir(s.root, under(folder)) //nolint:errcheck // none then
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".icd") {
			d.ICDs = append(d.ICDs, s.icd(path.Join(folder, f.Name())))
		}
	}
}

// folder is the folder of ICD files.
func (s Surroundings) folder() string {
	return cmp.Or(s.env("OCL_ICD_VENDORS"), s.env("OPENCL_VENDOR_PATH"), vendors)
}

// under is a path as a file system that begins at / has it.
func under(file string) string { return cmp.Or(strings.TrimPrefix(path.Clean(file), "/"), ".") }

// icd reads an ICD file and opens what it names.
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

// explain says why there are no more devices, and what to do.
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

// explainNVIDIA says why NVIDIA's driver is not found though it is here, and what to do. It reports
// whether it is here.
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

// place is what the doctor runs in.
func (s Surroundings) place() string {
	switch {
	case s.contained():
		return "this container"
	case s.has("usr/lib/wsl/lib"):
		return "WSL"
	}
	return "this machine"
}

// contained reports whether this is a container.
func (s Surroundings) contained() bool {
	return s.has(".dockerenv") || s.has("run/.containerenv") || s.env("container") != ""
}

// has reports whether there is a file.
func (s Surroundings) has(file string) bool {
	_, err := fs.Stat(s.root, file)
	return err == nil
}

// distribution is how packages of OpenCL are called where one of ids is in /etc/os-release.
type distribution struct {
	ids            string
	install        string
	loader, driver string // driver: one that runs on the cores; "" where there is none
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

// packages says what to install, "" where nothing is missing.
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

// gpuDriver is the other way to a driver.
func gpuDriver(wanted bool) string {
	if !wanted {
		return ""
	}
	return ", or for a GPU its vendor's driver with the OpenCL part"
}

// runs reports whether /etc/os-release has one of some ids.
func (s Surroundings) runs(ids string) bool {
	text, _ := fs.ReadFile(s.root, "etc/os-release") //nolint:errcheck // no ids then
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
