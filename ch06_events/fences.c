// SPDX-License-Identifier: MIT
//
// fences - work-items that need each other's results: what to wait for, and what happens without
// it.
//
// Shows   barrier with a local fence, a global fence and both; two barriers per round; fences
//         within a work-group; results of other work-groups, by two kernels or by atomics whose
//         results are used; each mistake, as --variant broken_...
// Uses    in fences.cl and fences_broken.cl: barrier, mem_fence, read_mem_fence, write_mem_fence,
//         atomic_inc, atomic_xchg; here: clGetKernelInfo, clSetKernelArg, clEnqueueNDRangeKernel
// Try     fences -V broken_no_barrier; oclgrind --data-races fences -n 100 -V broken_no_barrier

#include "ocl.h"

enum { LOCAL = 64, LAST_GROUPS = 16 };

// --- the variants, and the answers in plain C

// A variant NAME is the kernel fences_NAME, except two_kernels.  "all" means the first RIGHT ones.
enum { TWO_KERNELS = 4, RIGHT = 7 };    // an index; how many variants are right
static const char *const VARIANTS[] = { "local",
                                        "global",
                                        "both",
                                        "scan",
                                        "two_kernels",
                                        "last_in_group",
                                        "last",
                                        "broken_no_barrier",
                                        "broken_mem_fence",
                                        "broken_local_fence",
                                        "broken_global_fence",
                                        "broken_half_fence",
                                        "broken_one_barrier",
                                        "broken_other_group",
                                        "broken_last",
                                        "broken_last_fences",
                                        NULL };

// What the variants compute from the values of a group, or of all groups.
typedef enum { DIFFERENCE, BOTH_SIDES, SCAN, DIFFERENCE_OF_ALL, GROUP_TOTAL, TOTAL } output;
static const output OUTPUTS[] = {
    DIFFERENCE, DIFFERENCE,        BOTH_SIDES, SCAN,       DIFFERENCE_OF_ALL, GROUP_TOTAL,
    TOTAL,      DIFFERENCE,        DIFFERENCE, DIFFERENCE, DIFFERENCE,        BOTH_SIDES,
    SCAN,       DIFFERENCE_OF_ALL, TOTAL,      TOTAL
};

// The input, and the work-items per work-group.
typedef struct {
    const uint32_t *x;
    size_t n, local;
} fences_input;

// Whether variant v computes one number, from all values.
static bool is_total(size_t v)
{
    return OUTPUTS[v] == TOTAL;
}

// How many numbers variant v computes.
static size_t count_of(const fences_input *input, size_t v)
{
    switch (OUTPUTS[v]) {
    case TOTAL:
        return 1;
    case GROUP_TOTAL:
        return (input->n + input->local - 1) / input->local;
    case DIFFERENCE:
    case BOTH_SIDES:
    case SCAN:
    case DIFFERENCE_OF_ALL:
        break;
    }
    return input->n;
}

// Value i as the kernels compute it; 0 past the end.
static uint32_t value(const fences_input *input, size_t i)
{
    return i < input->n ? input->x[i] * input->x[i] + 1 : 0;
}

static uint32_t sum_of(const fences_input *input, size_t first, size_t end)
{
    uint32_t sum = 0;
    for (size_t k = first; k < end; k++)
        sum += value(input, k);
    return sum;
}

// Number i of the output of variant v.
static uint32_t output_ref(const fences_input *input, size_t v, size_t i)
{
    const size_t first = i - i % input->local, end = first + input->local;    // of the group
    switch (OUTPUTS[v]) {
    case DIFFERENCE:
        return value(input, i) - (i > first ? value(input, i - 1) : 0);
    case BOTH_SIDES:
        return (i > first ? value(input, i - 1) : 0) - (i + 1 < end ? value(input, i + 1) : 0);
    case DIFFERENCE_OF_ALL:
        return value(input, i) - (i > 0 ? value(input, i - 1) : 0);
    case SCAN:
        return sum_of(input, first, i + 1);
    case GROUP_TOTAL:
        return sum_of(input, i * input->local, (i + 1) * input->local);
    case TOTAL:
        return sum_of(input, 0, input->n);
    }
    return 0;
}

// --- on the device

typedef struct {
    const ocl_env *env;
    fences_input input;    // x, n, work-items per work-group
    size_t global;         // work-items in all, at least one per element
    cl_mem d_out, d_x;
    cl_mem d_handed, d_counted;    // results for other work-items, one per work-item; a counter
} lesson;

// A kernel with a fourth argument passes results on in d_handed.  A fifth argument counts.
static void launch(const lesson *l, cl_kernel kernel, cl_mem to, cl_mem from, size_t global)
{
    const cl_ulong n = l->input.n;
    cl_uint arguments;
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof to, &to));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof from, &from));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    if (arguments > 3) OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_handed, &l->d_handed));
    if (arguments > 4) OCL_CHECK(clSetKernelArg(kernel, 4, sizeof l->d_counted, &l->d_counted));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &l->input.local, 0,
                                     NULL, NULL));
}

