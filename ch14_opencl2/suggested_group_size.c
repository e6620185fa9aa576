// SPDX-License-Identifier: MIT
//
// suggested_group_size - which work-group size does the driver suggest, and is it a good one?
//
// Shows   each size that is a power of two, timed beside NULL and beside the suggestion; two
//         kernels that want different sizes; what a driver makes of awkward global sizes
// Uses    clGetKernelSuggestedLocalWorkSizeKHR, clGetKernelWorkGroupInfo with
//         CL_KERNEL_WORK_GROUP_SIZE and CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
//         clEnqueueNDRangeKernel
// Try     suggested_group_size -o sizes.png; suggested_group_size -V long

#include "ocl.h"

#include "suggested_group_size/sweep.h"

// The long kernel has one work-item for each SHARE of the short one's.
enum { ROUNDS = 20000, SHARE = 2048, LARGEST_SWEPT = 1024, MOST_CHOICES = 10007 };
static const double SECONDS = 2;    // of one sweep, where it may have fewer runs

enum { SHORT, LONG };
static const char *const VARIANTS[] = { "short", "long", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    clGetKernelSuggestedLocalWorkSizeKHR_fn suggest;    // NULL: the device suggests nothing
    cl_uint *ref;
    cl_mem d_y, d_taken, d_x;
} lesson;

static void short_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = 3 * x[i] + 1;
}

static void long_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        y[i] = x[i];
        for (size_t k = 0; k < ROUNDS; k++)
            y[i] = y[i] * 1664525 + (y[i] >> 16);
    }
}

// OpenCL 3.1 has the function under a name without KHR, too.  Only loaders of 3.1 have that one.
static clGetKernelSuggestedLocalWorkSizeKHR_fn find_suggest(const ocl_env *env)
{
    void *address = NULL;
    if (ocl_device_version(env->device) >= 31 ||
        ocl_extension_version(env->device, "cl_khr_suggested_local_work_size") > 0)
        address = clGetExtensionFunctionAddressForPlatform(env->platform,
                                                           "clGetKernelSuggestedLocalWorkSizeKHR");
    clGetKernelSuggestedLocalWorkSizeKHR_fn suggest;
    memcpy(&suggest, &address, sizeof suggest);    // C has no cast from object to function
    return suggest;
}

// The suggestion for a kernel that has its arguments; zeros where the device suggests nothing.  The
// offset may be NULL, but rusticl 25.0 refuses that.
static void ask(const lesson *l, cl_kernel kernel, cl_uint dimensions, const size_t global[2],
                size_t suggested[2])
{
    const size_t offset[2] = { 0, 0 };
    suggested[0] = l->suggest ? 1 : 0;
    suggested[1] = 1;
    if (l->suggest)
        OCL_CHECK(l->suggest(l->env->queue, kernel, dimensions, offset, global, suggested));
}

// What the kernel allows, and the candidates: NULL, powers of two up to that, the suggestion.
static void prepare(const lesson *l, sweep *s, cl_kernel kernel)
{
    cl_device_id device = l->env->device;
    size_t most, multiple, largest = 1;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most,
                                       &most, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof multiple, &multiple, NULL));
    const size_t swept = ocl_smaller(ocl_smaller(most, LARGEST_SWEPT), ocl_local_limit(device, 0));
    while (largest < s->n && 2 * largest <= swept)
        largest *= 2;
    s->global = ocl_round_up(s->n, largest);

    const size_t global[2] = { s->global, 1 };
    size_t suggested[2];
    ask(l, kernel, 1, global, suggested);
    s->suggested = suggested[0];
    s->candidates[s->count++].local = 0;
    for (size_t local = 1; local <= largest; local *= 2)
        s->candidates[s->count++].local = local;
    if (!find_candidate(s, s->suggested)) s->candidates[s->count++].local = s->suggested;

    char text[24];
    snprintf(text, sizeof text, "%zu", s->suggested);
    ocl_table table =
        ocl_table_open(l->report, "kernels", "kernel, work-items, at most, multiple, suggested");
    ocl_table_row(&table, "%-6s %10zu %7zu %8zu %9s", s->name, s->global, most, multiple,
                  l->suggest ? text : NULL);
}

// One launch of a sweep.  Whether the numbers are right, and whether the kernel saw the size that
// was asked for; with NULL, the same one in each run.
static ocl_result launch(const lesson *l, const sweep *s, cl_kernel kernel, candidate *c,
                         size_t run)
{
    const cl_command_queue queue = l->env->queue;
    const size_t bytes = s->n * sizeof(cl_uint), *local = c->local ? &c->local : NULL;
    cl_event done;
    cl_uint taken;
    ocl_poison_run(queue, l->d_y, bytes, run);
    ocl_poison_run(queue, l->d_taken, sizeof taken, run);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &s->global, local, 0, NULL, &done));
    ocl_times_take(&c->times, run, done);
    OCL_CHECK(
        clEnqueueReadBuffer(queue, l->d_taken, CL_TRUE, 0, sizeof taken, &taken, 0, NULL, NULL));
    if (run == 0) c->taken = local ? c->local : taken;
    return ocl_result_both(ocl_verify_buffer(l->env, s->name, l->d_y, l->ref, bytes),
                           ocl_verify_equal("local size", taken, (long long)c->taken));
}

