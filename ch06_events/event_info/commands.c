// SPDX-License-Identifier: MIT

#include "commands.h"

// Images have SIDE x SIDE pixels, buffers as many bytes.
enum { SIDE = 8, BYTES = 4 * SIDE * SIDE };

// Where the event of the next command is stored.
static cl_event *next(event_commands *all, const char *name, cl_command_type type)
{
    event_command *command = &all->command[all->count++];
    command->name = name;
    command->type = type;
    return &command->event;
}

// The place for an event whose type is CL_COMMAND_KIND.
#define EVENT(all, KIND) next(all, #KIND, CL_COMMAND_##KIND)

static void enqueue_buffers(const ocl_env *env, event_commands *all, cl_mem a, cl_mem b, void *host)
{
    const size_t origin[3] = { 0 }, box[3] = { SIDE, SIDE, 1 };
    const cl_uint zero = 0;
    cl_command_queue queue = env->queue;
    cl_int err;
    OCL_CHECK(clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, BYTES, host, 0, NULL,
                                   EVENT(all, WRITE_BUFFER)));
    OCL_CHECK(
        clEnqueueReadBuffer(queue, a, CL_FALSE, 0, BYTES, host, 0, NULL, EVENT(all, READ_BUFFER)));
    OCL_CHECK(clEnqueueCopyBuffer(queue, a, b, 0, 0, BYTES, 0, NULL, EVENT(all, COPY_BUFFER)));
    OCL_CHECK(clEnqueueFillBuffer(queue, b, &zero, sizeof zero, 0, BYTES, 0, NULL,
                                  EVENT(all, FILL_BUFFER)));
    OCL_CHECK(clEnqueueWriteBufferRect(queue, a, CL_FALSE, origin, origin, box, 0, 0, 0, 0, host, 0,
                                       NULL, EVENT(all, WRITE_BUFFER_RECT)));
    OCL_CHECK(clEnqueueReadBufferRect(queue, a, CL_FALSE, origin, origin, box, 0, 0, 0, 0, host, 0,
                                      NULL, EVENT(all, READ_BUFFER_RECT)));
    OCL_CHECK(clEnqueueCopyBufferRect(queue, a, b, origin, origin, box, 0, 0, 0, 0, 0, NULL,
                                      EVENT(all, COPY_BUFFER_RECT)));
    OCL_CHECK(
        clEnqueueMigrateMemObjects(queue, 1, &a, 0, 0, NULL, EVENT(all, MIGRATE_MEM_OBJECTS)));
    void *mapped = OCL_CREATE(clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, BYTES, 0, NULL,
                                                 EVENT(all, MAP_BUFFER), &err));
    OCL_CHECK(clEnqueueUnmapMemObject(queue, a, mapped, 0, NULL, EVENT(all, UNMAP_MEM_OBJECT)));
}

static void enqueue_images(const ocl_env *env, event_commands *all, cl_mem buffer, void *host)
{
    const size_t origin[3] = { 0 }, region[3] = { SIDE, SIDE, 1 };
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = SIDE,
                                 .image_height = SIDE };
    const cl_float black[4] = { 0 };
    cl_command_queue queue = env->queue;
    size_t pitch;
    cl_int err;
    cl_mem a =
        OCL_CREATE(clCreateImage(env->context, CL_MEM_READ_WRITE, &format, &desc, NULL, &err));
    cl_mem b =
        OCL_CREATE(clCreateImage(env->context, CL_MEM_READ_WRITE, &format, &desc, NULL, &err));
    OCL_CHECK(clEnqueueWriteImage(queue, a, CL_FALSE, origin, region, 0, 0, host, 0, NULL,
                                  EVENT(all, WRITE_IMAGE)));
    OCL_CHECK(clEnqueueReadImage(queue, a, CL_FALSE, origin, region, 0, 0, host, 0, NULL,
                                 EVENT(all, READ_IMAGE)));
    OCL_CHECK(
        clEnqueueCopyImage(queue, a, b, origin, origin, region, 0, NULL, EVENT(all, COPY_IMAGE)));
    OCL_CHECK(clEnqueueFillImage(queue, b, black, origin, region, 0, NULL, EVENT(all, FILL_IMAGE)));
    OCL_CHECK(clEnqueueCopyImageToBuffer(queue, a, buffer, origin, region, 0, 0, NULL,
                                         EVENT(all, COPY_IMAGE_TO_BUFFER)));
    OCL_CHECK(clEnqueueCopyBufferToImage(queue, buffer, b, 0, origin, region, 0, NULL,
                                         EVENT(all, COPY_BUFFER_TO_IMAGE)));
    void *mapped =
        OCL_CREATE(clEnqueueMapImage(queue, a, CL_TRUE, CL_MAP_READ, origin, region, &pitch, NULL,
                                     0, NULL, EVENT(all, MAP_IMAGE), &err));
    OCL_CHECK(clEnqueueUnmapMemObject(queue, a, mapped, 0, NULL, EVENT(all, UNMAP_MEM_OBJECT)));
    OCL_CHECK(clFinish(queue));
    OCL_CHECK(clReleaseMemObject(b));
    OCL_CHECK(clReleaseMemObject(a));
}

