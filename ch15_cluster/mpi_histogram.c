// SPDX-License-Identifier: MIT
//
// mpi_histogram - a picture counted by many devices: each rank reads its rows and counts them.
//
//     file    rows of rank 0 | rows of rank 1 | ...       MPI_File_read_at_all
//                  |                |
//             device 0         device 1                   one kernel each
//                  |                |
//             256 + 256 + 256 counts each
//                   \              /
//                    + MPI_Reduce +                       the sum, in rank 0
//
// Shows   the usual form of a program on a cluster: the same program in each rank, one rank per
//         device, parts of any size; what more ranks gain
// Uses    MPI_File_open, MPI_File_read_at_all, MPI_Comm_split, MPI_Reduce; clEnqueueWriteBuffer,
//         clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Times   By the clock of rank 0, from a barrier to the end of MPI_Reduce: the rows go to the
//         device, are counted, and the counts come back.
// Try     mpi_histogram; mpiexec -n 4 mpi_histogram -i photo.bmp -o scaling.png

#include "ocl.h"
#include "sample/output_chart.h"
#include "sample/speed_up.h"

#include "mpi_histogram/layout.h"
#include "shared/cluster/cluster.h"
#include "shared/cluster/pinned.h"

enum { BINS = OCL_RGB_COUNTS, GPU_ITEMS = 256, GROUPS_PER_UNIT = 8, PHOTO = 512 };

typedef struct {
    cluster c;
    ocl_env env;
    ocl_report *report;    // NULL in all ranks but rank 0
    const char *path;      // of the file; NULL: the picture is made
    picture_layout layout;
    pinned rows;    // of this rank
    cl_kernel kernel;
    cl_mem d_rows, d_histograms;
    pinned histograms;       // of all work-groups
    size_t items, groups;    // work-items per work-group, work-groups
    uint64_t ref[BINS];
} lesson;

// A part of the ranks, and the rows that each of them counts.
typedef struct {
    const char *name;
    MPI_Comm comm;
    int rank, size;
    size_t first, rows;
    double copies;    // of the picture that all of them count together
} team;

// --- the rows of a rank

// All ranks of the team read at the same time, each its own rows.  A row is a type of MPI: so a
// part may have more bytes than an int can count.
static void read_rows(const lesson *l, const team *t)
{
    MPI_File file;
    MPI_Status status;
    MPI_Datatype row;
    int read;
    const MPI_Offset at = (MPI_Offset)(l->layout.first + t->first * (uint64_t)l->layout.stride);
    CLUSTER_CHECK(MPI_Type_contiguous((int)l->layout.stride, MPI_BYTE, &row));
    CLUSTER_CHECK(MPI_Type_commit(&row));
    CLUSTER_CHECK(MPI_File_open(t->comm, l->path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    CLUSTER_CHECK(MPI_File_read_at_all(file, at, l->rows.x, (int)t->rows, row, &status));
    CLUSTER_CHECK(MPI_File_close(&file));
    CLUSTER_CHECK(MPI_Get_count(&status, row, &read));
    CLUSTER_CHECK(MPI_Type_free(&row));
    if (read != (int)t->rows)
        ocl_exit(OCL_EXIT_USAGE, "%s: %d of %zu rows could be read", l->path, read, t->rows);
}

// To the device, the kernel, and back.  Adds up the histograms of the work-groups.
static void count_rows(const lesson *l, const team *t, uint64_t counts[BINS])
{
    const cl_command_queue queue = l->env.queue;
    const cl_uint height = (cl_uint)t->rows;
    const size_t global = l->groups * l->items;
    memset(counts, 0, BINS * sizeof *counts);
    if (height == 0) return;    // more ranks than rows
    OCL_CHECK(clEnqueueWriteBuffer(queue, l->d_rows, CL_FALSE, 0, t->rows * l->layout.stride,
                                   l->rows.x, 0, NULL, NULL));
    OCL_CHECK(clSetKernelArg(l->kernel, 3, sizeof height, &height));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->kernel, 1, NULL, &global, &l->items, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_histograms, CL_TRUE, 0,
                                  l->groups * BINS * sizeof(cl_uint), l->histograms.x, 0, NULL,
                                  NULL));
    const cl_uint *histogram = l->histograms.x;
    for (size_t group = 0; group < l->groups; group++, histogram += BINS)
        for (size_t bin = 0; bin < BINS; bin++)
            counts[bin] += histogram[bin];
}

