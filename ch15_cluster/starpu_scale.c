// SPDX-License-Identifier: MIT
//
// starpu_scale - x = factor x by tasks: one task per piece of x.  StarPU, a library between the
// program and OpenCL, chooses where a task runs, and brings the piece there and back.
//
//     x          | piece 0 | piece 1 | piece 2 | piece 3 | ...     each piece has a handle
//                     |         |         |         |
//     workers    device 0   device 1   device 0    core 0          who is free takes the next task
//
// Shows   the three words of programming by tasks: data handle, codelet, task
// Uses    starpu_init, starpu_vector_data_register, starpu_task_insert, starpu_task_wait_for_all,
//         starpu_data_unregister, starpu_shutdown; in a task: starpu_opencl_get_queue,
//         clSetKernelArg, clEnqueueNDRangeKernel, clFinish
// Try     starpu_scale; starpu_scale --cores 1

#include "ocl.h"

#include "starpu/workers.h"

#include <starpu.h>

enum { PIECES = 10 };

// What all tasks are given.
typedef struct {
    float factor;
    cl_kernel kernels[STARPU_MAXOPENCLDEVS];    // one per device
    int workers[PIECES];                        // who ran the task of a piece
} lesson;

static void starpu_scale_ref(float *x, float factor, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= factor;
}

// A task on a device.  StarPU has brought the piece there: it is a buffer.
static void scale_on_device(void *data[], void *argument)
{
    lesson *l;
    int piece;
    starpu_codelet_unpack_args(argument, &l, &piece);
    const cl_mem d_x = (cl_mem)STARPU_VECTOR_GET_DEV_HANDLE(data[0]);
    const size_t global = STARPU_VECTOR_GET_NX(data[0]);
    l->workers[piece] = starpu_worker_get_id();

    const int device = starpu_worker_get_devid(l->workers[piece]);
    const cl_kernel kernel = l->kernels[device];
    cl_command_queue queue;
    starpu_opencl_get_queue(device, &queue);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->factor, &l->factor));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
}

// The same task on a core.  StarPU has brought the piece to host memory.
static void scale_on_core(void *data[], void *argument)
{
    lesson *l;
    int piece;
    starpu_codelet_unpack_args(argument, &l, &piece);
    l->workers[piece] = starpu_worker_get_id();
    starpu_scale_ref((float *)STARPU_VECTOR_GET_PTR(data[0]), l->factor,
                     STARPU_VECTOR_GET_NX(data[0]));
}

// The codelet: what a task does on each kind of worker, and what it does to its data.
static struct starpu_codelet scale = { .opencl_funcs = { scale_on_device },
                                       .cpu_funcs = { scale_on_core },
                                       .nbuffers = 1,
                                       .modes = { STARPU_RW } };

int main(int argc, char **argv)
{
    // Options.
    size_t cores = 0;
    const ocl_option own[] = {
        { .usage = "-c, --cores N: also N cores, which run the task in plain C", .count = &cores },
        { 0 },
    };
    const ocl_about about = { .name = "starpu_scale",
                              .summary =
                                  "Scales a vector by tasks, which StarPU places on devices.",
                              .accepts = "dnks",
                              .size_help = "elements of x",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000003 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);

    // Data and reference.
    const size_t n = opt.n[0], pieces = ocl_smaller(n, PIECES);
    const double bytes = sizeof(float) * (double)n;    // may not fit a size_t
    ocl_require_memory(env.device, bytes / (double)pieces, bytes, 2.0 * bytes);
    float *x = ocl_alloc((size_t)bytes), *ref = ocl_alloc((size_t)bytes);
    lesson l = { .factor = 0.7f };
    ocl_fill_f32(x, n, -1.0f, 1.0f, opt.seed);
    memcpy(ref, x, (size_t)bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "tasks", pieces);
    OCL_TIME_REFERENCE(report, starpu_scale_ref(ref, l.factor, n));

    // StarPU starts: one worker, which is a thread, per device and per core.
    cl_int err;
    struct starpu_conf conf;
    starpu_conf_init(&conf);
    workers_choose(&conf, &env, cores, opt.device);
    workers_require(starpu_init(&conf), &env);

    // Program and kernel, in each context.
    for (int w = 0; w < (int)starpu_worker_get_count(); w++) {
        if (starpu_worker_get_type(w) != STARPU_OPENCL_WORKER) continue;
        const int number = starpu_worker_get_devid(w);
        const ocl_env device = workers_env(number, &env);
        cl_program program = ocl_build(&device, "starpu_scale.cl", "-cl-std=CL1.2");
        l.kernels[number] = OCL_CREATE(clCreateKernel(program, "starpu_scale", &err));
        OCL_CHECK(clReleaseProgram(program));
    }

    // Handles: StarPU now takes care of these pieces.
    starpu_data_handle_t handles[PIECES];
    for (size_t k = 0, first = 0; k < pieces; k++) {
        const size_t length = n / pieces + (k < n % pieces);
        starpu_vector_data_register(&handles[k], STARPU_MAIN_RAM, (uintptr_t)&x[first],
                                    (uint32_t)length, sizeof *x);
        first += length;
    }

    // Tasks.  The program only says what there is to do, and waits.
    for (int k = 0; k < (int)pieces; k++) {
        lesson *all = &l;
        starpu_task_insert(&scale, STARPU_RW, handles[k], STARPU_VALUE, &all, sizeof all,
                           STARPU_VALUE, &k, sizeof k, 0);
    }
    starpu_task_wait_for_all();

    // The pieces come back to host memory.
    for (size_t k = 0; k < pieces; k++)
        starpu_data_unregister(handles[k]);

    // Verify: a product is rounded in the same way everywhere.
    ocl_table table = ocl_table_open(report, "workers", "piece, worker");
    for (size_t k = 0; k < pieces; k++) {
        const bool is_core = starpu_worker_get_type(l.workers[k]) == STARPU_CPU_WORKER;
        ocl_table_row(&table, "%5zu  %s %d", k, is_core ? "core" : "device",
                      starpu_worker_get_devid(l.workers[k]));
    }
    ocl_report_result(report, "x", ocl_verify_f32("x", x, ref, n, 0.0));

    // Release.
    for (int k = 0; k < STARPU_MAXOPENCLDEVS; k++)
        if (l.kernels[k]) OCL_CHECK(clReleaseKernel(l.kernels[k]));
    starpu_shutdown();
    ocl_close(&env);
    free(ref);
    free(x);
    return ocl_report_close(report);
}
