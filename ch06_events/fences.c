// SPDX-License-Identifier: MIT
//
// fences - work-items that need each other's results: what to wait for, and what happens without
// it.
//
// Shows   barrier with a local fence, a global fence and both; two barriers per round; results of
//         other work-groups, by two kernels or by fences and atomics; each mistake, as --variant
//         broken_...
// Uses    in fences.cl and fences_broken.cl: barrier, mem_fence, read_mem_fence, write_mem_fence,
//         atomic_inc, atomic_xchg; here: clGetKernelInfo, clSetKernelArg, clEnqueueNDRangeKernel
// Try     fences -V broken_no_barrier; oclgrind --data-races fences -n 100 -V broken_no_barrier

#include "fences/cases.h"
#include "ocl.h"

enum { LOCAL = 64, LAST_GROUPS = 16 };

typedef struct {
    const ocl_env *env;
    cl_ulong n;
    size_t local, global;    // work-items per work-group; in all, at least one per element
    uint32_t *x;
    cl_mem d_out, d_x;
    cl_mem d_handed, d_counted;    // results for other work-items, one per work-item; a counter
} job;

// A kernel with a fourth argument passes results on in d_handed.  A fifth argument counts.
static void launch(const job *j, cl_kernel kernel, cl_mem to, cl_mem from, size_t global)
{
    cl_uint arguments;
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof to, &to));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof from, &from));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof j->n, &j->n));
    if (arguments > 3) OCL_CHECK(clSetKernelArg(kernel, 3, sizeof j->d_handed, &j->d_handed));
    if (arguments > 4) OCL_CHECK(clSetKernelArg(kernel, 4, sizeof j->d_counted, &j->d_counted));
    OCL_CHECK(
        clEnqueueNDRangeKernel(j->env->queue, kernel, 1, NULL, &global, &j->local, 0, NULL, NULL));
}

// Runs variant v once, and reads its whole output.
static void run_variant(const job *j, cl_program program, size_t v, size_t run, uint32_t *out)
{
    cl_command_queue queue = j->env->queue;
    const size_t bytes = fences_count(v, j->n) * sizeof(cl_uint);
    const cl_uint zero = 0;
    OCL_CHECK(
        clEnqueueWriteBuffer(queue, j->d_counted, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL));
    // What a work-item reads if it reads too early.  It differs from run to run.
    ocl_poison_write(queue, j->d_handed, j->global * sizeof(cl_uint), run);
    ocl_poison_run(queue, j->d_out, bytes, run);
    cl_int err;
    if (v == TWO_KERNELS) {
        cl_kernel store = OCL_CREATE(clCreateKernel(program, "fences_store", &err));
        cl_kernel load = OCL_CREATE(clCreateKernel(program, "fences_load", &err));
        launch(j, store, j->d_handed, j->d_x, j->global);
        launch(j, load, j->d_out, j->d_handed, j->global);
        OCL_CHECK(clReleaseKernel(load));
        OCL_CHECK(clReleaseKernel(store));
    } else {
        char name[64];
        snprintf(name, sizeof name, "fences_%s", FENCES_VARIANTS[v]);
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));

        // For a total, one work-item adds up what all others computed: there should be few of them.
        const size_t few = LAST_GROUPS * j->local;
        const bool total = fences_count(v, j->n) == 1 && j->global > few;
        launch(j, kernel, j->d_out, j->d_x, total ? few : j->global);
        OCL_CHECK(clReleaseKernel(kernel));
    }
    OCL_CHECK(clEnqueueReadBuffer(queue, j->d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
}

// A missing wait may do no harm in most runs, so every run is compared.
static ocl_result check_variant(const job *j, cl_program program, size_t v)
{
    const size_t count = fences_count(v, j->n), bytes = count * sizeof(cl_uint);
    const fences_input input = { .x = j->x, .n = j->n, .local = j->local };
    uint32_t *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < count; i++)
        ref[i] = fences_ref(&input, v, i);
    ocl_result result = { .pass = true };
    for (size_t run = 0; run < j->env->options->repeat && result.pass; run++) {
        run_variant(j, program, v, run, out);
        result = ocl_result_both(result, ocl_verify_u32(FENCES_VARIANTS[v], out, ref, count));
    }
    free(ref);
    free(out);
    return result;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "fences",
                              .summary = "Work-items that need each other's results.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = FENCES_VARIANTS };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const size_t most = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const double bytes = ((double)opt.n[0] + LOCAL) * sizeof(cl_uint);
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 3.0 * bytes);
    job j = { .env = &env, .n = opt.n[0], .local = most < LOCAL ? most : LOCAL };
    j.global = ocl_round_up(opt.n[0], j.local);
    j.x = ocl_alloc(j.n * sizeof(cl_uint));
    ocl_fill_u32(j.x, j.n, opt.seed);
    j.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, j.n * sizeof(cl_uint), j.x);
    j.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, j.n * sizeof(cl_uint), NULL);
    j.d_handed = ocl_buffer(&env, CL_MEM_READ_WRITE, j.global * sizeof(cl_uint), NULL);
    j.d_counted = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", j.n);
    ocl_report_count(report, "work-group size", j.local);
    for (size_t v = 0; FENCES_VARIANTS[v]; v++) {
        const bool right = v < RIGHT;
        if (right ? !ocl_wants(&opt, FENCES_VARIANTS[v])
                  : !opt.variant || strcmp(opt.variant, FENCES_VARIANTS[v]) != 0)
            continue;
        cl_program program = ocl_build(&env, right ? "fences.cl" : "fences_broken.cl",
                                       "-cl-std=CL1.2 -DLOCAL=%zu", j.local);
        ocl_report_result(report, FENCES_VARIANTS[v], check_variant(&j, program, v));
        OCL_CHECK(clReleaseProgram(program));
        if (!right) ocl_report_note(report, "%s: a right answer is luck", FENCES_VARIANTS[v]);
    }

    OCL_CHECK(clReleaseMemObject(j.d_counted));
    OCL_CHECK(clReleaseMemObject(j.d_handed));
    OCL_CHECK(clReleaseMemObject(j.d_out));
    OCL_CHECK(clReleaseMemObject(j.d_x));
    free(j.x);
    ocl_close(&env);
    return ocl_report_close(report);
}