// All candidates take turns, so that a busy machine disturbs all alike.
static void run_variant(const lesson *l, sweep *s)
{
    const cl_ulong n = s->n;
    char name[48];
    snprintf(name, sizeof name, "suggested_group_size_%s", s->name);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_taken, &l->d_taken));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    prepare(l, s, kernel);

    ocl_result result = { .pass = true };
    const ocl_options *opt = l->env->options;
    const bool in_full = opt->repeat_given && !ocl_wants(opt, "all");
    const double end_ns = ocl_wall_ns() + SECONDS * 1e9;
    for (size_t run = 0; run <= opt->repeat; run++) {
        if (run > 1 && !in_full && ocl_wall_ns() > end_ns) {
            ocl_report_fewer_runs(l->report, s->name, run - 1);
            break;
        }
        for (size_t c = 0; c < s->count; c++)
            result = ocl_result_both(result, launch(l, s, kernel, &s->candidates[c], run));
    }
    print_sweep(l->report, s);
    ocl_report_row(l->report, &(ocl_row){ .name = s->name,
                                          .times = &s->candidates[0].times,
                                          .work = (double)s->n,
                                          .unit = "Mitem/s",
                                          .result = result });
    OCL_CHECK(clReleaseKernel(kernel));
}

// One global size: what NULL takes, as each work-item saw it, must be the suggestion.  Without one
// it must be the same for all work-items, and legal: whole work-groups within the kernel's limit.
static ocl_result choose(const lesson *l, cl_kernel kernel, const size_t global[2],
                         ocl_table *table)
{
    const cl_command_queue queue = l->env->queue;
    const cl_uint dimensions = global[1] > 1 ? 2 : 1;
    const size_t items = global[0] * global[1], bytes = items * sizeof(cl_uint);
    cl_uint *taken = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    size_t suggested[2], most = ocl_kernel_limit(kernel, l->env->device);
    if (ocl_known_fault(l->env->device, "a work-group larger than its limit"))
        most = (size_t)ocl_device_number(l->env->device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    ask(l, kernel, dimensions, global, suggested);
    ocl_poison_run(queue, l->d_taken, bytes, 0);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_taken, CL_TRUE, 0, bytes, taken, 0, NULL, NULL));

    const size_t width = taken[0] & 0xffff, height = taken[0] >> 16;
    for (size_t i = 0; i < items; i++)
        ref[i] = l->suggest ? (cl_uint)(suggested[1] << 16 | suggested[0]) : taken[0];
    ocl_result result = ocl_verify_u32("work-group size", taken, ref, items);
    const bool legal = width > 0 && height > 0 && global[0] % width == 0 &&
                       global[1] % height == 0 && width * height <= most;
    result = ocl_result_both(result, ocl_verify_equal("legal", legal, true));

    char sizes[3][48] = { "", "", "-" };
    snprintf(sizes[0], sizeof sizes[0], "%zu x %zu", global[0], global[1]);
    snprintf(sizes[1], sizeof sizes[1], "%zu x %zu", width, height);
    if (l->suggest) snprintf(sizes[2], sizeof sizes[2], "%zu x %zu", suggested[0], suggested[1]);
    ocl_table_row(table, "%12s %12s %12s", sizes[0], sizes[1], sizes[2]);
    free(ref);
    free(taken);
    return result;
}

// Global sizes of one and two dimensions: round ones, primes, and one with few divisors.
static void run_choices(const lesson *l)
{
    static const size_t GLOBALS[][2] = { { 1024, 1 },         { 1000, 1 }, { 1009, 1 },
                                         { MOST_CHOICES, 1 }, { 640, 12 }, { 17, 16 } };
    ocl_table table = ocl_table_open(l->report, "choices", "global size, NULL takes, suggested");
    ocl_result result = { .pass = true };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "suggested_group_size_taken", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_taken, &l->d_taken));
    for (size_t g = 0; g < sizeof GLOBALS / sizeof *GLOBALS; g++)
        result = ocl_result_both(result, choose(l, kernel, GLOBALS[g], &table));
    ocl_report_result(l->report, "choices", result);
    OCL_CHECK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "suggested_group_size",
                              .summary = "Which work-group size does the driver suggest?",
                              .accepts = "dnorVks",
                              .size_help = "work-items of the kernel with short ones",
                              .extents = 1,
                              .variants = VARIANTS,
                              .writes = OCL_CHART_FILE };
    const ocl_options defaults = { .n = { 500009 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    const double size = sizeof(cl_uint) * (double)n;
    ocl_require_memory(env.device, size, 2 * size, 3 * size);

    cl_uint *x = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        x[i] = (cl_uint)ocl_random(opt.seed, i);
    lesson l = { .env = &env, .suggest = find_suggest(&env), .ref = ocl_alloc(bytes) };
    l.program = ocl_build(&env, "suggested_group_size.cl", "-cl-std=CL1.2 -DROUNDS=%d", ROUNDS);
    l.d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    l.d_taken = ocl_buffer(&env, CL_MEM_WRITE_ONLY, MOST_CHOICES * sizeof(cl_uint), NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", n);
    if (!l.suggest)
        ocl_report_note(l.report, "this device suggests nothing: it has no "
                                  "cl_khr_suggested_local_work_size");

    sweep sweeps[2];
    size_t count = 0;
    if (ocl_wants(&opt, "short")) {
        sweeps[count] = (sweep){ .name = VARIANTS[SHORT], .n = n };
        OCL_TIME_REFERENCE(l.report, short_ref(l.ref, x, n));
        run_variant(&l, &sweeps[count++]);
    }
    if (ocl_wants(&opt, "long")) {
        sweeps[count] = (sweep){ .name = VARIANTS[LONG], .n = ocl_divide_up(n, SHARE) };
        OCL_TIME_REFERENCE(l.report, long_ref(l.ref, x, sweeps[count].n));
        run_variant(&l, &sweeps[count++]);
    }
    if (ocl_wants(&opt, "all")) run_choices(&l);
    if (opt.output) draw_sweeps(l.report, sweeps, count, opt.output);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_taken));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    OCL_CHECK(clReleaseProgram(l.program));
    free(l.ref);
    free(x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
