// SPDX-License-Identifier: MIT
//
// scan - the sum of all elements up to each one: prefix sums.
//
// Shows   a scan within a work-group after Hillis and Steele, and after Blelloch; among work-groups
//         with three launches; fast forms for CPUs and GPUs; one launch whose work-groups wait for
//         each other; inclusive and exclusive; the rounding of sums of floats
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueFillBuffer; reqd_work_group_size,
//         barrier, atomic_inc, atomic_xchg, atomic_or
// Try     scan -n 64M; scan --kind exclusive --type float; scan -V all

#include "ocl.h"

#include "scan/reference.h"

enum { MOST_ITEMS = 256, TILES = 16, LONG = 8192, STATE_WORDS = 2 };

enum { HILLIS_STEELE, BLELLOCH, VECTORS, LONG_ITEMS, ONE_LAUNCH };
static const char *const VARIANTS[] = { "hillis_steele", "blelloch",   "vectors",
                                        "long_items",    "one_launch", NULL };
static const char *const KINDS[] = { "inclusive", "exclusive", NULL };
static const char *const TYPES[] = { "uint", "float", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    scan_problem problem;
    size_t group;    // work-items of a work-group
    size_t bytes;    // of x, and of y
    cl_program program, fast;
    cl_mem d_y, d_x, d_sums, d_states;
    void *y;
} lesson;

// How a variant divides the elements among work-groups.
typedef struct {
    size_t shares, local;
    double additions;    // that a sum goes through at most
} division;

static division divide(const lesson *l, int variant)
{
    size_t log_group = 0;
    while ((size_t)1 << log_group < l->group)
        log_group++;
    const bool is_long = variant >= LONG_ITEMS;
    division d = { .local = is_long ? 1 : l->group };
    d.shares = ocl_divide_up(l->problem.n, is_long ? LONG : TILES * l->group);
    // Twice through a share, once through the sums of the shares.
    const size_t share = is_long ? LONG / 16 + 16 : TILES + log_group + 1;
    const size_t sums =
        variant == ONE_LAUNCH ? d.shares : ocl_divide_up(d.shares, l->group) + log_group + 1;
    d.additions = (double)(2 * share + sums);
    return d;
}

// Sums of the shares, then what is before each share, then the shares again.
static void launch_three(const lesson *l, int variant, const cl_kernel kernels[3], ocl_trial *t)
{
    const division d = divide(l, variant);
    const size_t items = d.shares * d.local;
    const cl_ulong n = l->problem.n;
    const cl_uint shares = (cl_uint)d.shares, exclusive = l->problem.exclusive;
    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clSetKernelArg(kernels[0], 0, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernels[0], 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernels[0], 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernels[1], 0, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernels[1], 1, sizeof shares, &shares));
    OCL_CHECK(clSetKernelArg(kernels[2], 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernels[2], 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernels[2], 2, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernels[2], 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernels[2], 4, sizeof exclusive, &exclusive));

    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &items, &d.local, 0, NULL, &t->first));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, &l->group, &l->group, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[2], 1, NULL, &items, &d.local, 0, NULL, &t->done));
}

static void launch_one(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    const division d = divide(l, ONE_LAUNCH);
    const cl_ulong n = l->problem.n;
    const cl_uint exclusive = l->problem.exclusive, zero = 0;
    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_states, &l->d_states));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof exclusive, &exclusive));
    OCL_CHECK(clEnqueueFillBuffer(queue, l->d_states, &zero, sizeof zero, 0,
                                  (1 + STATE_WORDS * d.shares) * sizeof zero, 0, NULL, &t->first));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &d.shares, &d.local, 0, NULL, &t->done));
}

static void run_variant(const lesson *l, int variant)
{
    char row[32], name[32];
    snprintf(row, sizeof row, "%s %s", TYPES[l->problem.is_float], VARIANTS[variant]);
    snprintf(name, sizeof name, "scan_%s", VARIANTS[variant]);
    cl_int err;
    cl_kernel kernels[3] = { NULL };
    if (variant == LONG_ITEMS)
        kernels[0] = OCL_CREATE(clCreateKernel(l->fast, "scan_long_sums", &err));
    else
        kernels[0] = OCL_CREATE(clCreateKernel(l->program, "scan_share_sums", &err));
    kernels[1] = OCL_CREATE(clCreateKernel(l->program, "scan_sums", &err));
    if (variant >= VECTORS)
        kernels[2] = OCL_CREATE(clCreateKernel(l->fast, name, &err));
    else
        kernels[2] = OCL_CREATE(clCreateKernel(l->program, name, &err));

    ocl_trial t = ocl_trial_open(l->env, row, l->d_y, l->bytes);
    while (ocl_trial_next(&t))
        if (variant == ONE_LAUNCH)
            launch_one(l, kernels[2], &t);
        else
            launch_three(l, variant, kernels, &t);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_y, CL_TRUE, 0, l->bytes, l->y, 0, NULL, NULL));
    const ocl_work work = { .amount = 2.0 * (double)l->bytes,    // once in, once out
                            .unit = "GB/s",
                            .limit = l->env->limits.copy_gbs };
    ocl_trial_report(&t, l->report, &work,
                     scan_verify(row, &l->problem, l->y, divide(l, variant).additions));
    for (int k = 2; k >= 0; k--)
        OCL_CHECK(clReleaseKernel(kernels[k]));
}

