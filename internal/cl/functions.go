package cl

import "unsafe"

// functions has a field for each C function, under its prototype. The field's name is the function's without "cl".
//
// Nothing can check at run time that a field matches its C function; TestPrototypes compares each field with its
// comment. Objects (cl_mem, ...) are uintptr, bit fields are uint64, and the context callback is always null.
type functions struct {
	// cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms);
	GetPlatformIDs func(entries uint32, platforms *uintptr, count *uint32) int32
	// cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t size, void *value, size_t *size_ret);
	GetPlatformInfo func(platform uintptr, param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32
	// cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices);
	GetDeviceIDs func(platform uintptr, kind uint64, entries uint32, devices *uintptr, count *uint32) int32
	// cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t size, void *value, size_t *size_ret);
	GetDeviceInfo func(device uintptr, param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32

	// cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices, const cl_device_id *devices, void *pfn_notify, void *user_data, cl_int *errcode_ret);
	CreateContext func(properties *uintptr, count uint32, devices *uintptr, notify, user unsafe.Pointer, status *int32) uintptr
	// cl_int clReleaseContext(cl_context context);
	ReleaseContext func(context uintptr) int32
	// cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *errcode_ret);
	CreateCommandQueue func(context, device uintptr, properties uint64, status *int32) uintptr
	// cl_int clReleaseCommandQueue(cl_command_queue queue);
	ReleaseCommandQueue func(queue uintptr) int32
	// cl_int clFlush(cl_command_queue queue);
	Flush func(queue uintptr) int32
	// cl_int clFinish(cl_command_queue queue);
	Finish func(queue uintptr) int32

	// cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret);
	CreateBuffer func(context uintptr, flags uint64, size uintptr, host unsafe.Pointer, status *int32) uintptr
	// cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info, cl_int *errcode_ret);
	CreateSubBuffer func(buffer uintptr, flags uint64, kind uint32, info unsafe.Pointer, status *int32) uintptr
	// cl_int clReleaseMemObject(cl_mem memobj);
	ReleaseMemObject func(memobj uintptr) int32
	// cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, const void *ptr, cl_uint num_events, const cl_event *wait_list, cl_event *event);
	EnqueueWriteBuffer func(queue, buffer uintptr, blocking uint32, offset, size uintptr, ptr unsafe.Pointer, waits uint32, wait, event *uintptr) int32
	// cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *ptr, cl_uint num_events, const cl_event *wait_list, cl_event *event);
	EnqueueReadBuffer func(queue, buffer uintptr, blocking uint32, offset, size uintptr, ptr unsafe.Pointer, waits uint32, wait, event *uintptr) int32
	// cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size, cl_uint num_events, const cl_event *wait_list, cl_event *event);
	EnqueueFillBuffer func(queue, buffer uintptr, pattern unsafe.Pointer, patternSize, offset, size uintptr, waits uint32, wait, event *uintptr) int32
	// cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem src, cl_mem dst, size_t src_offset, size_t dst_offset, size_t size, cl_uint num_events, const cl_event *wait_list, cl_event *event);
	EnqueueCopyBuffer func(queue, src, dst, srcOffset, dstOffset, size uintptr, waits uint32, wait, event *uintptr) int32
	// void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset, size_t size, cl_uint num_events, const cl_event *wait_list, cl_event *event, cl_int *errcode_ret);
	EnqueueMapBuffer func(queue, buffer uintptr, blocking uint32, flags uint64, offset, size uintptr, waits uint32, wait, event *uintptr, status *int32) unsafe.Pointer
	// cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memobj, void *mapped_ptr, cl_uint num_events, const cl_event *wait_list, cl_event *event);
	EnqueueUnmapMemObject func(queue, memobj uintptr, mapped unsafe.Pointer, waits uint32, wait, event *uintptr) int32

	// cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings, const size_t *lengths, cl_int *errcode_ret);
	CreateProgramWithSource func(context uintptr, count uint32, strings unsafe.Pointer, lengths *uintptr, status *int32) uintptr
	// cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices, const cl_device_id *devices, const size_t *lengths, const unsigned char **binaries, cl_int *binary_status, cl_int *errcode_ret);
	CreateProgramWithBinary func(context uintptr, count uint32, devices, lengths *uintptr, binaries unsafe.Pointer, binaryStatus, status *int32) uintptr
	// cl_int clReleaseProgram(cl_program program);
	ReleaseProgram func(program uintptr) int32
	// cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *devices, const char *options, void *pfn_notify, void *user_data);
	BuildProgram func(program uintptr, count uint32, devices *uintptr, options string, notify, user unsafe.Pointer) int32
	// cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t size, void *value, size_t *size_ret);
	GetProgramInfo func(program uintptr, param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32
	// cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name, size_t size, void *value, size_t *size_ret);
	GetProgramBuildInfo func(program, device uintptr, param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32

	// cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *errcode_ret);
	CreateKernel func(program uintptr, name string, status *int32) uintptr
	// cl_int clReleaseKernel(cl_kernel kernel);
	ReleaseKernel func(kernel uintptr) int32
	// cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
	SetKernelArg func(kernel uintptr, index uint32, size uintptr, value unsafe.Pointer) int32
	// cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t size, void *value, size_t *size_ret);
	GetKernelInfo func(kernel uintptr, param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32
	// cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param_name, size_t size, void *value, size_t *size_ret);
	GetKernelWorkGroupInfo func(kernel, device uintptr, param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32
	// cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint work_dim, const size_t *offset, const size_t *global, const size_t *local, cl_uint num_events, const cl_event *wait_list, cl_event *event);
	EnqueueNDRangeKernel func(queue, kernel uintptr, dim uint32, offset, global, local *uintptr, waits uint32, wait, event *uintptr) int32

	// cl_int clWaitForEvents(cl_uint num_events, const cl_event *events);
	WaitForEvents func(count uint32, events *uintptr) int32
	// cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t size, void *value, size_t *size_ret);
	GetEventInfo func(event uintptr, param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32
	// cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t size, void *value, size_t *size_ret);
	GetEventProfilingInfo func(event uintptr, param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32
	// cl_int clReleaseEvent(cl_event event);
	ReleaseEvent func(event uintptr) int32
}
