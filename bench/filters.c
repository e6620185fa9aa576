// SPDX-License-Identifier: MIT
//
// bench_filters - the fastest rung of each filter of chapter 9 with a window of 3 x 3 beside OpenMP
// and OpenCV; on a GPU, beside NVIDIA's NPP.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.  On
// a CPU the host's clock counts, with launch and wait.  Against NPP the GPU's clock counts: runs
// follow each other back to back and use copies of the pictures in turn.

#include "filters_peers.h"
#include "shared/memory.h"
#include "timed.h"

enum { CONTENDERS = 5, BACK_TO_BACK = 20 };

// Copies of both pictures: at most MAX_COPIES, and no more than make COPIED_BYTES.
enum { MAX_COPIES = 16, COPIED_BYTES = 300000000 };

// Parts of the picture that are checked, and about how many pixels each part has.
enum { PARTS = 3, CHECKED_PIXELS = 1 << 22 };

// Rows per work-item, as in the samples.
static const int STRIP_ROWS[] = { 4, 4, 6, 8 };
enum { BAND_ROWS = 16 };

// Warm-up before each run, see bench_histogram.
static const double WARM_NS = 30e6;

static const char *const FILTERS[] = { "mean_filter", "gaussian_filter", "median_filter",
                                       "sobel_filter", NULL };
static const char *const FORMATS[] = { "rgba", "grey", "float", NULL };

typedef struct {
    filter_job job;
    peer_picture host;    // the job's `in` and `out`
    size_t copies, runs;
    filter_memory memory[MAX_COPIES];
    filters_npp *npp;    // NULL: against OpenMP
    bool plain_stores;
} bench;

typedef struct contender {
    const char *name;
    double (*run_ns)(struct contender *who);    // one run, or the mean of several
    bench *bench;
    peer_filter filter;
    double bound;          // on the error
    cl_program program;    // of a rung
    cl_kernel kernel;
    ocl_range_2d range;
    ocl_times times;
} contender;

// --- the peers

static double run_openmp(contender *who)
{
    const double begin = ocl_wall_ns();
    filters_openmp(who->filter, &who->bench->host);
    return ocl_wall_ns() - begin;
}

#ifdef OCL_HAVE_OPENCV
static double run_opencv(contender *who)
{
    const double begin = ocl_wall_ns();
    filters_opencv(who->filter, &who->bench->host);
    return ocl_wall_ns() - begin;
}
#endif

#ifdef OCL_HAVE_NPP
static double run_npp(contender *who)
{
    return filters_npp_ns(who->bench->npp, who->filter, BACK_TO_BACK);
}
#endif

