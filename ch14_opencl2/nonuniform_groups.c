// SPDX-License-Identifier: MIT
//
// nonuniform_groups - the last work-groups may be smaller than the others.
//
// Shows   a mosaic whose last tiles are smaller: whole work-groups with a guard, which run
//         everywhere, and an NDRange of exactly the picture's size; what a work-item is told there
// Uses    CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, -cl-uniform-work-group-size,
//         clEnqueueNDRangeKernel; get_enqueued_local_size, get_local_linear_id,
//         get_global_linear_id
// Try     nonuniform_groups -n 17x17; nonuniform_groups --side 8

#include "ocl.h"

// In the order of the kernel nonuniform_groups_ids.
enum {
    GLOBAL_LINEAR_ID,
    LOCAL_LINEAR_ID,
    LOCAL_SIZE,
    ENQUEUED_LOCAL_SIZE = LOCAL_SIZE + 3,
    FACTS = 8
};

// Fact f of work-item i is facts[f * items + i].  An offset of the NDRange changes none of them.
static void facts_ref(cl_uint *facts, const size_t global[3], const size_t local[3])
{
    const size_t items = global[0] * global[1] * global[2];
    for (size_t i = 0; i < items; i++) {
        const size_t at[3] = { i % global[0], i / global[0] % global[1],
                               i / global[0] / global[1] };
        size_t size[3], in[3];    // of the work-group, in the work-group
        for (size_t d = 0; d < 3; d++) {
            in[d] = at[d] % local[d];
            size[d] = ocl_smaller(local[d], global[d] - (at[d] - in[d]));
            facts[(LOCAL_SIZE + d) * items + i] = (cl_uint)size[d];
            facts[(ENQUEUED_LOCAL_SIZE + d) * items + i] = (cl_uint)local[d];
        }
        facts[GLOBAL_LINEAR_ID * items + i] = (cl_uint)i;
        facts[LOCAL_LINEAR_ID * items + i] = (cl_uint)((in[2] * size[1] + in[1]) * size[0] + in[0]);
    }
}

enum { LARGEST = 1000 };    // the pixels are smaller

enum { PADDED, UNIFORM, RAGGED, VARIANT_COUNT };
static const char *const VARIANTS[] = { "padded", "uniform", "ragged", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    bool ragged;               // the device has non-uniform work-groups
    size_t n[2], local[2];     // sides of the picture, of a work-group
    cl_program programs[3];    // OpenCL C 1.2; newest with uniform groups; newest
    cl_kernel kernels[3];      // of each variant; NULL without one
    cl_uint *x, *ref;          // of any picture that is not larger than the first one
    cl_mem d_out, d_x;
} lesson;

static bool has_ragged_groups(cl_device_id device)
{
    return ocl_device_version(device) >= 20 && ocl_has_newer_c(device) &&
           ocl_has_optional(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT);
}

// Whether the compiler knows -cl-uniform-work-group-size.
static bool takes_uniform(cl_device_id device)
{
    return ocl_has_newer_c(device) && !ocl_known_fault(device, "-cl-uniform-work-group-size");
}

// Each pixel of a tile becomes the mean of the tile's pixels.
static void mosaic_ref(cl_uint *out, const cl_uint *x, const size_t n[2], const size_t tile[2])
{
    for (size_t top = 0; top < n[1]; top += tile[1])
        for (size_t left = 0; left < n[0]; left += tile[0]) {
            const size_t right = ocl_smaller(left + tile[0], n[0]);
            const size_t bottom = ocl_smaller(top + tile[1], n[1]);
            cl_uint sum = 0;
            for (size_t v = top; v < bottom; v++)
                for (size_t u = left; u < right; u++)
                    sum += x[v * n[0] + u];
            for (size_t v = top; v < bottom; v++)
                for (size_t u = left; u < right; u++)
                    out[v * n[0] + u] = sum / (cl_uint)((right - left) * (bottom - top));
        }
}

