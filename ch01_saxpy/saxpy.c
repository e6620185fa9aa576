// SPDX-License-Identifier: MIT
//
// saxpy - A = alpha * B + C on vectors: every step of an OpenCL program, written out and numbered.
//
// Shows   device, context, command-queue, buffers, program, kernel, NDRange, launch, release
// Uses    the calls of the OpenCL 1.2 host API in the order in which every program needs them
// Try     saxpy -n 1, saxpy -d cpu, saxpy -k with your own copy of saxpy.cl

#include "ocl.h"

enum { LARGEST = 100, MOST = 64 };    // number in B and C; platforms and devices that are listed

// The answer in plain C.
static void saxpy_ref(float *a, float alpha, const float *b, const float *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = alpha * b[i] + c[i];
}

// Lists the devices of all platforms.  A platform is an installed driver.
static cl_uint list_devices(cl_device_id devices[MOST])
{
    cl_platform_id platforms[MOST];
    cl_uint platform_count = 0, count = 0;
    cl_int err = clGetPlatformIDs(MOST, platforms, &platform_count);
    if (err != CL_PLATFORM_NOT_FOUND_KHR) OCL_CHECK(err);    // no driver at all: count stays 0
    for (cl_uint p = 0; p < platform_count && p < MOST && count < MOST; p++) {
        cl_uint room = MOST - count, found = 0;
        err = clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, room, &devices[count], &found);
        if (err != CL_DEVICE_NOT_FOUND) OCL_CHECK(err);    // a driver without its hardware
        count += found < room ? found : room;
    }
    return count;
}

int main(int argc, char **argv)
{
    // Options.  The default size is a prime: no work-group size divides it.
    const ocl_about about = { .name = "saxpy",
                              .summary = "A = alpha * B + C on vectors, step by step.",
                              .accepts = "dnks",
                              .size_help = "elements of each vector",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .seed = 1 });

    // 1. The device: one of all that there are; --device chooses.
    cl_device_id devices[MOST];
    const cl_uint count = list_devices(devices);
    cl_device_id device = ocl_choose_device(devices, count, opt.device);

    // 2. The context owns all that follows.  3. The command-queue takes commands for the device.
    cl_int err;
    cl_context context = OCL_CREATE(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err));
    ocl_get_limits(    // for the option --limits
        &(ocl_env){ .options = &opt, .device = device, .context = context, .queue = queue });

    // Data and reference.  With these numbers nothing is rounded: the answer is exact.
    const double vector_bytes =
        sizeof(cl_float) * (double)opt.n[0];    // may be too large for a size_t
    ocl_require_memory(device, vector_bytes, 3.0 * vector_bytes, 4.0 * vector_bytes);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_float);
    const cl_float alpha = 2.5f;
    float *a = ocl_alloc(bytes), *b = ocl_alloc(bytes), *c = ocl_alloc(bytes);
    float *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++) {
        b[i] = (float)(ocl_random(opt.seed, i) % LARGEST + 1);
        c[i] = (float)(ocl_random(opt.seed + 1, i) % LARGEST + 1);
    }
    ocl_report *report = ocl_report_open(&opt, device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, saxpy_ref(ref, alpha, b, c, n));

    // 4. Buffers, which are memory of the device.  5. The inputs are copied there.
    cl_mem d_a = OCL_CREATE(clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, &err));
    cl_mem d_b = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    cl_mem d_c = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(clEnqueueWriteBuffer(queue, d_b, CL_TRUE, 0, bytes, b, 0, NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(queue, d_c, CL_TRUE, 0, bytes, c, 0, NULL, NULL));
    ocl_poison_run(queue, d_a, bytes, 0);    // what no kernel writes cannot pass

    // 6. The program is compiled now, for this device.
    char *source = ocl_load_source(&opt, "saxpy.cl");
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &err));
    err = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    ocl_require_build(program, opt.kernel ? opt.kernel : "saxpy.cl", "clBuildProgram", err);

    // 7. The kernel is one function of the program, together with its arguments.
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "saxpy", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof alpha, &alpha));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_c, &d_c));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ n }));

    // 8. The NDRange: a work-item per element, rounded up to whole work-groups.
    const size_t local = ocl_local_size(kernel, device, 256), global = ocl_round_up(n, local);

    // 9. The launch.  It does not wait; the event stands for it.
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));

    // 10. The answer.  This read waits (CL_TRUE): the queue runs it after the kernel.
    OCL_CHECK(clEnqueueReadBuffer(queue, d_a, CL_TRUE, 0, bytes, a, 0, NULL, NULL));
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "elements", ocl_verify_f32("elements", a, ref, n, 0.0));

    // 11. What was created is released, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_c));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseCommandQueue(queue));
    OCL_CHECK(clReleaseContext(context));
    free(source);
    free(ref);
    free(c);
    free(b);
    free(a);
    return ocl_report_close(report);
}