// The plainest loop.
static double pixel_ref(peer_filter filter, const double v[9])
{
    const double right = v[2] + 2.0 * v[5] + v[8], left = v[0] + 2.0 * v[3] + v[6];
    const double low = v[6] + 2.0 * v[7] + v[8], high = v[0] + 2.0 * v[1] + v[2];
    double sum = 0.0, sorted[9];
    for (size_t i = 0; i < 9; i++) {
        size_t at = i;
        for (; at > 0 && sorted[at - 1] > v[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = v[i];
        sum += v[i];
    }
    switch (filter) {
    case PEER_MEAN:
        return sum / 9.0;
    case PEER_GAUSS:
        return (left + right + 2.0 * (v[1] + 2.0 * v[4] + v[7])) / 16.0;
    case PEER_MEDIAN:
        return sorted[4];
    default:
        return sqrt((right - left) * (right - left) + (low - high) * (low - high));
    }
}

// Of a large picture three parts are checked: its first rows, its last ones, and as many in the
// middle.  This is how many rows each part has, and where part 0, 1, 2 begins.
static size_t part_rows(const plane *p)
{
    const size_t rows = CHECKED_PIXELS / p->width + 1;
    return rows < p->height ? rows : p->height;
}

static size_t part_begin(const plane *p, size_t part)
{
    return part * (p->height - part_rows(p)) / (PARTS - 1);
}

static bool is_checked(const plane *p, size_t y)
{
    for (size_t part = 0; part < PARTS; part++)
        if (y >= part_begin(p, part) && y < part_begin(p, part) + part_rows(p)) return true;
    return false;
}

static void filter_ref(plane *out, const plane *in, peer_filter filter)
{
#pragma omp parallel for
    for (ptrdiff_t y = 0; y < (ptrdiff_t)in->height; y++) {
        if (!is_checked(in, (size_t)y)) continue;
        for (ptrdiff_t x = 0; x < (ptrdiff_t)in->width; x++)
            for (size_t c = 0; c < in->channels; c++) {
                double v[9];
                for (ptrdiff_t i = 0; i < 9; i++)
                    v[i] = plane_at(in, x + i % 3 - 1, y + i / 3 - 1, c, BORDER_EDGE);
                plane_set(out, (size_t)x, (size_t)y, c, pixel_ref(filter, v));
            }
    }
}

// --- the rungs

static const char *fastest_rung(const bench *b, peer_filter filter)
{
    if (ocl_is_cpu(b->job.env->device)) return "bands";
    if (filter == PEER_MEDIAN && !b->host.is_float && filter_packed(&b->job) == 2) return "packed";
    return "strips";
}

static contender rung(bench *b, peer_filter filter, const char *name)
{
    contender who = { .name = name, .bench = b, .filter = filter };
    const bool bands = strcmp(name, "bands") == 0, packed = strcmp(name, "packed") == 0;
    const int rows = bands ? BAND_ROWS : STRIP_ROWS[filter];
    const bool bytes = b->job.in.format != PLANE_FLOAT;
    const ocl_env *env = b->job.env;
    char macros[256], file[64];
    snprintf(file, sizeof file, "%s_fast.cl", FILTERS[filter]);
    who.program = ocl_build(env, file,
                            "%s -DTHRESHOLD=0 -DKEEP_ALPHA=0 -DROWS=%d "
                            "-DAHEAD=%d -DVECTORS=%d -DPACKED=%d%s%s",
                            filter_build_options(macros, b->job.settings), rows,
                            filter_rows_ahead(&b->job), bands, packed ? filter_packed(&b->job) : 0,
                            b->plain_stores ? " -DPLAIN_STORES" : "",
                            bytes && filter == PEER_SOBEL ? " -cl-denorms-are-zero" : "");
    snprintf(file, sizeof file, "%s_%s", FILTERS[filter], name);
    cl_int err;
    who.kernel = OCL_CREATE(clCreateKernel(who.program, file, &err));
    OCL_CHECK(clSetKernelArg(who.kernel, 2, sizeof(cl_int4), &b->memory[0].shape));
    const size_t each[2] = { bands ? b->job.in.width : 16 / b->job.in.pixel_bytes, (size_t)rows };
    who.range = filter_range(&b->job, who.kernel, each);
    return who;
}

static void enqueue(void *what, cl_event *done)
{
    contender *who = what;
    bench *b = who->bench;
    const filter_memory *m = &b->memory[b->runs++ % b->copies];
    OCL_CHECK(clSetKernelArg(who->kernel, 0, sizeof m->d_out, &m->d_out));
    OCL_CHECK(clSetKernelArg(who->kernel, 1, sizeof m->d_in, &m->d_in));
    OCL_CHECK(clEnqueueNDRangeKernel(b->job.env->queue, who->kernel, 2, NULL, who->range.global,
                                     who->range.local, 0, NULL, done));
}

static double run_rung(contender *who)
{
    const bench *b = who->bench;
    if (!b->npp) return timed_alone_ns(b->job.env->queue, enqueue, who);
    return timed_queued_ns(enqueue, who, b->copies - 1, BACK_TO_BACK);
}

// --- the rounds

// A run after enough others of its kind.
static double steady_ns(contender *who)
{
    if (who->bench->npp) return who->run_ns(who);
    const double begin = ocl_wall_ns();
    do
        who->run_ns(who);
    while (ocl_wall_ns() - begin < WARM_NS);
    return who->run_ns(who);
}

// Runs the contender once more, for its answer, into the job's `out`.
static void take_answer(contender *who)
{
    bench *b = who->bench;
    memset(b->job.out.data, 0xff, plane_bytes(&b->job.out));
    if (!who->kernel) {
        who->run_ns(who);
#ifdef OCL_HAVE_NPP
        if (b->npp) filters_npp_read(b->npp, who->filter, &b->host);
#endif
        return;
    }
    const filter_memory *m = &b->memory[b->runs % b->copies];
    ocl_poison_run(b->job.env->queue, m->d_out, filter_rows(&b->job.out).bytes, 0);
    enqueue(who, NULL);
    filter_memory_read(m);
    OCL_CHECK(clReleaseKernel(who->kernel));
    OCL_CHECK(clReleaseProgram(who->program));
}

// The first contender is the one that the others are compared with.
static size_t line_up(contender all[CONTENDERS], bench *b, peer_filter filter)
{
    // Peers may round the other way.
    const double peers = b->host.is_float ? 4e-6 : 1.0;
    size_t count = 0;
    if (b->npp) {
#ifdef OCL_HAVE_NPP
        // NPP's Gaussian has other weights, those of sigma 1: they move 5.1 % of the sum to others.
        const double gauss = b->host.is_float ? 0.051 : 14.0;
        all[count++] = (contender){ .name = "npp",
                                    .run_ns = run_npp,
                                    .bound = filter == PEER_GAUSS ? gauss : peers };
#endif
    } else {
        all[count++] = (contender){ .name = "openmp", .run_ns = run_openmp, .bound = peers };
#ifdef OCL_HAVE_OPENCV
        all[count++] = (contender){ .name = "opencv", .run_ns = run_opencv, .bound = peers };
#endif
    }
    for (size_t i = 0; i < count; i++) {
        all[i].bench = b;
        all[i].filter = filter;
    }
    all[count] = rung(b, filter, fastest_rung(b, filter));
    all[count].run_ns = run_rung;
    all[count++].bound = b->host.is_float ? 4e-6 : 0.0;
    return count;
}

static ocl_result verify_part(const plane *out, const plane *ref, const char *name, double bound)
{
    if (out->format == PLANE_FLOAT || bound == 0.0) return plane_verify(name, out, ref, bound);
    const size_t rows = plane_bytes(out) / (4 * out->width);    // any bytes, as pixels of four
    const ocl_picture got = { (uint32_t)out->width, (uint32_t)rows, out->data };
    const ocl_picture want = { (uint32_t)out->width, (uint32_t)rows, ref->data };
    return ocl_verify_picture(name, &got, &want, (int)bound);
}

static ocl_result verify(const bench *b, const char *name, double bound)
{
    ocl_result all = { .pass = true };
    for (size_t part = 0; part < PARTS; part++) {
        plane out = b->job.out, ref = b->job.ref;
        const size_t skipped = part_begin(&out, part) * out.width * out.pixel_bytes;
        out.data = (uint8_t *)out.data + skipped;
        ref.data = (uint8_t *)ref.data + skipped;
        out.height = ref.height = part_rows(&out);
        const ocl_result result = verify_part(&out, &ref, name, bound);
        all = part == 0 ? result : ocl_result_both(all, result);
    }
    return all;
}

static void bench_filter(bench *b, peer_filter filter, ocl_table *table)
{
    contender all[CONTENDERS];
    const size_t count = line_up(all, b, filter);
    filter_ref(&b->job.ref, &b->job.in, filter);
    for (size_t round = 0; round <= b->job.settings->options.repeat; round++)
        for (size_t i = 0; i < count; i++) {
            const double ns = steady_ns(&all[i]);
            if (round > 0) ocl_times_add(&all[i].times, ns);
        }
    const double bytes = 2.0 * (double)plane_bytes(&b->job.in);
    const double limit = ocl_device_limits(b->job.env).copy_gbs;
    for (size_t i = 0; i < count; i++) {
        take_answer(&all[i]);
        char name[64];
        snprintf(name, sizeof name, "%s %s", FILTERS[filter], all[i].name);
        ocl_report_row(b->job.report, &(ocl_row){ .name = name,
                                                  .times = &all[i].times,
                                                  .work = bytes,
                                                  .unit = "GB/s",
                                                  .limit = limit,
                                                  .result = verify(b, name, all[i].bound) });
    }
    const contender *ours = &all[count - 1];
    for (size_t i = 0; i + 1 < count; i++)
        ocl_table_row(table, "%-16s %-8s %.2f %-8s", FILTERS[filter], ours->name,
                      ocl_median_ns(&all[i].times) / ocl_median_ns(&ours->times), all[i].name);
}

static void bench_open(bench *b)
{
    const plane *in = &b->job.in;
    b->host = (peer_picture){ .out = b->job.out.data,
                              .in = in->data,
                              .width = in->width,
                              .height = in->height,
                              .channels = in->channels,
                              .is_float = in->format == PLANE_FLOAT };
    b->copies = 1;
    if (!ocl_is_cpu(b->job.env->device)) {
        const size_t enough = COPIED_BYTES / (2 * plane_bytes(in)) + 1;
        b->copies = enough < MAX_COPIES ? enough : MAX_COPIES;
#ifdef OCL_HAVE_NPP
        b->npp = filters_npp_open(&b->host, b->copies);
#endif
    }
    for (size_t i = 0; i < b->copies; i++)
        b->memory[i] = filter_memory_open(&b->job);
}

int main(int argc, char **argv)
{
    filter_settings settings = { .format = PLANE_FLOAT, .window = 3, .pattern = OCL_NOISE };
    bench b = { .runs = 0 };
    const ocl_option own[] = { { .usage = "-f, --format FORMAT: of the picture on the device",
                                 .choice = &settings.format,
                                 .choices = FORMATS },
                               { .usage = "--plain-stores: bands: do not bypass the caches",
                                 .flag = &b.plain_stores },
                               { .usage = NULL } };
    const ocl_about about = { .name = "bench_filters",
                              .summary = "chapter 9's 3 x 3 filters beside OpenMP, OpenCV, NPP.",
                              .accepts = "dnrVks",
                              .size_help = "pixels of the picture",
                              .extents = 2,
                              .variants = FILTERS,
                              .own = own };
    const ocl_options defaults = { .n = { 3840, 2160 }, .repeat = 21, .seed = 1 };
    settings.options = ocl_parse(argc, argv, &about, defaults);
    settings.options.size_given = true;    // no photo
    ocl_env env = ocl_open(&settings.options);
    b.job = filter_open(&env, &settings);
    bench_open(&b);

    ocl_table table = ocl_table_open(b.job.report, "speed", "filter, rung, times as fast as, peer");
    for (int f = 0; FILTERS[f]; f++)
        if (ocl_wants(&settings.options, FILTERS[f])) bench_filter(&b, (peer_filter)f, &table);

#ifdef OCL_HAVE_NPP
    if (b.npp) filters_npp_close(b.npp);
#endif
    for (size_t i = 0; i < b.copies; i++)
        filter_memory_close(&b.memory[i]);
    ocl_close(&env);
    return filter_close(&b.job);
}
