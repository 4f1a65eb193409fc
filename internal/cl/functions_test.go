package cl

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"testing"
)

// TestPrototypes compares each field of functions with the C prototype above it: name, result, number and sizes of
// parameters. No other check of either exists.
func TestPrototypes(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "functions.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	prototype := regexp.MustCompile(`^(.*?)(cl\w+)\((.*)\);$`)
	fields := 0
	ast.Inspect(file, func(n ast.Node) bool {
		field, ok := n.(*ast.Field)
		if !ok || field.Doc == nil {
			return true
		}
		fields++
		c := prototype.FindStringSubmatch(strings.TrimSpace(field.Doc.Text()))
		if c == nil || c[2] != "cl"+field.Names[0].Name {
			t.Errorf("%s: no prototype in %q", field.Names[0], field.Doc.Text())
			return false
		}
		f := field.Type.(*ast.FuncType)
		if got, want := goTypes(f.Results), goType(c[1]); !matches(got, []string{want}) {
			t.Errorf("%s returns %v, C returns %s", c[2], got, c[1])
		}
		var want []string
		for _, p := range strings.Split(c[3], ",") {
			want = append(want, goType(p))
		}
		if got := goTypes(f.Params); !matches(got, want) {
			t.Errorf("%s takes\n%v, C takes\n%v", c[2], got, want)
		}
		return false
	})
	if fields < 30 {
		t.Errorf("found only %d prototypes", fields)
	}
}

// goTypes lists a type for each name in l.
func goTypes(l *ast.FieldList) (list []string) {
	for _, f := range l.List {
		for range max(1, len(f.Names)) {
			list = append(list, types.ExprString(f.Type))
		}
	}
	return list
}

// goType returns the Go type for a C parameter or result; "pointer" for all pointers.
func goType(c string) string {
	if strings.Contains(c, "char *") && !strings.Contains(c, "**") && !strings.Contains(c, "unsigned") {
		return "string"
	}
	if strings.Contains(c, "*") {
		return "pointer"
	}
	switch typ := strings.Fields(c)[0]; typ {
	case "cl_int":
		return "int32"
	case "cl_uint", "cl_bool":
		return "uint32"
	case "cl_device_type", "cl_command_queue_properties", "cl_mem_flags", "cl_map_flags":
		return "uint64"
	case "size_t", "cl_platform_id", "cl_device_id", "cl_context", "cl_command_queue", "cl_mem", "cl_program", "cl_kernel", "cl_event":
		return "uintptr"
	case "cl_buffer_create_type":
		return "uint32"
	default:
		if strings.HasSuffix(typ, "_info") {
			return "uint32"
		}
		return "unknown C type " + typ
	}
}

// matches compares types, all pointers being equal.
func matches(got, want []string) bool {
	if len(got) != len(want) {
		return false
	}
	for i, g := range got {
		if strings.HasPrefix(g, "*") || g == "unsafe.Pointer" {
			g = "pointer"
		}
		if g != want[i] {
			return false
		}
	}
	return true
}