// What a work-item finds if it reads too early.  A total begins with zeros.  For the others it
// differs from run to run.
static void prepare(const lesson *l, size_t v, size_t run)
{
    cl_command_queue queue = l->env->queue;
    const size_t bytes = l->global * sizeof(cl_uint);
    if (is_total(v)) {
        void *zeros = memset(ocl_alloc(bytes), 0, bytes);
        OCL_CHECK(
            clEnqueueWriteBuffer(queue, l->d_handed, CL_TRUE, 0, bytes, zeros, 0, NULL, NULL));
        free(zeros);
    } else {
        ocl_poison_write(queue, l->d_handed, bytes, run);
    }

    const cl_uint zero = 0;
    OCL_CHECK(
        clEnqueueWriteBuffer(queue, l->d_counted, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL));
    ocl_poison_run(queue, l->d_out, count_of(&l->input, v) * sizeof(cl_uint), run);
}

// Runs variant v once.
static void run_variant(const lesson *l, cl_program program, size_t v)
{
    cl_int err;
    if (v == TWO_KERNELS) {
        cl_kernel store = OCL_CREATE(clCreateKernel(program, "fences_store", &err));
        cl_kernel load = OCL_CREATE(clCreateKernel(program, "fences_load", &err));
        launch(l, store, l->d_handed, l->d_x, l->global);
        launch(l, load, l->d_out, l->d_handed, l->global);
        OCL_CHECK(clReleaseKernel(load));
        OCL_CHECK(clReleaseKernel(store));
        return;
    }

    char name[64];
    snprintf(name, sizeof name, "fences_%s", VARIANTS[v]);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));

    // For a total, one work-item adds up what all others computed: there should be few of them.
    const size_t few = LAST_GROUPS * l->input.local;
    launch(l, kernel, l->d_out, l->d_x, is_total(v) ? ocl_smaller(few, l->global) : l->global);
    OCL_CHECK(clReleaseKernel(kernel));
}

// A missing wait may do no harm in most runs, so every run is compared.
static ocl_result check_variant(const lesson *l, cl_program program, size_t v)
{
    const size_t count = count_of(&l->input, v), bytes = count * sizeof(cl_uint);
    uint32_t *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < count; i++)
        ref[i] = output_ref(&l->input, v, i);

    ocl_result result = { .pass = true };
    for (size_t run = 0; run < l->env->options->repeat && result.pass; run++) {
        prepare(l, v, run);
        run_variant(l, program, v);
        OCL_CHECK(
            clEnqueueReadBuffer(l->env->queue, l->d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
        result = ocl_result_both(result, ocl_verify_u32(VARIANTS[v], out, ref, count));
    }
    free(ref);
    free(out);
    return result;
}

// "all" means the right ones.  A broken one is chosen by its name.
static bool is_wanted(const ocl_options *options, size_t v)
{
    if (v < RIGHT) return ocl_wants(options, VARIANTS[v]);
    return options->variant && strcmp(options->variant, VARIANTS[v]) == 0;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "fences",
                              .summary = "Work-items that need each other's results.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const size_t n = opt.n[0];
    const double bytes = ((double)n + LOCAL) * sizeof(cl_uint);
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 3.0 * bytes);
    uint32_t *x = ocl_alloc(n * sizeof(cl_uint));
    ocl_fill_u32(x, n, opt.seed);

    const size_t most = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const size_t local = ocl_smaller(most, LOCAL), global = ocl_round_up(n, local);
    lesson l = { .env = &env, .input = { .x = x, .n = n, .local = local }, .global = global };
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, n * sizeof(cl_uint), x);
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, n * sizeof(cl_uint), NULL);
    l.d_handed = ocl_buffer(&env, CL_MEM_READ_WRITE, global * sizeof(cl_uint), NULL);
    l.d_counted = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", n);
    ocl_report_count(report, "work-group size", local);
    for (size_t v = 0; VARIANTS[v]; v++) {
        if (!is_wanted(&opt, v)) continue;
        const bool right = v < RIGHT;
        cl_program program = ocl_build(&env, right ? "fences.cl" : "fences_broken.cl",
                                       "-cl-std=CL1.2 -DLOCAL=%zu", local);
        ocl_report_result(report, VARIANTS[v], check_variant(&l, program, v));
        OCL_CHECK(clReleaseProgram(program));
        if (!right) ocl_report_note(report, "%s: a right answer is luck", VARIANTS[v]);
    }

    OCL_CHECK(clReleaseMemObject(l.d_counted));
    OCL_CHECK(clReleaseMemObject(l.d_handed));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    free(x);
    ocl_close(&env);
    return ocl_report_close(report);
}
