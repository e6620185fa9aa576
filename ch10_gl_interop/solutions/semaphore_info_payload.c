// SPDX-License-Identifier: MIT
//
// semaphore_info_payload - exercise 4 of semaphore_info: whether a semaphore is signalled.
//: skeleton
//: // It says no.
//: end
//
//     cmake --build build --target exercise_semaphore_info_payload

#include "ocl.h"

#include "shared/semaphore_api.h"

static bool is_signalled(const semaphore_api *api, cl_semaphore_khr s)
{
    //: skeleton
    //: (void)api;
    //: (void)s;
    //: return false;    // Exercise 4 of semaphore_info: ask for its payload
    //: solution
    cl_semaphore_payload_khr payload;
    OCL_CHECK(
        api->clGetSemaphoreInfoKHR(s, CL_SEMAPHORE_PAYLOAD_KHR, sizeof payload, &payload, NULL));
    return payload == 1;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "semaphore_info_payload",
                              .summary = "Whether a semaphore is signalled.",
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
    cl_uint got[3], ref[3] = { false, true, false };
    got[0] = is_signalled(&api, s);
    OCL_CHECK(api.clEnqueueSignalSemaphoresKHR(env.queue, 1, &s, NULL, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));
    got[1] = is_signalled(&api, s);
    OCL_CHECK(api.clEnqueueWaitSemaphoresKHR(env.queue, 1, &s, NULL, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));
    got[2] = is_signalled(&api, s);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "signalled", ocl_verify_u32("signalled", got, ref, 3));
    OCL_CHECK(api.clReleaseSemaphoreKHR(s));
    ocl_close(&env);
    return ocl_report_close(report);
}
