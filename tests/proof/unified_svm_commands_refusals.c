// SPDX-License-Identifier: MIT
//
// unified_svm_commands_refusals - calls of cl_intel_unified_shared_memory that must fail.

#include "ocl.h"

#include "shared/functions/unified_svm.h"

static cl_int try_allocation(const ocl_env *env, const usm_api *api,
                             const cl_mem_properties_intel *properties, size_t bytes,
                             cl_uint alignment)
{
    cl_int err = CL_SUCCESS;
    void *memory = api->clHostMemAllocINTEL(env->context, properties, bytes, alignment, &err);
    OCL_CHECK(api->clMemFreeINTEL(env->context, memory));    // NULL is allowed
    return err;
}

static void report_refusals(const ocl_env *env, ocl_report *report, const usm_api *api, void *host)
{
    const cl_command_queue queue = env->queue;
    const cl_int number = 0;
    const cl_mem_properties_intel placed[] = { CL_MEM_ALLOC_FLAGS_INTEL,
                                               CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, 0 };
    const ocl_refusal calls[] = {
        { .mistake = "0 bytes",
          .got = try_allocation(env, api, NULL, 0, 0),
          .want = CL_INVALID_BUFFER_SIZE },
        { .mistake = "alignment 48",
          .got = try_allocation(env, api, NULL, 64, 48),
          .want = CL_INVALID_VALUE },
        { .mistake = "memory of the host, placed on the device",
          .got = try_allocation(env, api, placed, 64, 0),
          .want = CL_INVALID_PROPERTY },
        { .mistake = "a pattern of 3 bytes",
          .got = api->clEnqueueMemFillINTEL(queue, host, &number, 3, 3, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "6 bytes filled with patterns of 4",
          .got = api->clEnqueueMemFillINTEL(queue, host, &number, 4, 6, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "filled at NULL",
          .got = api->clEnqueueMemFillINTEL(queue, NULL, &number, 4, 4, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "copied to itself",
          .got = api->clEnqueueMemcpyINTEL(queue, CL_TRUE, host, host, 4, 0, NULL, NULL),
          .want = CL_MEM_COPY_OVERLAP },
        { .mistake = "a copy to NULL",
          .got = api->clEnqueueMemcpyINTEL(queue, CL_TRUE, NULL, host, 4, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "unified_svm_commands_refusals",
                              .summary = "Commands for memory of host and device, with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_extension(env.device, "cl_intel_unified_shared_memory");
    ocl_report *report = ocl_report_open(&opt, env.device);
    const usm_api api = load_usm(&env);
    cl_int err;
    void *host = OCL_CREATE(api.clHostMemAllocINTEL(env.context, NULL, 64, 0, &err));
    report_refusals(&env, report, &api, host);
    OCL_CHECK(api.clMemFreeINTEL(env.context, host));
    ocl_close(&env);
    return ocl_report_close(report);
}
