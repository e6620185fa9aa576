// SPDX-License-Identifier: MIT
//
// An OpenCL layer that finds what the specification forbids and drivers let pass.
//
//     OPENCL_LAYERS=.../libstrict_layer.so PROGRAM
//
// 1. No command writes to a buffer or an image that is mapped, and none reads what is mapped for
//    writing: an object is mapped as a whole, whatever part the host sees (OpenCL 1.2, 5.4.3).
//    Else the program prints one line to standard error and ends with exit status 1:
//
//        NAME: strict_layer: jpeg_samples uses an object that is mapped
//
// 2. Each kernel has a limit of its own, CL_KERNEL_WORK_GROUP_SIZE.  Drivers for CPUs give that of
//    the device.  This layer gives 2 to 16, by the length of the kernel's name, unless the kernel
//    prescribes its size; a larger work-group is refused with CL_INVALID_WORK_GROUP_SIZE.

#define _GNU_SOURCE    // program_invocation_short_name

#include "layer.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

enum { MAX_MAPPED = 256, MAX_ARGUMENTS = 4096, MAX_PARTS = 4096, MAX_NAME = 256 };

typedef struct {
    cl_mem object;
    const void *pointer;
    bool to_write;
} mapping;

typedef struct {
    cl_kernel kernel;
    cl_uint index;
    cl_mem object;    // or any 8 bytes: then it is no object that is mapped
} argument;

// A sub-buffer.
typedef struct {
    cl_mem object, parent;
} part;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static mapping mapped[MAX_MAPPED];
static argument arguments[MAX_ARGUMENTS];
static part parts[MAX_PARTS];
static int mapped_count, argument_count, part_count;

// --- what is mapped

// The newest sub-buffer at that address counts.
static bool is_part_of(cl_mem object, cl_mem parent)
{
    for (int k = part_count - 1; k >= 0; k--)
        if (parts[k].object == object) return parts[k].parent == parent;
    return false;
}

static cl_mem CL_API_CALL create_part(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                                      const void *region, cl_int *err)
{
    const cl_mem object = target.clCreateSubBuffer(buffer, flags, type, region, err);
    pthread_mutex_lock(&lock);
    if (object && part_count < MAX_PARTS) parts[part_count++] = (part){ object, buffer };
    pthread_mutex_unlock(&lock);
    return object;
}

// Ends the program if the command must not use the object now.  Sub-buffers of one buffer may be
// mapped and used beside each other.
static void use(const char *command, cl_mem object, bool writes)
{
    bool forbidden = false;
    pthread_mutex_lock(&lock);
    for (int k = 0; k < mapped_count; k++) {
        const mapping *m = &mapped[k];
        if (!writes && !m->to_write) continue;
        forbidden |=
            m->object == object || is_part_of(m->object, object) || is_part_of(object, m->object);
    }
    pthread_mutex_unlock(&lock);
    if (!forbidden) return;
    fflush(stdout);
    fprintf(stderr, "%s: strict_layer: %s uses an object that is mapped\n",
            program_invocation_short_name, command);
    _Exit(1);
}

static void *note_map(cl_mem object, void *pointer, cl_map_flags flags)
{
    if (!pointer) return NULL;
    pthread_mutex_lock(&lock);
    if (mapped_count < MAX_MAPPED)
        mapped[mapped_count++] = (mapping){ object, pointer, flags != CL_MAP_READ };
    pthread_mutex_unlock(&lock);
    return pointer;
}

static void *CL_API_CALL map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                    const cl_event *events, cl_event *event, cl_int *err)
{
    return note_map(buffer,
                    target.clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, count,
                                              events, event, err),
                    flags);
}

static void *CL_API_CALL map_image(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                   cl_map_flags flags, const size_t *origin, const size_t *region,
                                   size_t *row, size_t *slice, cl_uint count,
                                   const cl_event *events, cl_event *event, cl_int *err)
{
    return note_map(image,
                    target.clEnqueueMapImage(queue, image, blocking, flags, origin, region, row,
                                             slice, count, events, event, err),
                    flags);
}

static cl_int CL_API_CALL unmap(cl_command_queue queue, cl_mem object, void *pointer, cl_uint count,
                                const cl_event *events, cl_event *event)
{
    pthread_mutex_lock(&lock);
    for (int k = 0; k < mapped_count; k++)
        if (mapped[k].object == object && mapped[k].pointer == pointer) {
            mapped[k] = mapped[--mapped_count];
            break;
        }
    pthread_mutex_unlock(&lock);
    return target.clEnqueueUnmapMemObject(queue, object, pointer, count, events, event);
}

// --- commands of buffers

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                      size_t offset, size_t size, void *to, cl_uint count,
                                      const cl_event *events, cl_event *event)
{
    use("clEnqueueReadBuffer", buffer, false);
    return target.clEnqueueReadBuffer(queue, buffer, blocking, offset, size, to, count, events,
                                      event);
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                       size_t offset, size_t size, const void *from, cl_uint count,
                                       const cl_event *events, cl_event *event)
{
    use("clEnqueueWriteBuffer", buffer, true);
    return target.clEnqueueWriteBuffer(queue, buffer, blocking, offset, size, from, count, events,
                                       event);
}