// --- measuring

// All ranks of the team: reads the rows, and counts them again and again.  Rank 0 verifies the sum
// and gets the best time.
static double measure(const lesson *l, const team *t)
{
    const ocl_options *opt = l->env.options;
    const size_t bytes = l->groups * BINS * sizeof(cl_uint);
    uint64_t counts[BINS], sum[BINS];
    ocl_times times = { .runs = 0 };
    ocl_answers answers = { .count = 0 };
    if (l->path)
        read_rows(l, t);
    else
        picture_make_rows(l->rows.x, &l->layout, t->first, t->rows, opt->seed);

    for (size_t run = 0; run <= opt->repeat; run++) {
        ocl_poison_run(l->env.queue, l->d_histograms, bytes, run);
        OCL_CHECK(clFinish(l->env.queue));
        memset(sum, ocl_poison_byte(run), sizeof sum);
        CLUSTER_CHECK(MPI_Barrier(t->comm));
        const double begin = ocl_wall_ns();
        count_rows(l, t, counts);
        CLUSTER_CHECK(MPI_Reduce(counts, sum, BINS, MPI_UINT64_T, MPI_SUM, 0, t->comm));
        if (run > 0) ocl_times_add(&times, ocl_wall_ns() - begin);
        if (l->report) ocl_answers_add_host(&answers, sum, sizeof sum);
    }
    if (!l->report) return 0.0;

    uint64_t want[BINS];
    for (size_t i = 0; i < BINS; i++)
        want[i] = (uint64_t)t->copies * l->ref[i];
    const ocl_result result = ocl_result_both(ocl_verify_u64(t->name, sum, want, BINS),
                                              ocl_verify_answers(t->name, &answers));
    const ocl_row row = { .name = t->name,
                          .times = &times,
                          .work = 3.0 * l->layout.width * l->layout.height * t->copies,
                          .unit = "GB/s",
                          .result = result };
    ocl_report_row(l->report, &row);
    return ocl_best_ns(&times);
}

// The first `size` ranks count one picture together, or one each.  The others wait.
static double run_team(const lesson *l, int size, bool is_larger)
{
    char name[64];
    snprintf(name, sizeof name, "%d rank%s%s", size, size > 1 ? "s" : "",
             is_larger ? ", larger" : "");
    const size_t height = l->layout.height;
    team t = { .name = name, .size = size, .copies = is_larger ? size : 1.0 };
    const int colour = l->c.rank < size ? 0 : MPI_UNDEFINED;
    double ns = 0.0;
    CLUSTER_CHECK(MPI_Comm_split(MPI_COMM_WORLD, colour, l->c.rank, &t.comm));
    if (t.comm != MPI_COMM_NULL) {
        const size_t rank = (size_t)l->c.rank, parts = (size_t)size;
        t.first = is_larger ? 0 : cluster_first(height, parts, rank);
        t.rows = (is_larger ? height : cluster_first(height, parts, rank + 1)) - t.first;
        ns = measure(l, &t);
        CLUSTER_CHECK(MPI_Comm_free(&t.comm));
    }
    cluster_wait(MPI_COMM_WORLD);
    return ns;
}

// --- the parts of main

