// SPDX-License-Identifier: MIT
//
// multi_device - the two halves of one saxpy on two devices, at the same time.
//
// Shows   a context with two devices; a queue and buffers for each of them
// Uses    clCreateContext, clBuildProgram, clCreateCommandQueue, clCreateBuffer,
//         clEnqueueWriteBuffer, clEnqueueNDRangeKernel, clFlush, clEnqueueReadBuffer
// Try     POCL_DEVICES="pthread pthread" multi_device; multi_device -n 3

#include "ocl.h"

enum { HALVES = 2, LARGEST = 1000 };    // the inputs are 1 to LARGEST: nothing is rounded

// The answer in plain C.
static void saxpy_ref(float *a, float alpha, const float *b, const float *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = alpha * b[i] + c[i];
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "multi_device",
                              .summary = "Two devices share A = alpha * B + C.",
                              .accepts = "dnks",
                              .size_help = "elements of each vector",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .seed = 1 });

    // The devices: the chosen one and another one of its platform.  Where there is only one, it
    // takes both halves, in two queues.
    ocl_env env = ocl_open(&opt);
    cl_uint found;
    cl_device_id *list = ocl_devices_beside(env.platform, env.device, CL_DEVICE_TYPE_ALL, &found);
    const cl_uint count = found < 2 ? 1 : 2;
    const cl_device_id devices[HALVES] = { list[0], list[count - 1] };
    free(list);

    // Data and reference.
    const double room = sizeof(float) * (double)opt.n[0];    // bytes, which may not fit a size_t
    ocl_require_memory(env.device, room / 2.0, 3.0 * room, 4.0 * room);
    // `half` is the length of the first half: of an odd n it has one element more.
    const size_t n = opt.n[0], bytes = n * sizeof(float), half = ocl_divide_up(n, HALVES);
    const size_t halves = ocl_smaller(n, HALVES);    // a single element has no second half
    const float alpha = 2.5f;
    float *a = ocl_alloc(bytes), *b = ocl_alloc(bytes), *c = ocl_alloc(bytes);
    float *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++) {
        b[i] = (float)(ocl_random(opt.seed, i) % LARGEST + 1);
        c[i] = (float)(ocl_random(opt.seed + 1, i) % LARGEST + 1);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "devices", count);
    OCL_TIME_REFERENCE(report, saxpy_ref(ref, alpha, b, c, n));

    // One context and one program for both devices.
    cl_int err;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)env.platform, 0 };
    cl_context context = OCL_CREATE(clCreateContext(properties, count, devices, NULL, NULL, &err));
    char *source = ocl_load_source(&opt, "multi_device.cl");
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &err));
    err = clBuildProgram(program, count, devices, NULL, NULL, NULL);
    ocl_require_build(program, opt.kernel ? opt.kernel : "multi_device.cl", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "multi_device", &err));

    // A queue and three buffers for each half.  A buffer belongs to the context: the driver brings
    // it to the device whose queue has a command with it.
    cl_command_queue queues[HALVES];
    cl_mem d_a[HALVES], d_b[HALVES], d_c[HALVES];
    const size_t half_bytes = half * sizeof(float);
    for (size_t h = 0; h < halves; h++) {
        queues[h] =
            OCL_CREATE(clCreateCommandQueue(context, devices[h], CL_QUEUE_PROFILING_ENABLE, &err));
        d_a[h] = OCL_CREATE(clCreateBuffer(context, CL_MEM_WRITE_ONLY, half_bytes, NULL, &err));
        d_b[h] = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_ONLY, half_bytes, NULL, &err));
        d_c[h] = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_ONLY, half_bytes, NULL, &err));
        ocl_poison_run(queues[h], d_a[h], half_bytes, 0);    // what no kernel writes cannot pass
    }

    // Both devices get their commands before the host waits for any of them.
    cl_event done[HALVES];
    for (size_t h = 0; h < halves; h++) {
        const size_t first = h * half, part = ocl_smaller(half, n - first);
        const size_t part_bytes = part * sizeof(float);
        const size_t local = ocl_local_size(kernel, devices[h], 256);
        const size_t global = ocl_round_up(part, local);
        OCL_CHECK(clEnqueueWriteBuffer(queues[h], d_b[h], CL_FALSE, 0, part_bytes, b + first, 0,
                                       NULL, NULL));
        OCL_CHECK(clEnqueueWriteBuffer(queues[h], d_c[h], CL_FALSE, 0, part_bytes, c + first, 0,
                                       NULL, NULL));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a[h], &d_a[h]));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof alpha, &alpha));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b[h], &d_b[h]));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_c[h], &d_c[h]));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ part }));
        OCL_CHECK(
            clEnqueueNDRangeKernel(queues[h], kernel, 1, NULL, &global, &local, 0, NULL, &done[h]));
        OCL_CHECK(clEnqueueReadBuffer(queues[h], d_a[h], CL_FALSE, 0, part_bytes, a + first, 0,
                                      NULL, NULL));
        OCL_CHECK(clFlush(queues[h]));    // the device may begin
    }
    for (size_t h = 0; h < halves; h++)
        OCL_CHECK(clFinish(queues[h]));

    // Verify.
    static const char *const names[HALVES] = { "half 0", "half 1" };
    for (size_t h = 0; h < halves; h++)
        ocl_report_kernel(report, names[h], &done[h], 1);
    ocl_report_result(report, "elements", ocl_verify_f32("elements", a, ref, n, 0.0));

    // Release, in reverse order.
    for (size_t h = 0; h < halves; h++) {
        OCL_CHECK(clReleaseEvent(done[h]));
        OCL_CHECK(clReleaseMemObject(d_c[h]));
        OCL_CHECK(clReleaseMemObject(d_b[h]));
        OCL_CHECK(clReleaseMemObject(d_a[h]));
        OCL_CHECK(clReleaseCommandQueue(queues[h]));
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseContext(context));
    ocl_close(&env);
    free(source);
    free(ref);
    free(c);
    free(b);
    free(a);
    return ocl_report_close(report);
}
