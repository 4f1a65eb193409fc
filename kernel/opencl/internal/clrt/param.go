package clrt

import (
	"reflect"
	"strings"
	"unsafe"

	"flyby/kernel/cl"
)

// Kernel is the name of a kernel whose parameters are the fields of A: in their order,
// with their names, but for a capital at the start, and types. The fields of an embedded struct count as A's own.
//
//	*cl.Buffer         __global pointer
//	uint32, uint64     uint, ulong
//	float32, float64   float, double
type Kernel[A any] string

// AnyKernel is a Kernel of any arguments.
type AnyKernel interface {
	Name() string
	Params() []Param
}

// Name is the kernel's name.
func (k Kernel[A]) Name() string { return string(k) }

// Params are the kernel's parameters in order.
func (k Kernel[A]) Params() []Param { return paramsOf(reflect.TypeFor[A](), 0) }

// Param is a parameter of a kernel.
type Param struct {
	Name string
	Type string // as the text has it: "uint", "ulong", "float", "double", "*"

	offset uintptr // in the struct of arguments
	size   uintptr // of a value; 0: a buffer
}

// paramsOf lists the fields of a struct that begins at an offset.
func paramsOf(t reflect.Type, at uintptr) (all []Param) {
	for i := range t.NumField() {
		f := t.Field(i)
		offset := at + f.Offset
		switch {
		case f.Anonymous:
			all = append(all, paramsOf(f.Type, offset)...)
		case f.Type == reflect.TypeFor[*cl.Buffer]():
			all = append(all, Param{lower(f.Name), "*", offset, 0})
		default:
			all = append(all, Param{lower(f.Name), scalar(f.Type), offset, f.Type.Size()})
		}
	}
	return all
}

// lower begins a name with a lower-case letter.
func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// scalar is a type of Go as the text has it.
func scalar(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Uint32:
		return "uint"
	case reflect.Uint64:
		return "ulong"
	case reflect.Float32:
		return "float"
	case reflect.Float64:
		return "double"
	}
	return t.String() + ", which no parameter has"
}

// arg reads the parameter's value from a struct of arguments.
func (p *Param) arg(args unsafe.Pointer) cl.Arg {
	at := unsafe.Add(args, p.offset)
	switch p.size {
	case 0:
		return cl.Mem(*(**cl.Buffer)(at))
	case 4:
		return cl.Uint32(*(*uint32)(at)) // the bits of a float, too
	}
	return cl.Uint64(*(*uint64)(at))
}
