// SPDX-License-Identifier: MIT
//
// callback_blocks_gate - exercise 1 of callback_blocks, 2 of event_callback and 3 of user_event: a
// callback starts a kernel.
//: skeleton
//: // Nobody opens the gate yet, so the second kernel does not start.
//: end
//
//     first kernel --> callback --> gate --> second kernel
//
//     cmake --build build --target exercise_callback_blocks_gate
//     build/exercises/callback_blocks_gate

#include "ocl.h"

enum { N = 100003, PATIENCE_S = 5 };

static const char *SOURCE = "kernel void square(global uint *x)\n"
                            "{\n"
                            "    size_t i = get_global_id(0);\n"
                            "    x[i] = x[i] * x[i] + 1;\n"
                            "}\n";

// Called by the driver when the first kernel has ended.  user_data is the gate.
static void CL_CALLBACK open_gate(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    //: skeleton
    //: // Exercise 1 of callback_blocks: open the gate.
    //: // Exercise 2 of event_callback: the same.
    //: // Exercise 3 of user_event: the same.
    //: (void)status;
    //: (void)user_data;
    //: solution
    OCL_CHECK(clSetUserEventStatus(user_data, status == CL_COMPLETE ? CL_COMPLETE : status));
    //: end
}

static cl_int status_of(cl_event event)
{
    cl_int status;
    OCL_CHECK(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "callback_blocks_gate",
                              .summary = "A callback starts a kernel.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    // Both kernels square the same numbers, so their order counts.
    static cl_uint x[N], ref[N];
    ocl_fill_u32(x, N, 1);
    for (size_t i = 0; i < N; i++) {
        const cl_uint once = x[i] * x[i] + 1;
        ref[i] = once * once + 1;
    }

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "square", &err));
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));

    // The second kernel is in a queue of its own: only the gate keeps the order.
    const size_t global = N;
    cl_event gate = OCL_CREATE(clCreateUserEvent(env.context, &err)), first, second;
    cl_command_queue other = OCL_CREATE(clCreateCommandQueue(env.context, env.device, 0, &err));
    OCL_CHECK(clEnqueueNDRangeKernel(other, kernel, 1, NULL, &global, NULL, 1, &gate, &second));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, &first));
    //: skeleton
    //: // And here, in the same exercise: let the driver call open_gate when `first` is complete.
    //: (void)open_gate;
    //: solution
    OCL_CHECK(clSetEventCallback(first, CL_COMPLETE, open_gate, gate));
    //: end
    OCL_CHECK(clFlush(env.queue));

    const double deadline_ns = ocl_wall_ns() + 1e9 * PATIENCE_S;
    while (status_of(gate) == CL_SUBMITTED && ocl_wall_ns() < deadline_ns)
        ocl_yield();
    const cl_int opened = status_of(gate);
    if (opened == CL_SUBMITTED) OCL_CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    OCL_CHECK(clFlush(other));
    OCL_CHECK(clWaitForEvents(1, &second));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_x, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "the callback opens the gate",
                      ocl_verify_equal("gate", opened, CL_COMPLETE));
    ocl_report_result(report, "both kernels", ocl_verify_u32("x", x, ref, N));

    OCL_CHECK(clReleaseEvent(second));
    OCL_CHECK(clReleaseEvent(first));
    OCL_CHECK(clReleaseEvent(gate));
    OCL_CHECK(clReleaseCommandQueue(other));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
