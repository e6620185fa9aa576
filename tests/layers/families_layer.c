// SPDX-License-Identifier: MIT
//
// An OpenCL layer that gives every device two families of queues, as the extension
// cl_intel_command_queue_families has them: no driver for CPUs does.
//
//     OPENCL_LAYERS=.../libfamilies_layer.so queue_families
//
// One queue can do all.  Two others copy buffers, and refuse kernels.

#include "layer.h"

#include <CL/cl_ext.h>

enum { FAMILIES = 2, MAX_QUEUES = 64 };

static const cl_queue_family_properties_intel FAMILY[FAMILIES] = {
    { 0, CL_QUEUE_DEFAULT_CAPABILITIES_INTEL, 1, "all" },
    { 0, CL_QUEUE_CAPABILITY_TRANSFER_BUFFER_INTEL | CL_QUEUE_CAPABILITY_FILL_BUFFER_INTEL, 2,
      "copies" },
};

// All queues, of which those without a family have the number FAMILIES.  A program makes few of
// them, from one thread.
static struct {
    cl_command_queue queue;
    cl_uint family, index;
} made[MAX_QUEUES];
static size_t made_count;

// The place behind that of a queue of a family; 0: it has none.
static size_t find(cl_command_queue queue)
{
    size_t i = made_count;
    while (i > 0 && made[i - 1].queue != queue)    // the newest: a driver may use an address again
        i--;
    return i > 0 && made[i - 1].family < FAMILIES ? i : 0;
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info query, size_t room,
                                          void *value, size_t *bytes)
{
    if (query == CL_DEVICE_EXTENSIONS)
        return layer_answer_extensions(device, " cl_intel_command_queue_families", room, value,
                                       bytes);
    if (query == CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL)
        return layer_answer(FAMILY, sizeof FAMILY, room, value, bytes);
    return target.clGetDeviceInfo(device, query, room, value, bytes);
}

// The driver gets the properties that it knows.
static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 const cl_queue_properties *properties, cl_int *err)
{
    cl_queue_properties known[16] = { 0 };
    cl_uint family = FAMILIES, index = 0;
    size_t count = 0;
    for (const cl_queue_properties *p = properties; p && p[0] != 0 && count < 14; p += 2) {
        if (p[0] == CL_QUEUE_FAMILY_INTEL)
            family = (cl_uint)p[1];
        else if (p[0] == CL_QUEUE_INDEX_INTEL)
            index = (cl_uint)p[1];
        else {
            known[count++] = p[0];
            known[count++] = p[1];
        }
    }
    const cl_bool is_none = family == FAMILIES && index == 0;
    if (!is_none && (family >= FAMILIES || index >= FAMILY[family].count)) {
        if (err) *err = CL_INVALID_QUEUE_PROPERTIES;
        return NULL;
    }
    cl_command_queue queue = target.clCreateCommandQueueWithProperties(context, device, known, err);
    if (queue && made_count < MAX_QUEUES) {
        made[made_count].queue = queue;
        made[made_count].family = family;
        made[made_count++].index = index;
    }
    return queue;
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info query,
                                         size_t room, void *value, size_t *bytes)
{
    const size_t at = find(queue);
    if (query == CL_QUEUE_FAMILY_INTEL && at > 0)
        return layer_answer(&made[at - 1].family, sizeof(cl_uint), room, value, bytes);
    if (query == CL_QUEUE_INDEX_INTEL && at > 0)
        return layer_answer(&made[at - 1].index, sizeof(cl_uint), room, value, bytes);
    return target.clGetCommandQueueInfo(queue, query, room, value, bytes);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint count, const cl_event *waits, cl_event *event)
{
    const size_t at = find(queue);
    if (at > 0 && made[at - 1].family > 0) return CL_INVALID_OPERATION;
    return target.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                         waits, event);
}

static const char *layer_name(void)
{
    return "families of queues";
}

static void layer_wrap(void)
{
    layer.clGetDeviceInfo = get_device_info;
    layer.clCreateCommandQueueWithProperties = create_queue;
    layer.clGetCommandQueueInfo = get_queue_info;
    layer.clEnqueueNDRangeKernel = launch;
}