// Without --variant, the kernels that are meant for other devices are left out.
static bool is_wanted(const lesson *l, int variant)
{
    const bool is_cpu = ocl_is_cpu(l->env->device);
    if (variant == ONE_LAUNCH && !is_cpu) return false;
    if (l->env->options->variant) return ocl_wants(l->env->options, VARIANTS[variant]);
    return variant <= BLELLOCH || is_cpu == (variant != VECTORS);
}

static void run_type(lesson *l, bool is_float)
{
    const ocl_options *opt = l->env->options;
    const size_t n = opt->n[0];
    l->problem = scan_make(n, l->problem.exclusive, is_float, opt->seed);
    OCL_TIME_REFERENCE(l->report, scan_ref(&l->problem));
    l->d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, l->bytes, l->problem.x);
    l->program = ocl_build(l->env, "scan.cl", "-DELEMENT=%s -DGROUP=%zu -DTILES=%d",
                           TYPES[is_float], l->group, TILES);
    l->fast = ocl_build(l->env, "scan_fast.cl",
                        "-DELEMENT=%s -DGROUP=%zu -DTILES=%d -DLONG=%d -DAS_ELEMENT=as_%s",
                        TYPES[is_float], l->group, TILES, LONG, TYPES[is_float]);
    for (int v = HILLIS_STEELE; v <= ONE_LAUNCH; v++)
        if (is_wanted(l, v)) run_variant(l, v);
    OCL_CHECK(clReleaseProgram(l->fast));
    OCL_CHECK(clReleaseProgram(l->program));
    OCL_CHECK(clReleaseMemObject(l->d_x));
    scan_free(&l->problem);
}

// The largest power of two that is at most MOST_ITEMS and that the device allows.
static size_t choose_group(cl_device_id device)
{
    const size_t most =
        ocl_smaller((size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE),
                    ocl_local_limit(device, 0));
    size_t group = MOST_ITEMS;
    while (group > most)
        group /= 2;
    return group;
}

int main(int argc, char **argv)
{
    size_t kind = 0, type = 0;
    const char *const types[] = { "both", TYPES[0], TYPES[1], NULL };
    const ocl_option own[] = {
        { .usage = "--kind NAME: of the sums", .choice = &kind, .choices = KINDS },
        { .usage = "--type NAME: of the elements", .choice = &type, .choices = types },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "scan",
                              .summary = "The sum of all elements up to each one.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };    // a prime
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double n = (double)opt.n[0];
    ocl_require_memory(env.device, 4 * n, 9 * n, 32 * n);
    if (!ocl_wants(&opt, "all") && ocl_wants(&opt, VARIANTS[ONE_LAUNCH]) && !ocl_is_cpu(env.device))
        ocl_exit(OCL_EXIT_SKIP, "one_launch: a work-group that waits may keep the others of this "
                                "device from running");

    lesson l = { .env = &env, .group = choose_group(env.device), .bytes = opt.n[0] * 4 };
    l.problem.exclusive = kind == 1;
    if (opt.n[0] / l.group / TILES > UINT32_MAX / 4)
        ocl_exit(OCL_EXIT_USAGE, "--size %zu: too many work-groups", opt.n[0]);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_text(l.report, "sums", KINDS[kind]);
    l.y = ocl_alloc(l.bytes);
    const size_t shares = ocl_divide_up(opt.n[0], ocl_smaller(LONG, TILES * l.group));
    l.d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_sums = ocl_buffer(&env, CL_MEM_READ_WRITE, shares * sizeof(cl_uint), NULL);
    l.d_states =
        ocl_buffer(&env, CL_MEM_READ_WRITE, (1 + STATE_WORDS * shares) * sizeof(cl_uint), NULL);

    if (type != 2) run_type(&l, false);
    if (type != 1) run_type(&l, true);

    OCL_CHECK(clReleaseMemObject(l.d_states));
    OCL_CHECK(clReleaseMemObject(l.d_sums));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    free(l.y);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
