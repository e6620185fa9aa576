// SPDX-License-Identifier: MIT
//
// bench_filters - the fastest rung of each filter of chapter 9 with a window of 3 x 3 beside OpenMP
// and OpenCV; on a GPU, beside NVIDIA's NPP.
//
// On a CPU the host's clock counts, with launch and wait.  Against NPP the GPU's clock counts: runs
// follow each other back to back and use copies of the pictures in turn.

#include "contest.h"
#include "filters_peers.h"
#include "shared/runs.h"
#include "timed.h"

enum { BACK_TO_BACK = 20 };

// Copies of both pictures: at most MAX_COPIES, and no more than make COPIED_BYTES.
enum { MAX_COPIES = 16, COPIED_BYTES = 300000000 };

// Parts of the picture that are checked, and about how many pixels each part has.
enum { PARTS = 3, CHECKED_PIXELS = 1 << 22 };

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
    peer_filter filter;    // of the contest
} bench;

// --- the peers

static void poison_out(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memset(b->job.out.data, 0xff, plane_bytes(&b->job.out));
}

static void run_openmp(void *what)
{
    const bench *b = what;
    filters_openmp(b->filter, &b->host);
}

#ifdef OCL_HAVE_OPENCV
static void run_opencv(void *what)
{
    const bench *b = what;
    filters_opencv(b->filter, &b->host);
}
#endif

#ifdef OCL_HAVE_NPP
static double run_npp(void *what)
{
    const bench *b = what;
    return filters_npp_ns(b->npp, b->filter, BACK_TO_BACK);
}
#endif

// --- the reference

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

// Peers may round the other way.
static double peer_bound(const bench *b)
{
    return b->host.is_float ? 4e-6 : 1.0;
}

static ocl_result check_peer(void *what, const char *name)
{
    return verify(what, name, peer_bound(what));
}

#ifdef OCL_HAVE_NPP
// NPP's Gaussian has other weights, those of sigma 1: they move 5.1 % of the sum to others.
static ocl_result check_npp(void *what, const char *name)
{
    const bench *b = what;
    const double gauss = b->host.is_float ? 0.051 : 14.0;
    filters_npp_read(b->npp, b->filter, &b->host);
    return verify(b, name, b->filter == PEER_GAUSS ? gauss : peer_bound(b));
}
#endif

// --- the rungs

typedef struct {
    bench *bench;
    cl_program program;
    cl_kernel kernel;
    ocl_range_2d range;
} rung;

// Rows per work-item of `strips`, as in the samples.
static size_t strip_rows(const bench *b)
{
    static const size_t ROWS[] = { 4, 4, 0, 8 };
    return b->filter == PEER_MEDIAN ? filter_median_rows(&b->job) : ROWS[b->filter];
}

static const char *fastest_rung(const bench *b)
{
    if (ocl_is_cpu(b->job.env->device)) return "bands";
    if (b->filter == PEER_MEDIAN && !b->host.is_float && filter_packed(&b->job) == 2)
        return "packed";
    return "strips";
}

static rung make_rung(bench *b, const char *name)
{
    rung r = { .bench = b };
    const bool bands = strcmp(name, "bands") == 0, packed = strcmp(name, "packed") == 0;
    const size_t rows = bands ? BAND_ROWS : strip_rows(b);
    const bool bytes = b->job.in.format != PLANE_FLOAT;
    const ocl_env *env = b->job.env;
    char macros[256], file[64];
    snprintf(file, sizeof file, "%s_ladder_fast.cl", FILTERS[b->filter]);
    r.program = ocl_build(
        env, file,
        "%s -DTHRESHOLD=0 -DKEEP_ALPHA=0 -DROWS=%zu -DAHEAD=%d -DVECTORS=%d -DPACKED=%d%s%s",
        filter_build_options(macros, b->job.settings), rows, filter_rows_ahead(&b->job), bands,
        packed ? filter_packed(&b->job) : 0, b->plain_stores ? " -DPLAIN_STORES" : "",
        bytes && b->filter == PEER_SOBEL ? " -cl-denorms-are-zero" : "");
    snprintf(file, sizeof file, "%s_ladder_%s", FILTERS[b->filter], name);
    cl_int err;
    r.kernel = OCL_CREATE(clCreateKernel(r.program, file, &err));
    OCL_CHECK(clSetKernelArg(r.kernel, 2, sizeof(cl_int4), &b->memory[0].shape));
    const size_t each[2] = { bands ? b->job.in.width : 16 / b->job.in.pixel_bytes, rows };
    r.range = filter_range(&b->job, r.kernel, each);
    return r;
}