static void create(lesson *l)
{
    static const char *const NAMES[] = { "nonuniform_groups_padded", "nonuniform_groups_padded",
                                         "nonuniform_groups_ragged" };
    const bool newer = ocl_has_newer_c(l->env->device), uniform = takes_uniform(l->env->device);
    const char *newest = ocl_newest_c(l->env->device), *file = "nonuniform_groups.cl";
    cl_int err;
    l->programs[PADDED] = ocl_build(l->env, file, "-cl-std=CL1.2");
    if (uniform)
        l->programs[UNIFORM] = ocl_build(l->env, file, "%s -cl-uniform-work-group-size", newest);
    if (newer) l->programs[RAGGED] = ocl_build(l->env, file, "%s", newest);
    for (int v = PADDED; v <= RAGGED; v++)
        if (l->programs[v])
            l->kernels[v] = OCL_CREATE(clCreateKernel(l->programs[v], NAMES[v], &err));
}

static void set_arguments(const lesson *l, int variant, const size_t n[2])
{
    const cl_ulong width = n[0], height = n[1];
    cl_kernel kernel = l->kernels[variant];
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    if (variant == RAGGED) return;
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof width, &width));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof height, &height));
}

// One mosaic of n[0] x n[1] pixels.
static void enqueue(const lesson *l, int variant, const size_t n[2], cl_event *done)
{
    const size_t padded[2] = { ocl_round_up(n[0], l->local[0]), ocl_round_up(n[1], l->local[1]) };
    set_arguments(l, variant, n);
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernels[variant], 2, NULL,
                                     variant == RAGGED ? n : padded, l->local, 0, NULL, done));
}

static void run_variant(const lesson *l, int variant)
{
    const size_t bytes = l->n[0] * l->n[1] * sizeof(cl_uint);
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_out, bytes);
    while (ocl_trial_next(&t))
        enqueue(l, variant, l->n, &t.done);
    const ocl_work work = { .amount = (double)(l->n[0] * l->n[1]), .unit = "Mpixel/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, t.name, l->d_out, l->ref, bytes));
}

// Pictures of several sizes, the variants in turn, so that a busy machine disturbs all alike.
static void compare(const lesson *l)
{
    static const size_t TILES[] = { 1, 4, 16, 32 };
    cl_uint *ref = ocl_alloc(l->n[0] * l->n[1] * sizeof *ref);
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(l->report, "one more than whole tiles",
                                     "width, height, padded ms, uniform ms, ragged ms");
    for (size_t s = 0; s < sizeof TILES / sizeof *TILES; s++) {
        const size_t n[2] = { TILES[s] * l->local[0] + 1, TILES[s] * l->local[1] + 1 };
        if (n[0] > l->n[0] || n[1] > l->n[1]) break;
        ocl_times times[VARIANT_COUNT] = { { .runs = 0 } };
        mosaic_ref(ref, l->x, n, l->local);
        for (size_t run = 0; run <= l->env->options->repeat; run++)
            for (int v = PADDED; v < (l->ragged ? VARIANT_COUNT : RAGGED); v++) {
                cl_event done;
                if (!l->kernels[v]) continue;
                ocl_poison_run(l->env->queue, l->d_out, n[0] * n[1] * sizeof *ref, run);
                enqueue(l, v, n, &done);
                ocl_times_take(&times[v], run, done);
                result = ocl_result_both(result, ocl_verify_buffer(l->env, VARIANTS[v], l->d_out,
                                                                   ref, n[0] * n[1] * sizeof *ref));
            }
        double ms[VARIANT_COUNT];
        for (int v = PADDED; v < VARIANT_COUNT; v++)
            ms[v] = times[v].runs ? ocl_best_ns(&times[v]) / 1e6 : NAN;
        ocl_table_row(&table, "%5zu %6zu %10.4f %10.4f %10.4f", n[0], n[1], ms[PADDED], ms[UNIFORM],
                      ms[RAGGED]);
    }
    if (result.count) ocl_report_result(l->report, "mosaics of these sizes", result);
    free(ref);
}

