// SPDX-License-Identifier: MIT
//
// buffer_flags_rules_refusals - buffers and sub-buffers with flags that contradict each other.

#include "ocl.h"

enum { BYTES = 64 };

// Only the status matters here.
static cl_int create(const ocl_env *env, cl_mem_flags flags, void *host)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(env->context, flags, BYTES, host, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(buffer));
    return err;
}

// A sub-buffer of all bytes of a parent with other flags.
static cl_int create_part(const ocl_env *env, cl_mem_flags parent_flags, cl_mem_flags flags)
{
    const cl_buffer_region all = { .origin = 0, .size = BYTES };
    cl_int err;
    cl_mem parent = ocl_buffer(env, parent_flags, BYTES, NULL);
    cl_mem part = clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &all, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(part));
    OCL_CHECK(clReleaseMemObject(parent));
    return err;
}

static void report_refusals(const ocl_env *env, ocl_report *report)
{
    cl_ulong host[BYTES / sizeof(cl_ulong)] = { 0 };
    const cl_mem_flags use = CL_MEM_USE_HOST_PTR, copy = CL_MEM_COPY_HOST_PTR,
                       host_reads = CL_MEM_HOST_READ_ONLY, host_writes = CL_MEM_HOST_WRITE_ONLY,
                       no_host = CL_MEM_HOST_NO_ACCESS;
    const ocl_refusal refusals[] = {
        { .mistake = "READ_ONLY and WRITE_ONLY",
          .got = create(env, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "READ_WRITE and READ_ONLY",
          .got = create(env, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "READ_WRITE and WRITE_ONLY",
          .got = create(env, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "USE_HOST_PTR and COPY_HOST_PTR",
          .got = create(env, use | copy, host),
          .want = CL_INVALID_VALUE },
        { .mistake = "USE_HOST_PTR and ALLOC_HOST_PTR",
          .got = create(env, use | CL_MEM_ALLOC_HOST_PTR, host),
          .want = CL_INVALID_VALUE },
        { .mistake = "HOST_READ_ONLY and HOST_WRITE_ONLY",
          .got = create(env, host_reads | host_writes, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "HOST_READ_ONLY and HOST_NO_ACCESS",
          .got = create(env, host_reads | no_host, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "HOST_WRITE_ONLY and HOST_NO_ACCESS",
          .got = create(env, host_writes | no_host, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "USE_HOST_PTR without a pointer",
          .got = create(env, use, NULL),
          .want = CL_INVALID_HOST_PTR },
        { .mistake = "COPY_HOST_PTR without a pointer",
          .got = create(env, copy, NULL),
          .want = CL_INVALID_HOST_PTR },
        { .mistake = "a pointer without USE_HOST_PTR or COPY_HOST_PTR",
          .got = create(env, CL_MEM_READ_WRITE, host),
          .want = CL_INVALID_HOST_PTR },
        { .mistake = "ALLOC_HOST_PTR with a pointer, without COPY_HOST_PTR",
          .got = create(env, CL_MEM_ALLOC_HOST_PTR, host),
          .want = CL_INVALID_HOST_PTR },
        { .mistake = "HOST_READ_ONLY part of a HOST_WRITE_ONLY buffer",
          .got = create_part(env, host_writes, host_reads),
          .want = CL_INVALID_VALUE },
        { .mistake = "HOST_WRITE_ONLY part of a HOST_READ_ONLY buffer",
          .got = create_part(env, host_reads, host_writes),
          .want = CL_INVALID_VALUE },
        { .mistake = "HOST_READ_ONLY part of a HOST_NO_ACCESS buffer",
          .got = create_part(env, no_host, host_reads),
          .want = CL_INVALID_VALUE },
        { .mistake = "HOST_WRITE_ONLY part of a HOST_NO_ACCESS buffer",
          .got = create_part(env, no_host, host_writes),
          .want = CL_INVALID_VALUE },
        { .mistake = "READ_WRITE part of a READ_ONLY buffer",
          .got = create_part(env, CL_MEM_READ_ONLY, CL_MEM_READ_WRITE),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_flags_rules_refusals",
                              .summary = "Flags of buffers that exclude each other.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