static cl_int CL_API_CALL copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to,
                                      size_t from_offset, size_t to_offset, size_t size,
                                      cl_uint count, const cl_event *events, cl_event *event)
{
    use("clEnqueueCopyBuffer", from, false);
    use("clEnqueueCopyBuffer", to, true);
    return target.clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, count, events,
                                      event);
}

static cl_int CL_API_CALL fill_buffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                      size_t pattern_size, size_t offset, size_t size,
                                      cl_uint count, const cl_event *events, cl_event *event)
{
    use("clEnqueueFillBuffer", buffer, true);
    return target.clEnqueueFillBuffer(queue, buffer, pattern, pattern_size, offset, size, count,
                                      events, event);
}

// --- kernels

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size,
                                       const void *value)
{
    const cl_int status = target.clSetKernelArg(kernel, index, size, value);
    if (status != CL_SUCCESS || size != sizeof(cl_mem)) return status;
    argument a = { kernel, index, NULL };
    if (value) memcpy(&a.object, value, sizeof a.object);
    pthread_mutex_lock(&lock);
    int k = 0;
    while (k < argument_count && (arguments[k].kernel != kernel || arguments[k].index != index))
        k++;
    if (k < MAX_ARGUMENTS) arguments[k] = a;
    if (k == argument_count && k < MAX_ARGUMENTS) argument_count++;
    pthread_mutex_unlock(&lock);
    return status;
}

// Whether the kernel can write to what this argument is.  Where nothing is known, it can.
static bool writes(cl_kernel kernel, cl_uint index)
{
    cl_kernel_arg_type_qualifier type;
    cl_kernel_arg_access_qualifier access;
    cl_kernel_arg_address_qualifier space;
    if (target.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type,
                                  NULL) != CL_SUCCESS ||
        target.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access,
                                  &access, NULL) != CL_SUCCESS ||
        target.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space,
                                  &space, NULL) != CL_SUCCESS)
        return true;
    return !(type & CL_KERNEL_ARG_TYPE_CONST) && access != CL_KERNEL_ARG_ACCESS_READ_ONLY &&
           space != CL_KERNEL_ARG_ADDRESS_CONSTANT;
}

static size_t limit_of(cl_kernel kernel)
{
    char name[MAX_NAME] = "";
    target.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    return (size_t)2 << strlen(name) % 4;
}

static bool prescribes_its_size(cl_kernel kernel, cl_device_id device)
{
    size_t size[3] = { 0 };
    target.clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size,
                                    size, NULL);
    return size[0] > 0;
}

static cl_int CL_API_CALL get_group_info(cl_kernel kernel, cl_device_id device,
                                         cl_kernel_work_group_info what, size_t room, void *value,
                                         size_t *bytes)
{
    const cl_int status = target.clGetKernelWorkGroupInfo(kernel, device, what, room, value, bytes);
    if (status != CL_SUCCESS || what != CL_KERNEL_WORK_GROUP_SIZE || !value) return status;
    size_t limit;
    memcpy(&limit, value, sizeof limit);
    if (limit > limit_of(kernel) && !prescribes_its_size(kernel, device)) limit = limit_of(kernel);
    memcpy(value, &limit, sizeof limit);
    return status;
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint count, const cl_event *events, cl_event *event)
{
    char name[MAX_NAME] = "a kernel";
    target.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    cl_device_id device = NULL;
    target.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    size_t items = 1;
    for (cl_uint d = 0; local && d < dimensions; d++)
        items *= local[d];
    if (items > limit_of(kernel) && !prescribes_its_size(kernel, device))
        return CL_INVALID_WORK_GROUP_SIZE;
    for (int k = 0; k < argument_count; k++)
        if (arguments[k].kernel == kernel && arguments[k].object)
            use(name, arguments[k].object, writes(kernel, arguments[k].index));
    return target.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                         events, event);
}

static const char *layer_name(void)
{
    return "strict";
}

static void layer_wrap(void)
{
    layer.clBuildProgram = layer_build_with_argument_info;
    layer.clCreateSubBuffer = create_part;
    layer.clEnqueueMapBuffer = map_buffer;
    layer.clEnqueueMapImage = map_image;
    layer.clEnqueueUnmapMemObject = unmap;
    layer.clEnqueueReadBuffer = read_buffer;
    layer.clEnqueueWriteBuffer = write_buffer;
    layer.clEnqueueCopyBuffer = copy_buffer;
    layer.clEnqueueFillBuffer = fill_buffer;
    layer.clSetKernelArg = set_argument;
    layer.clGetKernelWorkGroupInfo = get_group_info;
    layer.clEnqueueNDRangeKernel = launch;
}
