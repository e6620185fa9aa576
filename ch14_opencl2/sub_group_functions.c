// SPDX-License-Identifier: MIT
//
// sub_group_functions - work-items that run together exchange values without local memory.
//
// Shows   how large sub-groups are, and which work-item is where; each function of the extensions
//         compared with plain C; a sum, a scan and a transpose by them, against local memory
// Uses    CL_DEVICE_MAX_NUM_SUB_GROUPS, clGetKernelSubGroupInfo, clSetKernelArg,
//         clEnqueueNDRangeKernel; sub_group_reduce_add, sub_group_ballot, sub_group_shuffle ...
// Try     sub_group_functions --group 16; sub_group_functions -V transpose_sub_group

#include "ocl.h"

#include "proof/sub_group_functions/checks.h"

enum { LARGEST = 1 << 14 };    // the values are between -LARGEST and LARGEST

enum { SUM_LOCAL, SUM_SUB_GROUP, SCAN_LOCAL, SCAN_SUB_GROUP, TRANSPOSE_LOCAL, TRANSPOSE_SUB_GROUP };
static const char *const VARIANTS[] = {
    "sum_local",       "sum_sub_group",       "scan_local", "scan_sub_group",
    "transpose_local", "transpose_sub_group", NULL
};

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    bool has[SUB_GROUP_EXTENSIONS];
    size_t group, groups, side;    // work-items per work-group, work-groups; of the matrix
    size_t largest;                // work-items of the largest sub-group in such a work-group
    cl_int *x;                     // zeros behind the elements: whole work-groups, a whole matrix
    cl_int rare;
    cl_mem d_x;
} lesson;

static void require_sub_groups(cl_device_id device)
{
    cl_uint most = 0;
    if (ocl_device_version(device) >= 21)
        OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, NULL));
    if (most == 0)
        ocl_exit(OCL_EXIT_SKIP, "this device has no sub-groups: CL_DEVICE_MAX_NUM_SUB_GROUPS is 0");
    ocl_require_feature(device, "__opencl_c_subgroups");
}

// How many sub-groups a work-group of `local` work-items has, and the size of the largest.
static void ask_shape(const lesson *l, cl_kernel kernel, size_t local, size_t answers[2])
{
    OCL_CHECK(clGetKernelSubGroupInfo(kernel, l->env->device,
                                      CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
                                      &local, sizeof *answers, &answers[0], NULL));
    OCL_CHECK(clGetKernelSubGroupInfo(kernel, l->env->device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                      sizeof local, &local, sizeof *answers, &answers[1], NULL));
}

// Work-groups of several sizes, also of sizes that no sub-group divides.
static void show_shapes(lesson *l)
{
    static const size_t LOCALS[] = { 1, 7, 16, 64, 100, 256 };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "sub_groups_shape", &err));
    ocl_result result = { .pass = true };
    ocl_table table =
        ocl_table_open(l->report, "shapes", "work-group, sub-groups, largest, last one");
    for (size_t k = 0; k < sizeof LOCALS / sizeof *LOCALS; k++) {
        const size_t local = LOCALS[k];
        if (local > ocl_kernel_limit(kernel, l->env->device) ||
            local > ocl_local_limit(l->env->device, 0))
            continue;
        size_t answers[2], bytes = 5 * local * sizeof(cl_uint);
        cl_uint *shape = ocl_alloc(bytes);
        cl_mem d_shape = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
        ask_shape(l, kernel, local, answers);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_shape, &d_shape));
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &local, &local, 0, NULL, NULL));
        OCL_CHECK(
            clEnqueueReadBuffer(l->env->queue, d_shape, CL_TRUE, 0, bytes, shape, 0, NULL, NULL));
        result =
            ocl_result_both(result, sub_group_verify_shape(l->env->device, shape, local, answers));
        ocl_table_row(&table, "%10zu %10zu %8zu %8zu", local, answers[1], answers[0],
                      local - (answers[1] - 1) * answers[0]);
        OCL_CHECK(clReleaseMemObject(d_shape));
        free(shape);
    }
    ocl_report_result(l->report, "shapes", result);
    OCL_CHECK(clReleaseKernel(kernel));
}

