// SPDX-License-Identifier: MIT

#include "worker.h"

enum { LOCAL_SIZE = 64 };

const char *const JOB_NAMES[] = { "well", "fails", "silent", NULL };

static void open_worker(worker *w, const ocl_env *env, size_t piece_n)
{
    const size_t bytes = piece_n * sizeof(cl_uint);
    ocl_env own = *env;
    cl_int err;
    own.device = w->device;
    w->context = OCL_CREATE(clCreateContext(NULL, 1, &w->device, NULL, NULL, &err));
    own.context = w->context;
    w->queue = OCL_CREATE(clCreateCommandQueue(w->context, w->device, 0, &err));
    w->program = ocl_build(&own, "lost_device.cl", "-cl-std=CL1.2");
    w->kernel = OCL_CREATE(clCreateKernel(w->program, "lost_device", &err));
    w->d_y = OCL_CREATE(clCreateBuffer(w->context, CL_MEM_WRITE_ONLY, bytes, NULL, &err));
    w->d_x = OCL_CREATE(clCreateBuffer(w->context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(clSetKernelArg(w->kernel, 0, sizeof w->d_y, &w->d_y));
    OCL_CHECK(clSetKernelArg(w->kernel, 1, sizeof w->d_x, &w->d_x));
    w->local = ocl_local_size(w->kernel, w->device, LOCAL_SIZE);
    w->global = ocl_round_up(piece_n, w->local);
    w->answer = ocl_alloc(bytes);
}

size_t workers_open(worker *workers, size_t wanted, const ocl_env *env, size_t piece_n)
{
    cl_uint found;
    cl_device_id *devices =
        ocl_devices_beside(env->platform, env->device, CL_DEVICE_TYPE_ALL, &found);
    found = (cl_uint)ocl_smaller(found, MAX_WORKERS);

    const size_t usual = found > 1 ? found : 2;
    const size_t count = ocl_smaller(wanted > 0 ? wanted : usual, MAX_WORKERS);
    for (size_t k = 0; k < count; k++) {
        workers[k].device = devices[k % found];
        open_worker(&workers[k], env, piece_n);
    }
    free(devices);
    return count;
}

void workers_close(worker *workers, size_t count)
{
    while (count-- > 0) {
        const worker *w = &workers[count];
        free(w->answer);
        OCL_CHECK(clReleaseMemObject(w->d_x));
        OCL_CHECK(clReleaseMemObject(w->d_y));
        OCL_CHECK(clReleaseKernel(w->kernel));
        OCL_CHECK(clReleaseProgram(w->program));
        OCL_CHECK(clReleaseCommandQueue(w->queue));
        OCL_CHECK(clReleaseContext(w->context));
    }
}

void workers_report(ocl_report *report, const worker *workers, size_t count)
{
    ocl_table table = ocl_table_open(report, "workers", "job, worker, pieces, lost");
    for (size_t job = 0; job < JOBS; job++) {
        size_t finished = 0;    // 0: the job was not run
        for (size_t k = 0; k < count; k++)
            finished += workers[k].outcomes[job].finished;
        for (size_t k = 0; finished > 0 && k < count; k++) {
            const outcome *o = &workers[k].outcomes[job];
            ocl_table_row(&table, "%-6s  %6zu  %6zu  %s", JOB_NAMES[job], k, o->finished, o->lost);
        }
    }
}

void worker_forget(worker *w)
{
    for (int k = EVENTS; k-- > 0;) {
        if (w->events[k]) OCL_CHECK(clReleaseEvent(w->events[k]));
        w->events[k] = NULL;
    }
    w->has_piece = false;
}

void worker_recover(worker *w)
{
    cl_int err;
    worker_forget(w);
    OCL_CHECK(clReleaseEvent(w->gate));
    OCL_CHECK(clReleaseCommandQueue(w->queue));
    w->queue = OCL_CREATE(clCreateCommandQueue(w->context, w->device, 0, &err));
    w->gate = NULL;
    w->is_lost = false;
}
