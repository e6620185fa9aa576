// SPDX-License-Identifier: MIT
//
// constant_memory - what constant memory is for: one table, read from four kinds of memory.
//
// Shows   constant memory as an argument and as a table of the program, compared with global and
//         local memory; neighbours that read the same entry, or up to 32 different ones; the limits
//         of a device
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
//         CL_DEVICE_MAX_CONSTANT_ARGS
// Try     constant_memory -n 16M -o curves.png    (on a GPU)
//         constant_memory --table 5, then with larger tables until the device refuses

#include "ocl.h"

enum { SPREADS = 6 };    // 1, 2, 4, ... 32 different entries

// Look-ups per work-item, entries from one lane to the next, entries of the program's own table.
enum { LOOKUPS = 64, STRIDE = 37, PROGRAM_ENTRIES = 1024 };

typedef struct {
    uint32_t *entry;
    uint32_t entries;
} look_up_table;

// Allocates and fills a table; the program's own one has the same entries.  Free `entry`.
static look_up_table make_table(size_t entries)
{
    look_up_table table = { .entry = ocl_alloc(entries * sizeof(uint32_t)),
                            .entries = (uint32_t)entries };
    for (uint32_t j = 0; j < table.entries; j++)
        table.entry[j] = j * 0x9e3779b1U ^ j >> 3;
    return table;
}

// ref[i] is what n numbers become when `spread` neighbours read different entries.
static void constant_memory_ref(uint32_t *ref, const uint32_t *in, const look_up_table *table,
                                uint32_t spread, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t x = in[i];
        for (uint32_t k = 0; k < LOOKUPS; k++) {
            const uint32_t entry = (uint32_t)(i % spread) * STRIDE + k;
            x = (x << 3 | x >> 29) + table->entry[entry % table->entries];
        }
        ref[i] = x;
    }
}

enum { LOCAL = 256, MAX_NAME = 32 };

// Where the table is.
enum { GLOBAL, ARGUMENT, PROGRAM, LOCAL_COPY, PLACES };
static const char *const NAMES[PLACES + 1] = { "global", "argument", "program", "local", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    look_up_table table;
    size_t n;
    uint32_t *ref, *in;
    cl_mem d_out[PLACES], d_in, d_table;    // an output for each place: they run in turn
    cl_kernel kernels[PLACES];              // NULL: not wanted, or the table is too large
} lesson;

// How many entries this memory can hold for a work-group.  A driver need not notice that a constant
// buffer is too large: the program has to.
static size_t most_entries(cl_device_id device, int place, cl_kernel kernel)
{
    switch (place) {
    case ARGUMENT:
        return (size_t)ocl_device_number(device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) /
               sizeof(cl_uint);
    case PROGRAM:
        return PROGRAM_ENTRIES;
    case LOCAL_COPY:
        return ocl_local_left(kernel, device) / sizeof(cl_uint);
    default:
        return CL_UINT_MAX;
    }
}

// The kernel of a place with its arguments, except `spread`.
static cl_kernel make_kernel(const lesson *l, cl_program program, int place)
{
    char name[40];
    snprintf(name, sizeof name, "constant_memory_%s", NAMES[place]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    const size_t most = most_entries(l->env->device, place, kernel);
    if (l->table.entries > most) {
        if (!ocl_wants(l->env->options, "all"))
            ocl_exit(OCL_EXIT_USAGE,
                     "--table: a table in the place '%s' has at most %zu entries here",
                     NAMES[place], most);
        ocl_report_note(l->report, "%s is left out: it holds at most %zu entries", NAMES[place],
                        most);
        OCL_CHECK(clReleaseKernel(kernel));
        return NULL;
    }

    const cl_ulong n = l->n;
    const cl_uint entries = l->table.entries;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &l->d_out[place]));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_in, &l->d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_table, &l->d_table));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof entries, &entries));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof n, &n));
    if (place == LOCAL_COPY) OCL_CHECK(clSetKernelArg(kernel, 6, entries * sizeof(cl_uint), NULL));
    return kernel;
}

static void launch(const lesson *l, cl_kernel kernel, cl_event *done)
{
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, done));
}

// Runs the places in turn, so that a slow moment of the machine affects all of them.
static void run_in_turn(const lesson *l, ocl_trial trials[PLACES])
{
    bool again = true;
    while (again) {
        again = false;
        for (int p = 0; p < PLACES; p++) {
            if (!l->kernels[p] || !ocl_trial_next(&trials[p])) continue;
            launch(l, l->kernels[p], &trials[p].done);
            again = true;
        }
    }
}

// All places with one spread.  ns[p]: per look-up, of the best run.
static void compare_places(const lesson *l, cl_uint spread, double ns[PLACES])
{
    const size_t bytes = l->n * sizeof(cl_uint);
    ocl_trial trials[PLACES];
    char names[PLACES][MAX_NAME];
    for (int p = 0; p < PLACES; p++) {
        snprintf(names[p], MAX_NAME, "%s_%u", NAMES[p], spread);
        trials[p] = ocl_trial_open(l->env, names[p], l->d_out[p], bytes);
        if (l->kernels[p]) OCL_CHECK(clSetKernelArg(l->kernels[p], 4, sizeof spread, &spread));
    }
    OCL_TIME_REFERENCE(l->report, constant_memory_ref(l->ref, l->in, &l->table, spread, l->n));
    run_in_turn(l, trials);

    const double look_ups = (double)LOOKUPS * (double)l->n;
    const ocl_work work = { .amount = look_ups, .unit = "Glook-up/s" };
    for (int p = 0; p < PLACES; p++) {
        if (!l->kernels[p]) continue;
        ns[p] = ocl_best_ns(&trials[p].times) / look_ups;
        ocl_trial_report(&trials[p], l->report, &work,
                         ocl_verify_buffer(l->env, names[p], l->d_out[p], l->ref, bytes));
    }
}

