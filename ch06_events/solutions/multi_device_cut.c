// SPDX-License-Identifier: MIT
//
// multi_device_cut - exercise 1 of multi_device: two sub-devices of one device.
//
//     cmake --build build --target exercise_multi_device_cut
//     build/exercises/multi_device_cut

#include "ocl.h"

enum { N = 100003 };

static const char *SOURCE = "kernel void square(global uint *x, uint n)\n"
                            "{\n"
                            "    uint i = get_global_id(0);\n"
                            "    if (i < n) x[i] = x[i] * x[i] + 1;\n"
                            "}\n";

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "multi_device_cut",
                              .summary = "Two sub-devices share numbers.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    cl_uint units, most;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    OCL_CHECK(
        clGetDeviceInfo(env.device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most, NULL));
    if (units < 2 || most < 2)
        ocl_exit(OCL_EXIT_SKIP, "this device cannot be cut into two; PoCL 3.1 with two cores can");

    // Half of the compute units for each part.
    const cl_device_partition_property list[] = { CL_DEVICE_PARTITION_BY_COUNTS, units / 2,
                                                  units - units / 2,
                                                  CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0 };
    cl_device_id parts[2];
    //: skeleton
    //: // Exercise 1 of multi_device: cut env.device into two, with the list, in place of these lines.
    //: // `cut` is true then.  What was cut must be released, too: at the end, after the context.
    //: (void)list;
    //: parts[0] = parts[1] = env.device;
    //: const bool cut = false;
    //: solution
    cl_uint count;
    OCL_CHECK(clCreateSubDevices(env.device, list, 2, parts, &count));
    const bool cut = count == 2;
    //: end

    static cl_uint x[N], ref[N];
    ocl_fill_u32(x, N, 1);
    for (size_t i = 0; i < N; i++)
        ref[i] = x[i] * x[i] + 1;

    cl_int err;
    cl_context context = OCL_CREATE(clCreateContext(NULL, cut ? 2 : 1, parts, NULL, NULL, &err));
    cl_program program = OCL_CREATE(clCreateProgramWithSource(context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, cut ? 2 : 1, parts, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "square", &err));
    cl_command_queue queues[2];
    cl_mem d_x[2];
    for (size_t h = 0; h < 2; h++) {
        const size_t first = h * (N / 2), n = h == 0 ? N / 2 : N - N / 2, bytes = n * sizeof *x;
        queues[h] = OCL_CREATE(clCreateCommandQueue(context, parts[h], 0, &err));
        d_x[h] = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err));
        OCL_CHECK(
            clEnqueueWriteBuffer(queues[h], d_x[h], CL_FALSE, 0, bytes, x + first, 0, NULL, NULL));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x[h], &d_x[h]));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
        OCL_CHECK(clEnqueueNDRangeKernel(queues[h], kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
        OCL_CHECK(
            clEnqueueReadBuffer(queues[h], d_x[h], CL_FALSE, 0, bytes, x + first, 0, NULL, NULL));
        OCL_CHECK(clFlush(queues[h]));
    }
    for (size_t h = 0; h < 2; h++)
        OCL_CHECK(clFinish(queues[h]));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "sub-devices", ocl_verify_equal("two sub-devices", cut, true));
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", x, ref, N));

    for (size_t h = 0; h < 2; h++) {
        OCL_CHECK(clReleaseMemObject(d_x[h]));
        OCL_CHECK(clReleaseCommandQueue(queues[h]));
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseContext(context));
    //: solution
    for (size_t h = 0; h < 2; h++)
        OCL_CHECK(clReleaseDevice(parts[h]));
    //: end
    ocl_close(&env);
    return ocl_report_close(report);
}
