// SPDX-License-Identifier: MIT
//
// fences - work-items that need each other's results: what to wait for, and what happens if they do not.
//
// Shows   barrier with local fence, global fence and both; two barriers a round; results of other
//         work-groups, by two kernels or by fences and atomics; each mistake, as broken_... of --variant
// Uses    barrier, mem_fence, read_mem_fence, write_mem_fence (fences.cl, fences_broken.cl)
// Try     fences -V broken_no_barrier; oclgrind --data-races fences -n 100 -V broken_no_barrier

#include "ocl.h"

enum { LOCAL = 64, LAST_GROUPS = 16 };

// Variant NAME is the kernel fences_NAME, but two_kernels.  "all" are those that are right.
static const char *const VARIANTS[] = { "local",
                                        "global",
                                        "both",
                                        "scan",
                                        "two_kernels",
                                        "last",
                                        "broken_no_barrier",
                                        "broken_mem_fence",
                                        "broken_local_fence",
                                        "broken_global_fence",
                                        "broken_half_fence",
                                        "broken_one_barrier",
                                        "broken_other_group",
                                        "broken_last",
                                        NULL };
enum { TWO_KERNELS = 4, RIGHT = 6 };    // index of one, number of those that are right

// What the variants make of the values of a group, or of all.
typedef enum { DIFFERENCE, BOTH_SIDES, SCAN, DIFFERENCE_OF_ALL, TOTAL } fences_result;
static const fences_result RESULTS[] = { DIFFERENCE,        DIFFERENCE, BOTH_SIDES, SCAN,
                                         DIFFERENCE_OF_ALL, TOTAL,      DIFFERENCE, DIFFERENCE,
                                         DIFFERENCE,        DIFFERENCE, BOTH_SIDES, SCAN,
                                         DIFFERENCE_OF_ALL, TOTAL };

typedef struct {
    const ocl_env *env;
    cl_ulong n;
    size_t local, global;    // work-items of a group, and of all that have an element each
    uint32_t *x, *junk;      // junk: what is read before it is handed over
    cl_mem d_out, d_x;
    cl_mem d_handed, d_counted;    // an element a work-item, to hand results over; a counter
} fences_data;

// Value i as the kernels make it; 0 beyond either end.
static uint32_t fences_value(const fences_data *f, size_t i)
{
    return i < f->n ? f->x[i] * f->x[i] + 1 : 0;
}

static uint32_t fences_ref(const fences_data *f, fences_result result, size_t i)
{
    const size_t first = i - i % f->local, end = first + f->local;    // of the group
    uint32_t sum = 0;
    switch (result) {
    case DIFFERENCE:
        return fences_value(f, i) - (i > first ? fences_value(f, i - 1) : 0);
    case BOTH_SIDES:
        return (i > first ? fences_value(f, i - 1) : 0) -
               (i + 1 < end ? fences_value(f, i + 1) : 0);
    case DIFFERENCE_OF_ALL:
        return fences_value(f, i) - (i > 0 ? fences_value(f, i - 1) : 0);
    case SCAN:
        for (size_t k = first; k <= i; k++)
            sum += fences_value(f, k);
        return sum;
    case TOTAL:
        for (size_t k = 0; k < f->n; k++)
            sum += fences_value(f, k);
        return sum;
    }
    return 0;
}

// Kernels with a fourth argument hand their results over in d_handed; a fifth counts.
static void fences_launch(const fences_data *f, cl_program program, const char *name, cl_mem to,
                          cl_mem from, size_t global)
{
    cl_int err;
    cl_uint arguments;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof to, &to));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof from, &from));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof f->n, &f->n));
    if (arguments > 3) OCL_CHECK(clSetKernelArg(kernel, 3, sizeof f->d_handed, &f->d_handed));
    if (arguments > 4) OCL_CHECK(clSetKernelArg(kernel, 4, sizeof f->d_counted, &f->d_counted));
    OCL_CHECK(
        clEnqueueNDRangeKernel(f->env->queue, kernel, 1, NULL, &global, &f->local, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
}

// Runs variant v and compares all that it makes.
static ocl_result fences_run(const fences_data *f, cl_program program, size_t v)
{
    const size_t count = RESULTS[v] == TOTAL ? 1 : f->n, bytes = count * sizeof(cl_uint);
    uint32_t *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < count; i++)
        ref[i] = fences_ref(f, RESULTS[v], i);

    const cl_uint zero = 0;
    OCL_CHECK(clEnqueueWriteBuffer(f->env->queue, f->d_counted, CL_TRUE, 0, sizeof zero, &zero, 0,
                                   NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(f->env->queue, f->d_handed, CL_TRUE, 0,
                                   f->global * sizeof *f->junk, f->junk, 0, NULL, NULL));
    ocl_poison(f->env->queue, f->d_out, bytes);
    if (v == TWO_KERNELS) {
        fences_launch(f, program, "fences_store", f->d_handed, f->d_x, f->global);
        fences_launch(f, program, "fences_load", f->d_out, f->d_handed, f->global);
    } else {
        const size_t few = LAST_GROUPS * f->local;    // the last one adds up what each has made
        char name[64];
        snprintf(name, sizeof name, "fences_%s", VARIANTS[v]);
        fences_launch(f, program, name, f->d_out, f->d_x,
                      RESULTS[v] == TOTAL && f->global > few ? few : f->global);
    }
    OCL_CHECK(clEnqueueReadBuffer(f->env->queue, f->d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
    const ocl_result check = ocl_verify_u32(VARIANTS[v], out, ref, count);
    free(ref);
    free(out);
    return check;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "fences",
                              .summary = "Work-items that need each other's results.",
                              .accepts = "dnVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const size_t most = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const double bytes = ((double)opt.n[0] + LOCAL) * sizeof(cl_uint);
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 4.0 * bytes);
    fences_data f = { .env = &env, .n = opt.n[0], .local = most < LOCAL ? most : LOCAL };
    f.global = ocl_round_up(opt.n[0], f.local);
    f.x = ocl_alloc(f.n * sizeof *f.x);
    f.junk = ocl_alloc(f.global * sizeof *f.junk);
    ocl_fill_u32(f.x, f.n, opt.seed);
    f.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, f.n * sizeof *f.x, f.x);
    f.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, f.n * sizeof *f.x, NULL);
    f.d_handed = ocl_buffer(&env, CL_MEM_READ_WRITE, f.global * sizeof *f.x, NULL);
    f.d_counted = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", f.n);
    ocl_report_count(report, "work-group", f.local);
    for (size_t v = 0; VARIANTS[v]; v++) {
        const bool right = v < RIGHT;
        if (right ? !ocl_wants(&opt, VARIANTS[v])
                  : !opt.variant || strcmp(opt.variant, VARIANTS[v]) != 0)
            continue;
        cl_program program = ocl_build(&env, right ? "fences.cl" : "fences_broken.cl",
                                       "-cl-std=CL1.2 -DLOCAL=%zu", f.local);
        ocl_report_result(report, VARIANTS[v], fences_run(&f, program, v));
        OCL_CHECK(clReleaseProgram(program));
        if (!right) ocl_report_print(report, "\nbroken: a right answer would be luck\n");
    }

    OCL_CHECK(clReleaseMemObject(f.d_counted));
    OCL_CHECK(clReleaseMemObject(f.d_handed));
    OCL_CHECK(clReleaseMemObject(f.d_out));
    OCL_CHECK(clReleaseMemObject(f.d_x));
    free(f.junk);
    free(f.x);
    ocl_close(&env);
    return ocl_report_close(report);
}
