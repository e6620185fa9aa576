// SPDX-License-Identifier: MIT
//
// semaphore_info_refusals - semaphores, with mistakes.

#include "ocl.h"

#include "shared/semaphore_api.h"

// What a queue of another context is told.
static cl_int signal_from_elsewhere(const ocl_env *env, const semaphore_api *api,
                                    cl_semaphore_khr semaphore)
{
    cl_int err;
    const cl_context context = OCL_CREATE(clCreateContext(NULL, 1, &env->device, NULL, NULL, &err));
    const cl_command_queue queue = OCL_CREATE(clCreateCommandQueue(context, env->device, 0, &err));
    const cl_int status =
        api->clEnqueueSignalSemaphoresKHR(queue, 1, &semaphore, NULL, 0, NULL, NULL);
    OCL_CHECK(clReleaseCommandQueue(queue));
    OCL_CHECK(clReleaseContext(context));
    return status;
}

// The error of creating a semaphore with this list.  There should be one.
static cl_int create_error(const ocl_env *env, const semaphore_api *api,
                           const cl_semaphore_properties_khr *list)
{
    cl_int err;
    const cl_semaphore_khr s = api->clCreateSemaphoreWithPropertiesKHR(env->context, list, &err);
    if (s) OCL_CHECK(api->clReleaseSemaphoreKHR(s));
    return err;
}

static void report_refusals(const ocl_env *env, ocl_report *report)
{
    const semaphore_api api = load_semaphore_api(env->platform);
    const cl_semaphore_properties_khr binary[] = { CL_SEMAPHORE_TYPE_KHR,
                                                   CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
    const cl_semaphore_properties_khr no_type[] = { 0 };
    const cl_semaphore_properties_khr unknown[] = { CL_SEMAPHORE_TYPE_KHR, 0x7FFF, 0 };
    const cl_semaphore_khr none = NULL;
    cl_int err;
    cl_uint small;
    const cl_semaphore_khr semaphore =
        OCL_CREATE(api.clCreateSemaphoreWithPropertiesKHR(env->context, binary, &err));
    const ocl_refusal calls[] = {
        { .mistake = "no list of properties",
          .got = create_error(env, &api, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a list without a type",
          .got = create_error(env, &api, no_type),
          .want = CL_INVALID_VALUE },
        { .mistake = "a type that does not exist",
          .got = create_error(env, &api, unknown),
          .want = CL_INVALID_PROPERTY },
        { .mistake = "a signal in a queue of another context",
          .got = signal_from_elsewhere(env, &api, semaphore),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "a signal of no semaphores",
          .got = api.clEnqueueSignalSemaphoresKHR(env->queue, 0, NULL, NULL, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a wait for NULL",
          .got = api.clEnqueueWaitSemaphoresKHR(env->queue, 1, &none, NULL, 0, NULL, NULL),
          .want = CL_INVALID_SEMAPHORE_KHR },
        { .mistake = "a query that does not exist",
          .got = api.clGetSemaphoreInfoKHR(semaphore, 0x7FFF, sizeof small, &small, NULL),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
    OCL_CHECK(api.clReleaseSemaphoreKHR(semaphore));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "semaphore_info_refusals",
                              .summary = "Semaphores, with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_semaphore"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_semaphore");
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
