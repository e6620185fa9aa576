// SPDX-License-Identifier: MIT
//
// sub_buffers_refusals - sub-buffers that a driver must not create.

#include "ocl.h"

enum { BOOK_ORIGIN = 40 * sizeof(cl_float), BOOK_BYTES = 50 * sizeof(cl_float) };

// Only the status matters here.
static cl_int attempt(cl_mem parent, cl_mem_flags flags, size_t origin, size_t bytes)
{
    const cl_buffer_region region = { .origin = origin, .size = bytes };
    cl_int err;
    cl_mem part = clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(part));
    return err;
}

// The most common mistake is an origin that is not a multiple of the alignment.  The book makes it:
// its sub-buffer begins at float 40, which is byte 160.
static void report_refusals(const ocl_env *env, ocl_report *report, size_t align)
{
    const size_t end = 4 * align;
    const cl_buffer_region middle = { .origin = align, .size = 2 * align };
    cl_int err;
    cl_mem parent = ocl_buffer(env, CL_MEM_READ_WRITE, end, NULL);
    cl_mem book = ocl_buffer(env, CL_MEM_READ_ONLY, 100 * sizeof(cl_float), NULL);
    cl_mem part =
        OCL_CREATE(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &middle, &err));
    const ocl_refusal refusals[] = {
        { .mistake = "an origin of half the alignment",
          .got = attempt(parent, 0, align / 2, 4),
          .want = CL_MISALIGNED_SUB_BUFFER_OFFSET },
        { .mistake = "floats 40 to 89 of 100, as in the book",
          .got = attempt(book, 0, BOOK_ORIGIN, BOOK_BYTES),
          .want = BOOK_ORIGIN % align ? CL_MISALIGNED_SUB_BUFFER_OFFSET : CL_SUCCESS },
        { .mistake = "a region of no bytes",
          .got = attempt(parent, 0, align, 0),
          .want = CL_INVALID_BUFFER_SIZE },
        { .mistake = "a region that ends one byte past the parent's end",
          .got = attempt(parent, 0, align, end - align + 1),
          .want = CL_INVALID_VALUE },
        { .mistake = "a sub-buffer of a sub-buffer",
          .got = attempt(part, 0, align, align),
          .want = CL_INVALID_MEM_OBJECT },
        { .mistake = "CL_MEM_WRITE_ONLY in a read-only parent",
          .got = attempt(book, CL_MEM_WRITE_ONLY, 0, BOOK_BYTES),
          .want = CL_INVALID_VALUE },
        { .mistake = "CL_MEM_ALLOC_HOST_PTR: memory of its own",
          .got = attempt(parent, CL_MEM_ALLOC_HOST_PTR, align, align),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(part));
    OCL_CHECK(clReleaseMemObject(book));
    OCL_CHECK(clReleaseMemObject(parent));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sub_buffers_refusals",
                              .summary = "Sub-buffers that must not be made.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const char *fault = ocl_known_fault(env.device, "sub-buffer of a written buffer");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    ocl_report *report = ocl_report_open(&opt, env.device);
    const size_t align = (size_t)ocl_device_number(env.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    report_refusals(&env, report, align);
    ocl_close(&env);
    return ocl_report_close(report);
}
