package cl

import "fmt"

// Status is the result of an OpenCL function: 0 for success, a negative number for an error. As an error its text is
// the specification's name and the number, "CL_OUT_OF_RESOURCES (-5)".
type Status int32

// The statuses that flyby acts on; Error knows the names of the others too.
const (
	DeviceNotFound             Status = -1
	MemObjectAllocationFailure Status = -4
	OutOfResources             Status = -5
	OutOfHostMemory            Status = -6
	ProfilingInfoNotAvailable  Status = -7
	BuildProgramFailure        Status = -11
	MapFailure                 Status = -12
	MisalignedSubBufferOffset  Status = -13
	InvalidValue               Status = -30
	InvalidBinary              Status = -42
	InvalidKernelName          Status = -46
	InvalidKernelArgs          Status = -52
	InvalidWorkDimension       Status = -53
	InvalidWorkGroupSize       Status = -54
	InvalidBufferSize          Status = -61
	InvalidGlobalWorkSize      Status = -63
	PlatformNotFound           Status = -1001

	execStatusErrorInWaitList Status = -14
)

// Error makes a Status an error.
func (s Status) Error() string {
	return fmt.Sprintf("%s (%d)", s.name(), int32(s))
}

// name spells s as cl.h does.
func (s Status) name() string {
	switch {
	case s == PlatformNotFound:
		return "CL_PLATFORM_NOT_FOUND_KHR"
	case s == -9999:
		return "invalid memory access in a kernel, on NVIDIA" // not in any header
	case s <= 0 && -int(s) < len(runtimeStatuses):
		return runtimeStatuses[-s]
	case s <= -30 && -int(s)-30 < len(callStatuses):
		return callStatuses[-s-30]
	}
	return "unknown OpenCL status"
}

// runtimeStatuses are the names of 0, -1, -2, ...: success, and failures that a correct program may have.
var runtimeStatuses = [...]string{
	"CL_SUCCESS", "CL_DEVICE_NOT_FOUND", "CL_DEVICE_NOT_AVAILABLE", "CL_COMPILER_NOT_AVAILABLE",
	"CL_MEM_OBJECT_ALLOCATION_FAILURE", "CL_OUT_OF_RESOURCES", "CL_OUT_OF_HOST_MEMORY",
	"CL_PROFILING_INFO_NOT_AVAILABLE", "CL_MEM_COPY_OVERLAP", "CL_IMAGE_FORMAT_MISMATCH",
	"CL_IMAGE_FORMAT_NOT_SUPPORTED", "CL_BUILD_PROGRAM_FAILURE", "CL_MAP_FAILURE", "CL_MISALIGNED_SUB_BUFFER_OFFSET",
	"CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST", "CL_COMPILE_PROGRAM_FAILURE", "CL_LINKER_NOT_AVAILABLE",
	"CL_LINK_PROGRAM_FAILURE", "CL_DEVICE_PARTITION_FAILED", "CL_KERNEL_ARG_INFO_NOT_AVAILABLE",
}

// callStatuses are the names of -30, -31, -32, ...: errors in calls.
var callStatuses = [...]string{
	"CL_INVALID_VALUE", "CL_INVALID_DEVICE_TYPE", "CL_INVALID_PLATFORM", "CL_INVALID_DEVICE", "CL_INVALID_CONTEXT",
	"CL_INVALID_QUEUE_PROPERTIES", "CL_INVALID_COMMAND_QUEUE", "CL_INVALID_HOST_PTR", "CL_INVALID_MEM_OBJECT",
	"CL_INVALID_IMAGE_FORMAT_DESCRIPTOR", "CL_INVALID_IMAGE_SIZE", "CL_INVALID_SAMPLER", "CL_INVALID_BINARY",
	"CL_INVALID_BUILD_OPTIONS", "CL_INVALID_PROGRAM", "CL_INVALID_PROGRAM_EXECUTABLE", "CL_INVALID_KERNEL_NAME",
	"CL_INVALID_KERNEL_DEFINITION", "CL_INVALID_KERNEL", "CL_INVALID_ARG_INDEX", "CL_INVALID_ARG_VALUE",
	"CL_INVALID_ARG_SIZE", "CL_INVALID_KERNEL_ARGS", "CL_INVALID_WORK_DIMENSION", "CL_INVALID_WORK_GROUP_SIZE",
	"CL_INVALID_WORK_ITEM_SIZE", "CL_INVALID_GLOBAL_OFFSET", "CL_INVALID_EVENT_WAIT_LIST", "CL_INVALID_EVENT",
	"CL_INVALID_OPERATION", "CL_INVALID_GL_OBJECT", "CL_INVALID_BUFFER_SIZE", "CL_INVALID_MIP_LEVEL",
	"CL_INVALID_GLOBAL_WORK_SIZE", "CL_INVALID_PROPERTY", "CL_INVALID_IMAGE_DESCRIPTOR",
	"CL_INVALID_COMPILER_OPTIONS", "CL_INVALID_LINKER_OPTIONS", "CL_INVALID_DEVICE_PARTITION_COUNT",
	"CL_INVALID_PIPE_SIZE", "CL_INVALID_DEVICE_QUEUE", "CL_INVALID_SPEC_ID", "CL_MAX_SIZE_RESTRICTION_EXCEEDED",
}