static void enqueue(void *what, cl_event *done)
{
    rung *r = what;
    bench *b = r->bench;
    const filter_memory *m = &b->memory[b->runs++ % b->copies];
    OCL_CHECK(clSetKernelArg(r->kernel, 0, sizeof m->d_out, &m->d_out));
    OCL_CHECK(clSetKernelArg(r->kernel, 1, sizeof m->d_in, &m->d_in));
    OCL_CHECK(clEnqueueNDRangeKernel(b->job.env->queue, r->kernel, 2, NULL, r->range.global,
                                     r->range.local, 0, NULL, done));
}

static double run_rung(void *what)
{
    const bench *b = ((const rung *)what)->bench;
    if (!b->npp) return timed_alone_ns(b->job.env->queue, enqueue, what);
    return timed_queued_ns(enqueue, what, b->copies - 1, BACK_TO_BACK);
}

static void poison_all(void *what, size_t round)
{
    const bench *b = ((const rung *)what)->bench;
    for (size_t i = 0; i < b->copies; i++)
        ocl_poison_run(b->job.env->queue, b->memory[i].d_out, filter_rows(&b->job.out).bytes,
                       round);
}

static ocl_result check_rung(void *what, const char *name)
{
    const bench *b = ((const rung *)what)->bench;
    filter_memory_read(&b->memory[(b->runs - 1) % b->copies]);    // of the last run
    return verify(b, name, b->host.is_float ? 4e-6 : 0.0);
}

// --- the contenders

static void add_peers(contest *c, bench *b)
{
    contest_entry peer = { .is_peer = true, .what = b, .prepare = poison_out };
    peer.work = 2.0 * (double)plane_bytes(&b->job.in);
    peer.limit = b->job.env->limits.copy_gbs;
#ifdef OCL_HAVE_NPP
    if (b->npp) {
        peer.name = "npp";
        peer.run_ns = run_npp;
        peer.check = check_npp;
        contest_add(c, peer);
        return;
    }
#endif
    peer.check = check_peer;
    peer.name = "openmp";
    peer.run = run_openmp;
    contest_add(c, peer);
#ifdef OCL_HAVE_OPENCV
    peer.name = "opencv";
    peer.run = run_opencv;
    contest_add(c, peer);
#endif
}

static contest bench_filter(bench *b)
{
    contest c = { .unit = "GB/s",
                  .env = b->job.env,
                  .rounds = b->job.settings->options.repeat,
                  .warm_ns = b->npp ? 0.0 : CONTEST_WARM_NS,
                  .check_last = true };
    snprintf(c.label, sizeof c.label, "%s", FILTERS[b->filter]);
    filter_ref(&b->job.ref, &b->job.in, b->filter);
    add_peers(&c, b);
    const char *name = fastest_rung(b);
    rung r = make_rung(b, name);
    contest_add(&c, (contest_entry){ .name = name,
                                     .what = &r,
                                     .prepare = poison_all,
                                     .run_ns = run_rung,
                                     .check = check_rung,
                                     .work = 2.0 * (double)plane_bytes(&b->job.in),
                                     .limit = b->job.env->limits.copy_gbs });
    contest_run(&c);
    contest_report(&c, b->job.report);
    OCL_CHECK(clReleaseKernel(r.kernel));
    OCL_CHECK(clReleaseProgram(r.program));
    return c;
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

    contest contests[PEER_FILTERS];
    size_t count = 0;
    for (int f = 0; FILTERS[f]; f++) {
        if (!ocl_wants(&settings.options, FILTERS[f])) continue;
        b.filter = (peer_filter)f;
        contests[count++] = bench_filter(&b);
    }
    ocl_table speed = contest_table(&contests[0], b.job.report);
    for (size_t i = 0; i < count; i++)
        contest_ratios(&contests[i], &speed);

#ifdef OCL_HAVE_NPP
    if (b.npp) filters_npp_close(b.npp);
#endif
    for (size_t i = 0; i < b.copies; i++)
        filter_memory_close(&b.memory[i]);
    ocl_close(&env);
    return filter_close(&b.job);
}
