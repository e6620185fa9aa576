// The device computes the differences of 101 numbers.

#include "host.h"

static const char *SOURCE = "kernel void differences(global uint *y, global const uint *x) {\n"
                            "    uint i = get_global_id(0);\n"
                            "    y[i] = x[i + 1] - x[i];\n"
                            "}\n";

int main(void)
{
    enum { N = 100 };
    cl_uint x[N + 1], y[N], want[N];
    for (cl_uint i = 0; i < N + 1; i++)
        x[i] = i * i + 7;
    for (cl_uint i = 0; i < N; i++)
        want[i] = 2 * i + 1;

    cl_device_id device = host_device();
    cl_context context = CREATE(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
    cl_command_queue queue = CREATE(clCreateCommandQueue(context, device, 0, &err));
    cl_kernel kernel = host_kernel(context, device, SOURCE, "differences");

    // The buffers, and the numbers.
    cl_mem d_y = CREATE(clCreateBuffer(context, 0, N * sizeof(cl_uint), NULL, &err));
    cl_mem d_x = CREATE(clCreateBuffer(context, 0, sizeof x, NULL, &err));
    CHECK(clEnqueueWriteBuffer(queue, d_x, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));

    size_t global = N;
    CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));

    CHECK(clReleaseMemObject(d_x));
    CHECK(clReleaseMemObject(d_y));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseCommandQueue(queue));
    CHECK(clReleaseContext(context));
    return host_compare("y", y, want, N);
}
