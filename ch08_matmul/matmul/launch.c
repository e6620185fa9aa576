// SPDX-License-Identifier: MIT

#include "prepare.h"
#include "tune.h"

const char *const MATMUL_VARIANTS[] = {
    "naive", "coalesced_row",    "vector4",     "local_a", "local_a_coalesced",
    "tiled", "register_blocked", "cpu_blocked", "tuned",   NULL
};

matmul_step *matmul_add_step(matmul_launch *launch, cl_program program, const char *name)
{
    cl_int err;
    matmul_step *step = &launch->steps[launch->step_count++];
    step->kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    return step;
}

void matmul_set_size(cl_kernel kernel, cl_uint index, size_t size)
{
    const cl_uint value = (cl_uint)size;
    OCL_CHECK(clSetKernelArg(kernel, index, sizeof value, &value));
}

matmul_launch matmul_prepare_blocked(const matmul_job *job, const matmul_blocking *blocking)
{
    return blocking->cpu ? matmul_prepare_cpu_blocked(job, blocking)
                         : matmul_prepare_register_blocked(job, blocking);
}

// False for the ladder of matmul.cl.
static bool choose_blocking(const matmul_job *job, const char *variant, matmul_blocking *blocking)
{
    if (strcmp(variant, "register_blocked") == 0)
        *blocking = matmul_default_blocking(job->env->device, false, job->m, job->n);
    else if (strcmp(variant, "cpu_blocked") == 0)
        *blocking = matmul_default_blocking(job->env->device, true, job->m, job->n);
    else if (strcmp(variant, "tuned") == 0)
        *blocking = matmul_tuned_blocking(job);
    else
        return false;
    ocl_message why;
    if (job->sizes && !matmul_blocking_parse(blocking, job->sizes, &why))
        ocl_exit(OCL_EXIT_USAGE, "--blocking: %s", why.text);
    return true;
}

int matmul_can_run(const matmul_job *job, const char *variant, ocl_message *why)
{
    matmul_blocking blocking;
    if (!choose_blocking(job, variant, &blocking)) return OCL_EXIT_PASS;
    return matmul_can_run_blocked(job, &blocking, why);
}

matmul_launch matmul_prepare(const matmul_job *job, const char *variant)
{
    matmul_blocking blocking;
    if (!choose_blocking(job, variant, &blocking)) return matmul_prepare_ladder(job, variant);
    ocl_message why;
    const int status = matmul_can_run_blocked(job, &blocking, &why);
    if (status != OCL_EXIT_PASS) ocl_exit(status, "%s: %s", variant, why.text);
    return matmul_prepare_blocked(job, &blocking);
}

void matmul_enqueue(const matmul_launch *launch, cl_command_queue queue, cl_event *first,
                    cl_event *last)
{
    for (size_t i = 0; i < launch->step_count; i++) {
        const matmul_step *step = &launch->steps[i];
        ocl_enqueue_2d(queue, step->kernel, &step->range, i == 0 ? first : NULL,
                       i + 1 == launch->step_count ? last : NULL);
    }
}

double matmul_run_ns(const matmul_launch *launch, cl_command_queue queue)
{
    cl_event first, last;
    matmul_enqueue(launch, queue, &first, &last);
    const double ns = ocl_event_ns(first, last);
    OCL_CHECK(clReleaseEvent(last));
    OCL_CHECK(clReleaseEvent(first));
    return ns;
}

void matmul_release(matmul_launch *launch)
{
    for (size_t i = 0; i < launch->step_count; i++)
        OCL_CHECK(clReleaseKernel(launch->steps[i].kernel));
    for (size_t i = 0; i < MATMUL_SCRATCH; i++)
        if (launch->d_scratch[i]) OCL_CHECK(clReleaseMemObject(launch->d_scratch[i]));
}
