// SPDX-License-Identifier: MIT
//
// semaphore_info_again - exercise 5 of semaphore_info: a second semaphore like the first one.
//: skeleton
//: // It is the same one.
//: end
//
//     cmake --build build --target exercise_semaphore_info_again

#include "ocl.h"

#include "shared/semaphore_api.h"

// A new semaphore with the context and the properties of `s`.
static cl_semaphore_khr like(const semaphore_api *api, cl_semaphore_khr s)
{
    //: skeleton
    //: // Exercise 5 of semaphore_info: this is `s` itself, with one more reference.
    //: OCL_CHECK(api->clRetainSemaphoreKHR(s));
    //: return s;
    //: solution
    cl_semaphore_properties_khr list[16];
    cl_context context;
    cl_int err;
    OCL_CHECK(
        api->clGetSemaphoreInfoKHR(s, CL_SEMAPHORE_CONTEXT_KHR, sizeof context, &context, NULL));
    OCL_CHECK(api->clGetSemaphoreInfoKHR(s, CL_SEMAPHORE_PROPERTIES_KHR, sizeof list, list, NULL));
    return OCL_CREATE(api->clCreateSemaphoreWithPropertiesKHR(context, list, &err));
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "semaphore_info_again",
                              .summary = "A second semaphore like the first one.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_semaphore"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_semaphore");
    const semaphore_api api = load_semaphore_api(env.platform);
    const cl_semaphore_properties_khr list[] = { CL_SEMAPHORE_TYPE_KHR,
                                                 CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
    cl_int err;
    cl_semaphore_khr s =
        OCL_CREATE(api.clCreateSemaphoreWithPropertiesKHR(env.context, list, &err));
    const cl_semaphore_khr other = like(&api, s);

    // A signal of one is none of the other one.
    cl_semaphore_payload_khr payload;
    OCL_CHECK(api.clEnqueueSignalSemaphoresKHR(env.queue, 1, &s, NULL, 0, NULL, NULL));
    OCL_CHECK(api.clEnqueueSignalSemaphoresKHR(env.queue, 1, &other, NULL, 0, NULL, NULL));
    OCL_CHECK(api.clEnqueueWaitSemaphoresKHR(env.queue, 1, &s, NULL, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));
    OCL_CHECK(
        api.clGetSemaphoreInfoKHR(other, CL_SEMAPHORE_PAYLOAD_KHR, sizeof payload, &payload, NULL));
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "still signalled",
                      ocl_verify_equal("still signalled", (long long)payload, 1));
    OCL_CHECK(api.clReleaseSemaphoreKHR(other));
    OCL_CHECK(api.clReleaseSemaphoreKHR(s));
    ocl_close(&env);
    return ocl_report_close(report);
}
