//go:build cldebug

package cl

import (
	"fmt"
	"io"
	"log"
	"reflect"
	"strings"
	"time"
)

// trace wraps every function of f in one that writes a line to w: name, arguments, result, duration.
func trace(f *functions, w io.Writer) {
	logger := log.New(w, "cl: ", log.Lmicroseconds)
	fields := reflect.ValueOf(f).Elem()
	for i := range fields.NumField() {
		name, field := fields.Type().Field(i).Name, fields.Field(i)
		inner := reflect.ValueOf(field.Interface())
		field.Set(reflect.MakeFunc(field.Type(), func(args []reflect.Value) []reflect.Value {
			start := time.Now()
			result := inner.Call(args)
			logger.Printf("cl%s(%s) = %s in %v", name, list(args), list(result), time.Since(start))
			return result
		}))
	}
}

// list formats C values: statuses and sizes in decimal, objects and addresses in hexadecimal, strings quoted.
func list(values []reflect.Value) string {
	texts := make([]string, len(values))
	for i, v := range values {
		switch v.Kind() {
		case reflect.Pointer, reflect.UnsafePointer:
			texts[i] = fmt.Sprintf("%#x", v.Pointer())
		case reflect.String:
			texts[i] = fmt.Sprintf("%q", v)
		case reflect.Uintptr:
			texts[i] = fmt.Sprintf("%#x", v.Uint())
		default:
			texts[i] = fmt.Sprint(v)
		}
	}
	return strings.Join(texts, ", ")
}