// The linear ids and both sizes, of all work-items of an NDRange with an offset.
static void run_ids(const lesson *l, const char *name, const size_t global[3])
{
    cl_int err;
    cl_kernel kernel =
        OCL_CREATE(clCreateKernel(l->programs[RAGGED], "nonuniform_groups_ids", &err));
    const cl_device_id device = l->env->device;
    size_t local[3];
    ocl_local_size_2d(kernel, device, (const size_t[]){ 4, 2 }, local);
    local[2] = ocl_smaller(2, ocl_kernel_limit(kernel, device) / (local[0] * local[1]));
    const size_t offset[3] = { 100, 20, 3 };
    const size_t items = global[0] * global[1] * global[2];
    const size_t bytes = FACTS * items * sizeof(cl_uint);
    cl_uint *ref = ocl_alloc(bytes);
    facts_ref(ref, global, local);
    cl_mem d_out = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 3, offset, global, local, 0, NULL, NULL));
    ocl_report_result(l->report, name, ocl_verify_buffer(l->env, name, d_out, ref, bytes));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    free(ref);
}

static void release(const lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_x));
    OCL_CHECK(clReleaseMemObject(l->d_out));
    for (int v = PADDED; v <= RAGGED; v++) {
        if (!l->programs[v]) continue;
        OCL_CHECK(clReleaseKernel(l->kernels[v]));
        OCL_CHECK(clReleaseProgram(l->programs[v]));
    }
    free(l->ref);
    free(l->x);
}

int main(int argc, char **argv)
{
    size_t side = 16;
    const ocl_option own[] = {
        { .usage = "-S, --side N: work-items per side of a work-group at most", .count = &side },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "nonuniform_groups",
                              .summary = "The last work-groups may be smaller than the others.",
                              .accepts = "dnrVks",
                              .size_help = "width and height of the picture",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 1021, 769 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0] * (double)opt.n[1];
    ocl_require_memory(env.device, size, 2 * size, 3 * size);

    lesson l = { .env = &env,
                 .n = { opt.n[0], opt.n[1] },
                 .ragged = has_ragged_groups(env.device) };
    if (!ocl_wants(&opt, "all") && ocl_wants(&opt, "ragged") && !l.ragged)
        ocl_exit(OCL_EXIT_SKIP, "this device has no non-uniform work-groups: "
                                "CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT is CL_FALSE");
    if (!ocl_wants(&opt, "all") && ocl_wants(&opt, "uniform") && !takes_uniform(env.device))
        ocl_exit(OCL_EXIT_SKIP, "this device's compiler has no -cl-uniform-work-group-size");
    const size_t pixels = l.n[0] * l.n[1], bytes = pixels * sizeof *l.x;
    l.x = ocl_alloc(bytes);
    l.ref = ocl_alloc(bytes);
    for (size_t i = 0; i < pixels; i++)
        l.x[i] = (cl_uint)(ocl_random(opt.seed, i) % LARGEST);

    create(&l);
    l.local[0] = l.local[1] = side;
    for (int v = PADDED; v <= RAGGED; v++)    // all have the same tiles: what each kernel allows
        if (l.kernels[v]) ocl_local_size_2d(l.kernels[v], env.device, l.local, l.local);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", l.n[0]);
    ocl_report_count(l.report, "height", l.n[1]);
    ocl_report_count(l.report, "group width", l.local[0]);
    ocl_report_count(l.report, "group height", l.local[1]);
    OCL_TIME_REFERENCE(l.report, mosaic_ref(l.ref, l.x, l.n, l.local));
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, l.x);

    for (int v = PADDED; v <= RAGGED; v++)
        if (ocl_wants(&opt, VARIANTS[v]) && l.kernels[v] && (v != RAGGED || l.ragged))
            run_variant(&l, v);
    if (ocl_wants(&opt, "all")) {
        if (!l.ragged)
            ocl_report_note(l.report,
                            "not run: ragged, as the device has no non-uniform work-groups");
        if (l.programs[RAGGED]) run_ids(&l, "ids, whole groups", (size_t[]){ 8, 6, 4 });
        if (l.ragged) run_ids(&l, "ids, smaller last groups", (size_t[]){ 7, 5, 3 });
        compare(&l);
    }

    release(&l);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
