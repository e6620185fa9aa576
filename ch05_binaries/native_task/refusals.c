// SPDX-License-Identifier: MIT

#include "refusals.h"

static void CL_CALLBACK do_nothing(void *arguments)
{
    (void)arguments;
}

// A call, taken apart.  All of them have the same buffer.
typedef struct {
    void(CL_CALLBACK *function)(void *);
    void *arguments;
    size_t bytes;
    cl_uint buffers;
    const cl_mem *buffer;
    const void **places;
} native_call;

static cl_int try_to_enqueue(const ocl_env *env, const native_call *call)
{
    const cl_int err =
        clEnqueueNativeKernel(env->queue, call->function, call->arguments, call->bytes,
                              call->buffers, call->buffer, call->places, 0, NULL, NULL);
    OCL_CHECK(clFinish(env->queue));    // what was not refused may still run
    return err;
}

void report_refusals(const ocl_env *env, ocl_report *report, cl_mem buffer, bool has_native)
{
    void *argument = buffer;
    const void *place = &argument;
    const native_call right = { .function = do_nothing,
                                .arguments = &argument,
                                .bytes = sizeof argument,
                                .buffers = 1,
                                .buffer = &buffer,
                                .places = &place };
    const char *fault = ocl_known_fault(env->device, "clEnqueueNativeKernel");
    if (!has_native && fault) {
        ocl_report_note(report, "Not called: clEnqueueNativeKernel, as this driver %s.", fault);
        return;
    }
    if (!has_native) {
        const ocl_refusal call = { .mistake = "a native kernel, on a device that runs none",
                                   .got = try_to_enqueue(env, &right),
                                   .want = CL_INVALID_OPERATION };
        ocl_report_refusals(report, env->device, &call, 1);
        return;
    }
    const native_call no_function = { .function = NULL };
    const native_call no_bytes = { .function = do_nothing, .arguments = &argument };
    native_call no_buffer = right, no_place = right;
    no_buffer.buffer = NULL;
    no_place.places = NULL;
    const ocl_refusal calls[] = {
        { .mistake = "no function",
          .got = try_to_enqueue(env, &no_function),
          .want = CL_INVALID_VALUE },
        { .mistake = "arguments of no bytes",
          .got = try_to_enqueue(env, &no_bytes),
          .want = CL_INVALID_VALUE },
        { .mistake = "a place for a pointer, but no buffer",
          .got = try_to_enqueue(env, &no_buffer),
          .want = CL_INVALID_VALUE },
        { .mistake = "a buffer, but no place for its pointer",
          .got = try_to_enqueue(env, &no_place),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof calls[0]);
}
