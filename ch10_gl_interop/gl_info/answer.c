// SPDX-License-Identifier: MIT

#include "answer.h"

#include <CL/cl_icd.h>

bool has_context_info(cl_platform_id platform)
{
    // By cl_khr_icd, each object of a driver begins with the address of its table of functions.
    const cl_icd_dispatch *const table = *(const cl_icd_dispatch *const *)platform;
    return table->clGetGLContextInfoKHR != NULL;
}

bool lists(const sharing_devices *answer, cl_device_id device)
{
    for (cl_uint i = 0; i < answer->count; i++)
        if (answer->devices[i] == device) return true;
    return false;
}

ocl_result verify_answer(const sharing_devices *answer)
{
    const bool is_other_hardware = answer->status == CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
    ocl_result result = ocl_verify_equal(
        "clGetGLContextInfoKHR", is_other_hardware ? CL_SUCCESS : answer->status, CL_SUCCESS);
    for (cl_uint i = 0; i < answer->count; i++)
        result = ocl_result_both(
            result,
            ocl_verify_equal("a named device has the extension",
                             ocl_has_extension(answer->devices[i], "cl_khr_gl_sharing"), true));
    if (answer->current)
        result = ocl_result_both(result, ocl_verify_equal("the current device is among them",
                                                          lists(answer, answer->current), true));
    return result;
}

ocl_result verify_context(cl_context context, const cl_context_properties *properties, size_t bytes)
{
    size_t got_bytes;
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, NULL, &got_bytes));
    const ocl_result size =
        ocl_verify_equal("bytes of CL_CONTEXT_PROPERTIES", (long long)got_bytes, (long long)bytes);
    if (!size.pass) return size;
    cl_context_properties *got = ocl_alloc(bytes);
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, bytes, got, NULL));
    const ocl_result same = ocl_verify_bytes("CL_CONTEXT_PROPERTIES", got, properties, bytes);
    free(got);
    return ocl_result_both(size, same);
}
