// The device makes many steps of a generator of random numbers, which takes a moment.

#include "host.h"

static const char *SOURCE = "kernel void steps(global uint *y, uint count) {\n"
                            "    uint i = get_global_id(0), value = i;\n"
                            "    for (uint s = 0; s < count; s++)\n"
                            "        value = value * 1664525 + 1013904223;\n"
                            "    y[i] = value;\n"
                            "}\n";

int main(void)
{
    enum { N = 4, STEPS = 30000000 };
    cl_uint y[N] = { 0 }, want[N], count = STEPS;
    for (cl_uint i = 0; i < N; i++) {
        want[i] = i;
        for (cl_uint s = 0; s < STEPS; s++)
            want[i] = want[i] * 1664525 + 1013904223;
    }

    cl_device_id device = host_device();
    cl_context context = CREATE(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
    cl_command_queue queue = CREATE(clCreateCommandQueue(context, device, 0, &err));
    cl_kernel kernel = host_kernel(context, device, SOURCE, "steps");
    cl_mem d_y = CREATE(clCreateBuffer(context, 0, sizeof y, NULL, &err));

    // The launch, the read, and the comparison.
    size_t global = N;
    cl_event arrived;
    CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    CHECK(clSetKernelArg(kernel, 1, sizeof count, &count));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, d_y, CL_FALSE, 0, sizeof y, y, 0, NULL, &arrived));
    CHECK(clWaitForEvents(1, &arrived));
    int status = host_compare("y", y, want, N);

    CHECK(clFinish(queue));    // nothing is released before the device has finished
    CHECK(clReleaseEvent(arrived));
    CHECK(clReleaseMemObject(d_y));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseCommandQueue(queue));
    CHECK(clReleaseContext(context));
    return status;
}
