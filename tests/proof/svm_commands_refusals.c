// SPDX-License-Identifier: MIT
//
// svm_commands_refusals - commands for shared virtual memory that must fail.

#include "ocl.h"

static void report_refusals(const ocl_env *env, ocl_report *report, cl_int *svm)
{
    const cl_command_queue queue = env->queue;
    const cl_int number = 0;
    const ocl_refusal calls[] = {
        { .mistake = "a pattern of 3 bytes",
          .got = clEnqueueSVMMemFill(queue, svm, &number, 3, 3, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "6 bytes filled with patterns of 4",
          .got = clEnqueueSVMMemFill(queue, svm, &number, 4, 6, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "filled at NULL",
          .got = clEnqueueSVMMemFill(queue, NULL, &number, 4, 4, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "copied to NULL",
          .got = clEnqueueSVMMemcpy(queue, CL_TRUE, NULL, svm, 4, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "copied to its own middle",
          .got = clEnqueueSVMMemcpy(queue, CL_TRUE, (char *)svm + 2, svm, 4, 0, NULL, NULL),
          .want = CL_MEM_COPY_OVERLAP },
        { .mistake = "0 bytes mapped",
          .got = clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, svm, 0, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "NULL unmapped",
          .got = clEnqueueSVMUnmap(queue, NULL, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "svm_commands_refusals",
                              .summary = "Commands for shared virtual memory, with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!(ocl_svm_capabilities(env.device) & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER))
        ocl_exit(OCL_EXIT_SKIP, "this device has no shared virtual memory: "
                                "CL_DEVICE_SVM_CAPABILITIES");
    ocl_report *report = ocl_report_open(&opt, env.device);
    cl_int *svm = clSVMAlloc(env.context, CL_MEM_READ_WRITE, 64, 0);
    if (!svm) ocl_exit(OCL_EXIT_CALL, "clSVMAlloc gives no memory");
    report_refusals(&env, report, svm);
    OCL_CHECK(clFinish(env.queue));
    clSVMFree(env.context, svm);
    ocl_close(&env);
    return ocl_report_close(report);
}