// What every rank does alone: the header, memory, the kernel.
static void prepare(lesson *l)
{
    const ocl_env *env = &l->env;
    const ocl_options *opt = env->options;
    ocl_message why;
    const bool is_default = !opt->size_given && !opt->input && opt->n[0] == PHOTO;
    if (is_default && !(l->path = ocl_find_data("astronaut.bmp", &why)))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (opt->input) l->path = opt->input;
    l->layout = l->path ? picture_layout_read(l->path) : picture_layout_made(opt->n);
    const size_t bytes = (size_t)l->layout.height * l->layout.stride;
    if ((double)l->layout.width * l->layout.height > UINT32_MAX)
        ocl_exit(OCL_EXIT_USAGE, "more pixels than a 32-bit counter counts (%u)", UINT32_MAX);
    ocl_require_memory(env->device, (double)bytes, (double)bytes, (double)bytes);
    l->rows = pinned_open(env, bytes);

    const size_t most = ocl_local_limit(env->device, 0);
    l->items = ocl_is_cpu(env->device) ? 1 : ocl_smaller(GPU_ITEMS, most);
    cl_program program = ocl_build(env, "mpi_histogram.cl", "-cl-std=CL1.2 -DITEMS=%zu", l->items);
    cl_int err;
    l->kernel = OCL_CREATE(clCreateKernel(program, "mpi_histogram", &err));
    OCL_CHECK(clReleaseProgram(program));
    const size_t units = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    l->groups = GROUPS_PER_UNIT * units;
    l->histograms = pinned_open(env, l->groups * BINS * sizeof(cl_uint));
    l->d_rows = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, NULL);
    l->d_histograms = ocl_buffer(env, CL_MEM_READ_WRITE, l->groups * BINS * sizeof(cl_uint), NULL);
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof(cl_mem), &l->d_histograms));
    OCL_CHECK(clSetKernelArg(l->kernel, 1, sizeof(cl_mem), &l->d_rows));
    OCL_CHECK(clSetKernelArg(l->kernel, 2, sizeof(cl_uint), &l->layout.width));
    OCL_CHECK(clSetKernelArg(l->kernel, 4, sizeof(cl_uint), &l->layout.stride));
    OCL_CHECK(clSetKernelArg(l->kernel, 5, sizeof(cl_uint), &l->layout.red));
}

int main(int argc, char **argv)
{
    lesson l = { .c = cluster_start(&argc, &argv) };
    size_t deadline = CLUSTER_DEADLINE;
    const ocl_option own[] = { CLUSTER_OPTION(&deadline), { 0 } };
    const ocl_about about = { .name = "mpi_histogram",
                              .summary = "Counts a picture's colours with one device per rank.",
                              .accepts = "dniorks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .own = own };
    ocl_options opt = ocl_parse(argc, argv, &about,
                                (ocl_options){ .n = { PHOTO, PHOTO }, .repeat = 10, .seed = 1 });
    if (opt.input && opt.size_given)
        ocl_exit(OCL_EXIT_USAGE, "--input and --size: the picture is either read or made");
    cluster_set_deadline(deadline);
    l.env = cluster_open(&l.c, &opt);
    cluster_grow_default(&opt, l.env.limits.read_gbs / CLUSTER_SLOW_GBS);
    prepare(&l);
    cluster_agree();
    // A path leads to other files on machines that do not share their disks.
    const uint64_t shape = ocl_hash(OCL_HASH_START, &l.layout, sizeof l.layout);
    cluster_require_same(&l.c, shape, l.path ? l.path : "--size");

    if (l.c.rank == 0) {
        l.report = ocl_report_open(&opt, l.env.device);
        ocl_report_count(l.report, "width", l.layout.width);
        ocl_report_count(l.report, "height", l.layout.height);
        ocl_report_count(l.report, "ranks", (size_t)l.c.size);
        ocl_report_count(l.report, "machines", (size_t)l.c.hosts);
        OCL_TIME_REFERENCE(l.report, histogram_ref(l.ref, &l.layout, l.path, opt.seed));
    }
    cluster_wait(MPI_COMM_WORLD);
    cluster_report(&l.c, &l.env, l.report);

    ocl_speed_up curve = { .name = "ranks", .unit = "rank" };
    ocl_speed_up_points(&curve, (size_t)l.c.size);
    for (size_t k = 0; k < curve.count; k++) {
        const int size = (int)curve.units[k];
        curve.same_ns[k] = curve.large_ns[k] = run_team(&l, size, false);
        if (size > 1) curve.large_ns[k] = run_team(&l, size, true);
    }
    int status = OCL_EXIT_PASS;
    if (l.report) {
        ocl_speed_up_report(l.report, &curve);
        if (opt.output) ocl_speed_up_chart(l.report, &curve, opt.output);
    }

    OCL_CHECK(clReleaseMemObject(l.d_histograms));
    OCL_CHECK(clReleaseMemObject(l.d_rows));
    OCL_CHECK(clReleaseKernel(l.kernel));
    pinned_close(&l.env, &l.histograms);
    pinned_close(&l.env, &l.rows);
    ocl_close(&l.env);
    if (l.report) status = ocl_report_close(l.report);
    return cluster_close(status);
}