// --- the report

// ns[s][p]: of place p with spread 2^s, of the best run; a place that did not run has 0 and is left
// out.
static void report_places(ocl_report *report, double ns[SPREADS][PLACES])
{
    ocl_table table =
        ocl_table_open(report, "ns", "ns per look-up, 1 entry, 2, 4, 8, 16, 32, 32 to 1");
    for (int p = 0; p < PLACES; p++)
        if (ns[0][p] > 0.0)
            ocl_table_row(&table, "%-14s %8.4f %8.4f %8.4f %8.4f %8.4f %8.4f %8.2f", NAMES[p],
                          ns[0][p], ns[1][p], ns[2][p], ns[3][p], ns[4][p], ns[5][p],
                          ns[5][p] / ns[0][p]);
}

static void draw_places(const ocl_report *report, const char *path, double ns[SPREADS][PLACES])
{
    double spreads[SPREADS], curves[PLACES][SPREADS];
    ocl_series series[PLACES];
    size_t count = 0;
    for (int s = 0; s < SPREADS; s++)
        spreads[s] = (double)(1 << s);
    for (int p = 0; p < PLACES; p++) {
        for (int s = 0; s < SPREADS; s++)
            curves[p][s] = ns[s][p];
        if (ns[0][p] > 0.0)
            series[count++] = (ocl_series){ .label = NAMES[p],
                                            .x = spreads,
                                            .y = curves[p],
                                            .count = SPREADS,
                                            .colour = ocl_palette((size_t)p) };
    }
    const ocl_chart chart = { .title = "A look-up table in four memories",
                              .x_label = "different entries that neighbours read",
                              .y_label = "ns per look-up",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}

int main(int argc, char **argv)
{
    size_t entries = 1000;
    const ocl_option own[] = {
        { .usage = "-t, --table N: entries of the look-up table, of 4 bytes", .count = &entries },
        { 0 },
    };
    const ocl_about about = { .name = "constant_memory",
                              .summary = "One table in four kinds of memory.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "work-items, with 64 look-ups each",
                              .extents = 1,
                              .variants = NAMES,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .repeat = 5, .seed = 1 });
    ocl_env env = ocl_open(&opt);

    const double item_bytes = 4.0 * (double)opt.n[0], table_bytes = 4.0 * (double)entries;
    if (entries > CL_UINT_MAX) ocl_exit(OCL_EXIT_USAGE, "--table: at most %u entries", CL_UINT_MAX);
    ocl_require_memory(env.device, fmax(item_bytes, table_bytes),
                       (PLACES + 1.0) * item_bytes + table_bytes, 3.0 * item_bytes + table_bytes);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    lesson l = { .env = &env,
                 .n = n,
                 .table = make_table(entries),
                 .ref = ocl_alloc(bytes),
                 .in = ocl_alloc(bytes) };
    ocl_fill_u32(l.in, n, opt.seed);

    ocl_report *report = ocl_report_open(&opt, env.device);
    l.report = report;
    ocl_report_count(report, "work-items", n);
    ocl_report_count(report, "table_bytes", entries * sizeof(cl_uint));
    ocl_report_count(report, "constant_bytes", 4 * most_entries(env.device, ARGUMENT, NULL));
    ocl_report_count(report, "constant_arguments",
                     (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_CONSTANT_ARGS));

    cl_program program =
        ocl_build(&env, "constant_memory.cl", "-DLOOKUPS=%d -DSTRIDE=%d", LOOKUPS, STRIDE);
    for (int p = 0; p < PLACES; p++)
        l.d_out[p] = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    l.d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, l.in);
    l.d_table = ocl_buffer(&env, CL_MEM_READ_ONLY, entries * sizeof(cl_uint), l.table.entry);
    for (int p = 0; p < PLACES; p++)
        if (ocl_wants(&opt, NAMES[p])) l.kernels[p] = make_kernel(&l, program, p);

    double ns[SPREADS][PLACES] = { { 0.0 } };
    for (int spread = 0; spread < SPREADS; spread++)
        compare_places(&l, 1U << spread, ns[spread]);
    report_places(report, ns);
    if (opt.output) draw_places(report, opt.output, ns);

    for (int p = 0; p < PLACES; p++)
        if (l.kernels[p]) OCL_CHECK(clReleaseKernel(l.kernels[p]));
    OCL_CHECK(clReleaseMemObject(l.d_table));
    OCL_CHECK(clReleaseMemObject(l.d_in));
    for (int p = 0; p < PLACES; p++)
        OCL_CHECK(clReleaseMemObject(l.d_out[p]));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(l.in);
    free(l.ref);
    free(l.table.entry);
    return ocl_report_close(report);
}
