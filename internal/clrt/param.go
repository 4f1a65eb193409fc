package clrt

import (
	"reflect"
	"strings"
	"unicode"
	"unsafe"

	"flyby/internal/cl"
)

// Kernel is the name of a kernel whose parameters are the fields of A: in their order,
// with their names, but for a capital at the start, and types. The fields of an embedded struct count as A's own.
//
//	*cl.Buffer         __global pointer
//	uint32, uint64     uint, ulong
//	float32, float64   float, double
//	struct of these    the struct that is named as in Go, with _t after it: queryRange is query_range_t
//
// Structs are passed by value, byte for byte: they hold numbers alone, each at a multiple
// of its size, and nothing between them. Then Go and every device lay them out alike.
type Kernel[A any] string

// AnyKernel is a Kernel with any arguments.
type AnyKernel interface {
	Name() string
	Params() []Param
}

// Name returns the kernel's name.
func (k Kernel[A]) Name() string { return string(k) }

// Params returns the kernel's parameters in order.
func (k Kernel[A]) Params() []Param { return paramsOf(reflect.TypeFor[A](), 0) }

// Param is a parameter of a kernel, or a field of a struct parameter.
type Param struct {
	Name   string
	Type   string  // as in the text: "uint", "ulong", "float", "double", "*", "reach_t"
	Fields []Param // of a struct

	offset uintptr // in the struct of arguments
	size   uintptr // of a value; 0: a buffer
}

// Packed reports whether the fields of a struct lie one after another, each at a multiple
// of its size, and the next struct of an array would, too.
func (p *Param) Packed() bool {
	at, widest := uintptr(0), uintptr(1)
	for _, f := range p.Fields {
		if f.Fields != nil || f.size == 0 || f.offset != p.offset+at || at%f.size != 0 {
			return false
		}
		at, widest = at+f.size, max(widest, f.size)
	}
	return at == p.size && at%widest == 0
}

// paramsOf lists the fields of a struct that begins at an offset.
func paramsOf(t reflect.Type, at uintptr) (all []Param) {
	for i := range t.NumField() {
		f := t.Field(i)
		p := Param{Name: lower(f.Name), offset: at + f.Offset, size: f.Type.Size()}
		switch {
		case f.Anonymous:
			all = append(all, paramsOf(f.Type, p.offset)...)
			continue
		case f.Type == reflect.TypeFor[*cl.Buffer]():
			p.Type, p.size = "*", 0
		case f.Type.Kind() == reflect.Struct:
			p.Type, p.Fields = snake(f.Type.Name())+"_t", paramsOf(f.Type, p.offset)
		default:
			p.Type = scalar(f.Type)
		}
		all = append(all, p)
	}
	return all
}

// lower returns a name with a lower-case first letter.
func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// snake returns a name of Go in lower case, with _ before each inner capital.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// scalar returns the name in the text for a type of Go.
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

// arg reads the parameter's value, which is no struct, from a struct of arguments.
func (p *Param) arg(args unsafe.Pointer) cl.Arg {
	at := unsafe.Add(args, p.offset)
	switch p.size {
	case 0:
		return cl.Mem(*(**cl.Buffer)(at))
	case 4:
		return cl.Uint32(*(*uint32)(at)) // also the bits of a float
	}
	return cl.Uint64(*(*uint64)(at))
}

// bytes returns the memory of the parameter's value, a struct, in a struct of arguments.
func (p *Param) bytes(args unsafe.Pointer) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(args, p.offset)), p.size)
}
