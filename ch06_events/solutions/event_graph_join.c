// SPDX-License-Identifier: MIT
//
// event_graph_join - exercise 2 of event_graph: A and B have inputs of their own.
//
//     cmake --build build --target exercise_event_graph_join
//     build/exercises/event_graph_join

#include "ocl.h"

enum { N = 100003, A = 0, B, C, COMMANDS };

static const char *SOURCE = "kernel void one_step(global uint *restrict y, global const uint *p, "
                            "global const uint *q, uint n)\n"
                            "{\n"
                            "    uint i = get_global_id(0);\n"
                            "    if (i < n) y[i] = 3 * p[i] + q[n - 1 - i];\n"
                            "}\n";

static void step_ref(cl_uint *y, const cl_uint *p, const cl_uint *q)
{
    for (size_t i = 0; i < N; i++)
        y[i] = 3 * p[i] + q[N - 1 - i];
}

static cl_event launch(cl_command_queue queue, cl_kernel kernel, cl_mem d_y, cl_mem d_p, cl_mem d_q,
                       cl_uint count, const cl_event *waits)
{
    const size_t n = N;
    cl_event done;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_p, &d_p));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_q, &d_q));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ N }));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, count, waits, &done));
    return done;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_graph_join",
                              .summary = "Two commands, and one that waits for both.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const size_t bytes = N * sizeof(cl_uint);
    cl_uint *x = ocl_alloc(bytes), *z = ocl_alloc(bytes), *got = ocl_alloc(bytes), *ref[COMMANDS];
    ocl_fill_u32(x, N, 1);
    ocl_fill_u32(z, N, 2);
    for (int k = A; k < COMMANDS; k++)
        ref[k] = ocl_alloc(bytes);
    step_ref(ref[A], x, x);
    step_ref(ref[B], z, z);
    step_ref(ref[C], ref[A], ref[B]);

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    OCL_CHECK(clBuildProgram(program, 1, &env.device, NULL, NULL, NULL));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "one_step", &err));
    const cl_command_queue_properties can =
        ocl_device_number(env.device, CL_DEVICE_QUEUE_PROPERTIES);
    cl_command_queue queue = OCL_CREATE(clCreateCommandQueue(
        env.context, env.device, can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &err));
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_mem d_z = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, z), d[COMMANDS];
    for (int k = A; k < COMMANDS; k++)
        d[k] = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);

    //: skeleton
    //: cl_event done[COMMANDS];
    //: done[A] = launch(queue, kernel, d[A], d_x, d_x, 0, NULL);
    //: // Exercise 2 of event_graph: B reads z, and not a.  Then it need not wait.
    //: done[B] = launch(queue, kernel, d[B], d[A], d[A], 1, &done[A]);
    //: solution
    // A and B may run at the same time.
    cl_event done[COMMANDS];
    done[A] = launch(queue, kernel, d[A], d_x, d_x, 0, NULL);
    done[B] = launch(queue, kernel, d[B], d_z, d_z, 0, NULL);
    //: end
    done[C] = launch(queue, kernel, d[C], d[A], d[B], 2, &done[A]);

    OCL_CHECK(clFinish(queue));
    OCL_CHECK(clEnqueueReadBuffer(queue, d[C], CL_TRUE, 0, bytes, got, 0, NULL, NULL));
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "commands", COMMANDS);
    ocl_report_result(report, "c", ocl_verify_u32("c", got, ref[C], N));

    for (int k = COMMANDS; k-- > A;) {
        OCL_CHECK(clReleaseEvent(done[k]));
        OCL_CHECK(clReleaseMemObject(d[k]));
        free(ref[k]);
    }
    OCL_CHECK(clReleaseMemObject(d_z));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseCommandQueue(queue));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(got);
    free(z);
    free(x);
    return ocl_report_close(report);
}