// One function's answers, ordered by places as the kernel stores them.
static ocl_result verify_check(const lesson *l, int c, const cl_int *out, cl_int *ref)
{
    for (size_t i = 0; i < l->groups * l->group; i++) {
        const size_t in_group = i % l->group, begin = in_group / l->largest * l->largest;
        const sub_group_values s = { .values = l->x + (i - in_group) + begin,
                                     .size = ocl_smaller(l->largest, l->group - begin),
                                     .most = l->largest,
                                     .rare = l->rare };
        if (!sub_group_ref(c, &s, in_group - begin, &ref[i])) ref[i] = out[i];
    }
    return ocl_verify_u32(SUB_GROUP_CHECK_LIST[c].name, (const cl_uint *)out, (const cl_uint *)ref,
                          l->groups * l->group);
}

// Each function in up to 64 work-groups.
static void run_each(const lesson *whole)
{
    lesson l = *whole;
    l.groups = ocl_smaller(l.groups, 64);
    const size_t items = l.groups * l.group, bytes = items * sizeof(cl_int);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l.program, "sub_groups_each", &err));
    cl_mem d_out = ocl_buffer(l.env, CL_MEM_WRITE_ONLY, SUB_GROUP_CHECKS * bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l.d_x, &l.d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l.rare, &l.rare));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l.env->queue, kernel, 1, NULL, &items, &l.group, 0, NULL, NULL));
    cl_int *out = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (int c = 0; c < SUB_GROUP_CHECKS; c++) {
        const sub_group_check *check = &SUB_GROUP_CHECK_LIST[c];
        if (check->needs >= 0 && !l.has[check->needs]) continue;
        OCL_CHECK(clEnqueueReadBuffer(l.env->queue, d_out, CL_TRUE, (size_t)c * bytes, bytes, out,
                                      0, NULL, NULL));
        ocl_report_result(l.report, check->name, verify_check(&l, c, out, ref));
    }
    for (int e = 0; e < SUB_GROUP_EXTENSIONS; e++)
        if (!l.has[e]) ocl_report_note(l.report, "without %s", SUB_GROUP_EXTENSION_NAMES[e]);
    free(ref);
    free(out);
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
}

// What a variant must give; how many numbers.
static size_t make_reference(const lesson *l, int variant, cl_int *ref)
{
    const size_t items = l->groups * l->group, side = l->side;
    for (size_t i = 0; variant < TRANSPOSE_LOCAL && i < items; i++) {
        const size_t to = variant <= SUM_SUB_GROUP ? i / l->group : i;
        const size_t from = variant <= SUM_SUB_GROUP ? to : i - 1;
        ref[to] = (i % l->group == 0 ? 0 : ref[from]) + l->x[i];
    }
    for (size_t i = 0; variant >= TRANSPOSE_LOCAL && i < side * side; i++)
        ref[i % side * side + i / side] = l->x[i];
    return variant <= SUM_SUB_GROUP ? l->groups : variant <= SCAN_SUB_GROUP ? items : side * side;
}

static void run_variant(const lesson *l, int variant)
{
    char name[48];
    snprintf(name, sizeof name, "sub_groups_%s", VARIANTS[variant]);
    const bool transposes = variant >= TRANSPOSE_LOCAL;
    const cl_uint side = (cl_uint)l->side;
    const size_t numbers =
        ocl_divide_up(transposes ? l->side * l->side / 4 : l->groups * l->group, l->group);
    const size_t items = numbers * l->group;    // a work-item of a transpose has four numbers
    cl_int *ref = ocl_alloc((l->groups * l->group + l->side * l->side) * sizeof *ref);
    const size_t bytes = make_reference(l, variant, ref) * sizeof *ref;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    cl_mem d_out = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    if (transposes) OCL_CHECK(clSetKernelArg(kernel, 2, sizeof side, &side));

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], d_out, bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &l->group, 0, NULL,
                                         &t.done));
    const ocl_work work = { .amount = transposes ? (double)(l->side * l->side) : (double)items,
                            .unit = "Gelement/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, VARIANTS[variant], d_out, ref, bytes));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    free(ref);
}

