package fileset

import "github.com/parquet-go/parquet-go/deprecated"

// One value of each type that a column may have.
type (
	small struct {
		ID int8    `parquet:"id"`
		T  int16   `parquet:"t"`
		X  int32   `parquet:"x"`
		Y  float32 `parquet:"y"`
		R  uint8   `parquet:"r"`
	}
	unsigned struct {
		ID uint64 `parquet:"id"`
		T  uint32 `parquet:"t"`
		X  uint64 `parquet:"x"`
		Y  uint32 `parquet:"y"`
	}
	millis struct {
		ID string  `parquet:"id"`
		T  int64   `parquet:"t,timestamp(millisecond)"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	micros struct {
		ID string  `parquet:"id,dict"`
		T  int64   `parquet:"t,timestamp(microsecond)"`
		X  float64 `parquet:"x,dict"`
		Y  float64 `parquet:"y,dict"`
	}
	nanos struct {
		ID [2]byte `parquet:"id"`
		T  int64   `parquet:"t,timestamp(nanosecond),delta"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	dates struct {
		ID []byte  `parquet:"id,delta"`
		T  int32   `parquet:"t,date"`
		X  float64 `parquet:"x,split"`
		Y  float64 `parquet:"y"`
	}
	text struct {
		ID int32   `parquet:"id,dict"`
		T  string  `parquet:"t"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	optional struct {
		ID *string  `parquet:"id,optional,dict"`
		T  *float64 `parquet:"t,optional"`
		X  *float64 `parquet:"x,optional,dict"`
		Y  *float64 `parquet:"y,optional"`
		Z  *float64 `parquet:"z,optional"`
	}
	decimals struct {
		ID int32 `parquet:"id"`
		T  int64 `parquet:"t,decimal(3:18)"`
		X  int32 `parquet:"x,decimal(2:9)"`
		Y  int64 `parquet:"y,decimal(0:9)"`
	}
	old struct {
		ID int32            `parquet:"id"`
		T  deprecated.Int96 `parquet:"t"`
		X  float64          `parquet:"x"`
		Y  float64          `parquet:"y"`
	}
)

// Columns that cannot be read.
type (
	group struct {
		ID int64                `parquet:"id"`
		T  float64              `parquet:"t"`
		X  struct{ A, B int64 } `parquet:"x"`
		Y  float64              `parquet:"y"`
	}
	many struct {
		ID int64     `parquet:"id"`
		T  float64   `parquet:"t"`
		X  []float64 `parquet:"x"`
		Y  float64   `parquet:"y"`
	}
	boolean struct {
		ID int64   `parquet:"id"`
		T  float64 `parquet:"t"`
		X  bool    `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	floatID struct {
		ID float64 `parquet:"id"`
		T  float64 `parquet:"t"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	clock struct {
		ID int64   `parquet:"id"`
		T  int32   `parquet:"t,time(millisecond)"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	textX struct {
		ID int64   `parquet:"id"`
		T  float64 `parquet:"t"`
		X  string  `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	three struct {
		ID int64   `parquet:"id"`
		T  float64 `parquet:"t"`
		X  float64 `parquet:"x"`
	}
)

// Values that may be bad.
type (
	nullable struct {
		ID *string  `parquet:"id,optional"`
		T  *float64 `parquet:"t,optional,dict"`
		X  *float64 `parquet:"x,optional"`
		Y  *float64 `parquet:"y,optional"`
	}
	textual struct {
		ID uint64  `parquet:"id"`
		T  string  `parquet:"t,dict"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
)
