// SPDX-License-Identifier: MIT
//
// scan_one_launch - prefix sums in one launch: work-groups wait for each other.
//
// Shows   what a work-group that waits needs from a device; a sum that is handed over by atomics;
//         shares that wait in turn (CPUs) or look back (GPUs); two words moved per element in place
//         of three
// Uses    clSetKernelArg, clEnqueueFillBuffer, clEnqueueNDRangeKernel; atomic_inc, atomic_xchg,
//         atomic_or, atom_add, atom_xchg
// Try     scan_one_launch -n 64M; scan_one_launch --kind exclusive --type float

#include "ocl.h"

#include "shared/prefix_sums.h"

enum { MOST_ITEMS = 128, LONG = 8192 };

enum { IN_TURN, LOOK_BACK };
static const char *const VARIANTS[] = { "in_turn", "look_back", NULL };
static const char *const KERNELS[] = { "scan_in_turn", "scan_look_back" };
static const char *const OPTIONS[] = { "", "-DLOOK_BACK" };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    scan_problem problem;
    size_t group;    // work-items of a work-group of look_back
    size_t bytes;    // of x, and of y
    cl_mem d_y, d_x;
    void *y;
} lesson;

static size_t elements_of_share(const lesson *l, int variant)
{
    return variant == IN_TURN ? LONG : SCAN_VECTORS * l->group;
}

// The states are not set to 0 between two runs: the kernels tell the runs apart by their numbers.
static void launch(const lesson *l, int variant, cl_kernel kernel, cl_mem d_states, ocl_trial *t)
{
    const size_t shares = ocl_divide_up(l->problem.n, elements_of_share(l, variant));
    const size_t local = variant == IN_TURN ? 1 : l->group, items = shares * local;
    const cl_ulong n = l->problem.n;
    const cl_uint exclusive = l->problem.exclusive, run = (cl_uint)t->run;
    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_states, &d_states));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof exclusive, &exclusive));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof run, &run));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local, 0, NULL, &t->done));
}

static void run_variant(const lesson *l, int variant)
{
    char row[32];
    const char *const type = SCAN_TYPES[l->problem.is_float];
    snprintf(row, sizeof row, "%s %s", type, VARIANTS[variant]);
    const size_t share = elements_of_share(l, variant);
    const size_t shares = ocl_divide_up(l->problem.n, share);
    cl_program program =
        ocl_build(l->env, "scan_one_launch.cl",
                  "-DELEMENT=%s -DAS_ELEMENT=as_%s -DGROUP=%zu -DLONG=%d -DAHEAD=%d %s", type, type,
                  l->group, LONG, scan_ahead(l->env), OPTIONS[variant]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNELS[variant], &err));
    const cl_ulong zero = 0;
    const size_t state_bytes = (1 + shares) * sizeof zero;
    cl_mem d_states = ocl_buffer(l->env, CL_MEM_READ_WRITE, state_bytes, NULL);
    OCL_CHECK(clEnqueueFillBuffer(l->env->queue, d_states, &zero, sizeof zero, 0, state_bytes, 0,
                                  NULL, NULL));

    // Floats that look back: runs group the sums differently, and so their last bits differ.
    const bool differs = l->problem.is_float && variant != IN_TURN;
    ocl_trial t = ocl_trial_open(l->env, row, differs ? NULL : l->d_y, differs ? 0 : l->bytes);
    if (differs) ocl_trial_scratch(&t, l->d_y, l->bytes);
    while (ocl_trial_next(&t))
        launch(l, variant, kernel, d_states, &t);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_y, CL_TRUE, 0, l->bytes, l->y, 0, NULL, NULL));
    const ocl_work work = { .amount = 2.0 * (double)l->bytes,    // once in, once out
                            .unit = "GB/s",
                            .limit = l->env->limits.copy_gbs };
    // Twice through a share, at most sixteen elements at a time, and once through all shares.
    const double additions = (double)(2 * (share / 16 + 16) + shares);
    ocl_trial_report(&t, l->report, &work, scan_verify(row, &l->problem, l->y, additions));
    OCL_CHECK(clReleaseMemObject(d_states));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

// Why a variant cannot run here; NULL: it can.
static const char *why_not(cl_device_id device, int variant)
{
    if (variant == LOOK_BACK && !ocl_has_extension(device, "cl_khr_int64_base_atomics"))
        return "look_back: this device has no cl_khr_int64_base_atomics";
    if (ocl_is_cpu(device)) return NULL;
    if (variant == IN_TURN)
        return "in_turn: a work-group that waits may keep the others of this device from running";
    return ocl_known_platform(device) == OCL_NVIDIA
               ? NULL
               : "look_back: a work-group that waits may keep the others of this device from "
                 "running";
}

static void run_type(lesson *l, bool is_float)
{
    const ocl_options *opt = l->env->options;
    l->problem = scan_make(opt->n[0], l->problem.exclusive, is_float, opt->seed);
    OCL_TIME_REFERENCE(l->report, scan_ref(&l->problem));
    l->d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, l->bytes, l->problem.x);
    for (int v = IN_TURN; v <= LOOK_BACK; v++)
        if (ocl_wants(opt, VARIANTS[v]) && !why_not(l->env->device, v)) run_variant(l, v);
    OCL_CHECK(clReleaseMemObject(l->d_x));
    scan_free(&l->problem);
}

int main(int argc, char **argv)
{
    const scan_settings settings =
        scan_settings_parse(argc, argv,
                            (ocl_about){ .name = "scan_one_launch",
                                         .summary = "Prefix sums in one launch: work-groups wait.",
                                         .variants = VARIANTS });
    const ocl_options opt = settings.options;
    ocl_env env = ocl_open(&opt);
    scan_require_memory(&env);
    bool any = false;
    for (int v = IN_TURN; v <= LOOK_BACK; v++)
        any = any || (ocl_wants(&opt, VARIANTS[v]) && !why_not(env.device, v));
    if (!any)
        ocl_exit(OCL_EXIT_SKIP, "%s",
                 why_not(env.device, ocl_wants(&opt, VARIANTS[LOOK_BACK]) ? LOOK_BACK : IN_TURN));

    lesson l = { .env = &env,
                 .group = ocl_group_size(env.device, MOST_ITEMS),
                 .bytes = opt.n[0] * 4 };
    l.problem.exclusive = settings.exclusive;
    if (opt.n[0] / l.group > UINT32_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--size %zu: too many work-groups", opt.n[0]);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_text(l.report, "sums", SCAN_KINDS[settings.exclusive]);
    l.y = ocl_alloc(l.bytes);
    l.d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);

    for (int type = SCAN_UINT; type < SCAN_TYPE_COUNT; type++)
        if (settings.has_type[type]) run_type(&l, type == SCAN_FLOAT);

    OCL_CHECK(clReleaseMemObject(l.d_y));
    free(l.y);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