// Builds the kernels with what the device has, and asks how large sub-groups are.
static void build(lesson *l)
{
    ocl_growing macros = { 0 };
    for (int e = 0; e < SUB_GROUP_EXTENSIONS; e++) {
        l->has[e] = ocl_has_extension(l->env->device, SUB_GROUP_EXTENSION_NAMES[e]);
        if (ocl_known_fault(l->env->device, "%s", SUB_GROUP_EXTENSION_NAMES[e])) l->has[e] = false;
        if (l->has[e]) ocl_append_format(&macros, " -D%s", SUB_GROUP_MACROS[e]);
    }
    l->program = ocl_build(l->env, "sub_group_functions.cl", "%s -DGROUP=%zu%s",
                           ocl_newest_c(l->env->device), l->group, macros.text ? macros.text : "");
    free(macros.text);
    size_t answers[2];
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "sub_groups_each", &err));
    ask_shape(l, kernel, l->group, answers);
    l->largest = answers[0];
    OCL_CHECK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    size_t wanted = 256;
    const ocl_option own[] = {
        { .usage = "-g, --group N: work-items per work-group at most", .count = &wanted },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "sub_group_functions",
                              .summary = "Work-items that run together exchange values.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0];
    const double size = sizeof(cl_int) * (double)n;    // the values, and those of the matrix
    ocl_require_memory(env.device, 2 * size, 3 * size, 5 * size);
    require_sub_groups(env.device);

    // Whole work-groups, and a matrix whose side is a multiple of 4.
    lesson l = { .env = &env, .group = ocl_group_size(env.device, wanted) };
    l.groups = ocl_divide_up(n, l.group);
    l.side = ocl_round_up((size_t)ceil(sqrt((double)n)), 4);
    const size_t numbers = l.groups * l.group + l.side * l.side;
    l.x = ocl_alloc(numbers * sizeof *l.x);
    for (size_t i = 0; i < numbers; i++)
        l.x[i] = i < n ? (cl_int)(ocl_random(opt.seed, i) % (2 * LARGEST)) - LARGEST : 0;
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", n);
    ocl_report_count(l.report, "group", l.group);
    ocl_report_count(l.report, "side", l.side);
    build(&l);
    l.rare = LARGEST - (cl_int)(1.4 * LARGEST / (double)l.largest);

    // Four lanes of a sub-group transpose a tile by shuffles.
    const bool shuffles = l.has[SUB_GROUP_SHUFFLE] && l.largest % 4 == 0;
    if (!shuffles && !ocl_wants(&opt, "all") && ocl_wants(&opt, VARIANTS[TRANSPOSE_SUB_GROUP]))
        ocl_exit(OCL_EXIT_SKIP, "this device has no shuffles, or no sub-groups of 4 or more");

    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, numbers * sizeof *l.x, l.x);
    for (int v = SUM_LOCAL; v <= TRANSPOSE_SUB_GROUP; v++)
        if (ocl_wants(&opt, VARIANTS[v]) && (v != TRANSPOSE_SUB_GROUP || shuffles))
            run_variant(&l, v);
    if (ocl_wants(&opt, "all") && !shuffles)
        ocl_report_note(l.report, "not run: transpose_sub_group, which needs shuffles");
    if (ocl_wants(&opt, "all")) show_shapes(&l);
    if (ocl_wants(&opt, "all")) run_each(&l);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseProgram(l.program));
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
