// The device multiplies 100 numbers by a factor.

#include "host.h"

static const char *SOURCE = "kernel void scale(global uint *y, uint factor) {\n"
                            "    uint i = get_global_id(0);\n"
                            "    y[i] = factor * i;\n"
                            "}\n";

int main(void)
{
    enum { N = 100 };
    cl_device_id device = host_device();
    cl_context context = CREATE(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
    cl_command_queue queue = CREATE(clCreateCommandQueue(context, device, 0, &err));
    cl_kernel kernel = host_kernel(context, device, SOURCE, "scale");
    cl_mem d_y = CREATE(clCreateBuffer(context, 0, N * sizeof(cl_uint), NULL, &err));

    // The arguments, and the launch.
    size_t factor = 3, global = N;
    CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    CHECK(clSetKernelArg(kernel, 1, sizeof factor, &factor));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));

    cl_uint y[N], want[N];
    CHECK(clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
    for (cl_uint i = 0; i < N; i++)
        want[i] = 3 * i;

    CHECK(clReleaseMemObject(d_y));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseCommandQueue(queue));
    CHECK(clReleaseContext(context));
    return host_compare("y", y, want, N);
}
