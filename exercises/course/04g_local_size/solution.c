// The device adds up 100 numbers: one sum for each work-group.

#include "host.h"

static const char *SOURCE = "kernel __attribute__((reqd_work_group_size(64, 1, 1)))\n"
                            "void sums_of_groups(global uint *sums, uint n) {\n"
                            "    local uint part[64];\n"
                            "    uint i = get_global_id(0), item = get_local_id(0);\n"
                            "    part[item] = i < n ? i + 1 : 0;\n"
                            "    for (uint d = 32; d > 0; d /= 2) {\n"
                            "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "        if (item < d) part[item] += part[item + d];\n"
                            "    }\n"
                            "    if (item == 0) sums[get_group_id(0)] = part[0];\n"
                            "}\n";

int main(void)
{
    enum { N = 100 };
    cl_device_id device = host_device();
    cl_context context = CREATE(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
    cl_command_queue queue = CREATE(clCreateCommandQueue(context, device, 0, &err));
    cl_kernel kernel = host_kernel(context, device, SOURCE, "sums_of_groups");

    // The sum of the first 64 numbers, and of the others.
    cl_uint sums[2] = { 0 }, want[2] = { 64 * 65 / 2, 100 * 101 / 2 - 64 * 65 / 2 }, n = N;
    cl_mem d_sums = CREATE(clCreateBuffer(context, 0, sizeof sums, NULL, &err));
    CHECK(clSetKernelArg(kernel, 0, sizeof d_sums, &d_sums));
    CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));

    // The launch.
    size_t local = 64, global = (N + local - 1) / local * local;
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, d_sums, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));

    CHECK(clReleaseMemObject(d_sums));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseCommandQueue(queue));
    CHECK(clReleaseContext(context));
    return host_compare("sums", sums, want, 2);
}