static void CL_CALLBACK native_kernel(void *arguments)
{
    (void)arguments;
}

static void enqueue_kernels(const ocl_env *env, event_commands *all, cl_kernel kernel, cl_mem x)
{
    const cl_uint nothing = 0;
    const size_t one = 1;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof x, &x));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof nothing, &nothing));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL,
                                     EVENT(all, NDRANGE_KERNEL)));
    OCL_CHECK(clEnqueueTask(env->queue, kernel, 0, NULL, EVENT(all, TASK)));
    if (ocl_device_number(env->device, CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_NATIVE_KERNEL)
        OCL_CHECK(clEnqueueNativeKernel(env->queue, native_kernel, NULL, 0, 0, NULL, NULL, 0, NULL,
                                        EVENT(all, NATIVE_KERNEL)));
}

event_commands event_commands_run(const ocl_env *env, cl_kernel kernel)
{
    event_commands all = { .count = 0 };
    char host[BYTES] = { 0 };
    cl_mem a = ocl_buffer(env, CL_MEM_READ_WRITE, BYTES, host);
    cl_mem b = ocl_buffer(env, CL_MEM_READ_WRITE, BYTES, host);
    enqueue_kernels(env, &all, kernel, a);
    enqueue_buffers(env, &all, a, b, host);
    OCL_CHECK(clEnqueueMarkerWithWaitList(env->queue, 0, NULL, EVENT(&all, MARKER)));
    OCL_CHECK(clEnqueueBarrierWithWaitList(env->queue, 0, NULL, EVENT(&all, BARRIER)));
    if (ocl_device_number(env->device, CL_DEVICE_IMAGE_SUPPORT)) enqueue_images(env, &all, b, host);
    OCL_CHECK(clFinish(env->queue));    // the commands use the host's array
    OCL_CHECK(clReleaseMemObject(b));
    OCL_CHECK(clReleaseMemObject(a));
    return all;
}

cl_command_type event_type_of(cl_device_id device, const event_command *command,
                              cl_command_type got)
{
    static const struct {
        cl_command_type type, got;
        const char *fault;
    } known[] = {
        { CL_COMMAND_TASK, CL_COMMAND_NDRANGE_KERNEL, "the type of a task" },
        { CL_COMMAND_WRITE_IMAGE, CL_COMMAND_WRITE_BUFFER_RECT, "the type of an image write" },
        { CL_COMMAND_FILL_IMAGE, CL_COMMAND_FILL_BUFFER, "the type of an image fill" },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].type == command->type && known[i].got == got &&
            ocl_known_fault(device, "%s", known[i].fault)) {
            ocl_warn("%s: the driver has another type for it", command->name);
            return got;
        }
    return command->type;
}

const char *event_state_name(cl_int status)
{
    static const char *const names[] = { "CL_COMPLETE", "CL_RUNNING", "CL_SUBMITTED", "CL_QUEUED" };
    return status < 0 ? "terminated" : status <= CL_QUEUED ? names[status] : "no state at all";
}

void event_history_add(event_history *seen, cl_int status, double ns)
{
    seen->looks++;
    if (seen->count == MAX_STATES) return;
    if (seen->count > 0 && status == seen->state[seen->count - 1]) return;
    seen->state[seen->count] = status;
    seen->ns[seen->count++] = ns;
}

ocl_result event_history_report(ocl_report *report, const char *command, const event_history *seen,
                                cl_int end)
{
    size_t back = 0;
    ocl_table table = ocl_table_open(report, "states", "command, ms, status, state");
    for (size_t i = 0; i < seen->count; i++) {
        ocl_table_row(&table, "%-16s %12.3f %7d  %s", command, seen->ns[i] / 1e6,
                      (int)seen->state[i], event_state_name(seen->state[i]));
        if (i > 0 && seen->state[i] >= seen->state[i - 1]) back++;
    }
    ocl_report_note(report, "%s: %llu looks", command, seen->looks);
    return ocl_result_both(ocl_verify_equal("steps back", (long long)back, 0),
                           ocl_verify_equal("last state", seen->state[seen->count - 1], end));
}
