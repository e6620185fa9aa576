// SPDX-License-Identifier: MIT
//
// native_task_refusals - native kernels that must be refused.

#include "ocl.h"

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

static void report_refusals(const ocl_env *env, ocl_report *report, cl_mem buffer, bool has_native)
{
    void *argument = buffer;
    const void *place = &argument;
    const native_call right = { .function = do_nothing,
                                .arguments = &argument,
                                .bytes = sizeof argument,
                                .buffers = 1,
                                .buffer = &buffer,
                                .places = &place };
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

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "native_task_refusals",
                              .summary = "Calls of clEnqueueNativeKernel with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const char *fault = ocl_known_fault(env.device, "clEnqueueNativeKernel");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    ocl_report *report = ocl_report_open(&opt, env.device);
    const bool has_native =
        ocl_device_number(env.device, CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_NATIVE_KERNEL;
    cl_mem buffer = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    report_refusals(&env, report, buffer, has_native);
    OCL_CHECK(clReleaseMemObject(buffer));
    ocl_close(&env);
    return ocl_report_close(report);
}
