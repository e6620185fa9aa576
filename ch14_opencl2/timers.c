// SPDX-License-Identifier: MIT
//
// timers - the clocks of host and device on one axis, and the times of a command on it.
//
// Shows   both clocks read together, by the driver and by hand; how well they fit and how they
//         drift; when a command ran, on the host's clock
// Uses    clGetDeviceAndHostTimer, clGetHostTimer (OpenCL 2.1), clEnqueueFillBuffer,
//         CL_PLATFORM_HOST_TIMER_RESOLUTION, CL_DEVICE_PROFILING_TIMER_RESOLUTION
// Try     timers -o drift.png; timers -V by_hand -n 500

#include "ocl.h"

#include "timers/clocks.h"

enum { NUMBERS = 4099, MAX_PAIRS = OCL_MAX_REPEAT };
static const double PAUSE_S = 0.01;

// ASKED: the driver reads both clocks.  BY_HAND: this program has a clock of its own, and looks at
// it before and after a command whose stamps are times of the device's clock.
enum { ASKED, BY_HAND, WAYS };
static const char *const NAMES[] = { "asked", "by_hand", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_mem d_x;
    double tick_ns;    // of the device's clock
} lesson;

// A command, and the host's times before it was enqueued and after it was waited for.
typedef struct {
    cl_ulong before, after;
    ocl_stamps stamps;    // of the device's clock
} timed;

// In nanoseconds; 0 where the driver cannot read both clocks together.
static cl_ulong host_resolution(const ocl_env *env)
{
    cl_ulong ns = 0;
    if (ocl_known_fault(env->device, "CL_PLATFORM_HOST_TIMER_RESOLUTION")) return 0;
    if (ocl_device_version(env->device) >= 21)
        OCL_CHECK(clGetPlatformInfo(env->platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof ns,
                                    &ns, NULL));
    return ns;
}

// The time of the host's clock that belongs to this way.  They need not be the same clock.
static cl_ulong host_time(const lesson *l, int way)
{
    cl_ulong ns = 0;
    if (way == BY_HAND) return (cl_ulong)ocl_wall_ns();
    OCL_CHECK(clGetHostTimer(l->env->device, &ns));
    return ns;
}

static timed run_command(const lesson *l, int way, cl_uint number)
{
    cl_event done;
    timed t = { .before = host_time(l, way) };
    OCL_CHECK(clEnqueueFillBuffer(l->env->queue, l->d_x, &number, sizeof number, 0,
                                  NUMBERS * sizeof number, 0, NULL, &done));
    OCL_CHECK(clWaitForEvents(1, &done));
    t.after = host_time(l, way);
    t.stamps = ocl_event_stamps(done);
    OCL_CHECK(clReleaseEvent(done));
    return t;
}

// The call may take its time: the device's clock was read somewhere in it.
static clock_pair ask(const lesson *l, ocl_result *order)
{
    clock_pair pair;
    const cl_ulong before = host_time(l, ASKED);
    OCL_CHECK(clGetDeviceAndHostTimer(l->env->device, &pair.device, &pair.host));
    const cl_ulong after = host_time(l, ASKED);
    pair.within = after - before;
    const bool ordered = before <= pair.host && pair.host <= after;
    *order = ocl_result_both(*order, ocl_verify_equal("host's times in order", ordered, true));
    return pair;
}

// The command ran somewhere between the two readings: its middle is taken for theirs.
static clock_pair pair_by_hand(timed t)
{
    const cl_ulong ran = t.stamps.ended - t.stamps.started, around = t.after - t.before;
    return (clock_pair){ .device = t.stamps.started + ran / 2,
                         .host = t.before + around / 2,
                         .within = around > ran ? (around - ran + 1) / 2 : 0 };
}

// A time of the device's clock on the host's clock.
static cl_ulong on_host(clock_pair pair, cl_ulong device)
{
    return pair.host + (device - pair.device);
}

// On the host's clock all stamps lie between the two readings.  The pair may be wrong by `within`
// and a tick.  In the time since the pair, two clocks drift apart by less than a thousandth.
static ocl_result verify_inside(const lesson *l, const char *what, clock_pair pair, timed t)
{
    const cl_ulong stamps[] = { t.stamps.queued, t.stamps.submitted, t.stamps.started,
                                t.stamps.ended };
    float outside[4], zero[4] = { 0 };
    for (int s = 0; s < 4; s++) {
        const double early = ocl_ns_between(on_host(pair, stamps[s]), t.before);
        const double late = ocl_ns_between(t.after, on_host(pair, stamps[s]));
        outside[s] = (float)fmax(0, fmax(early, late));
    }
    const double drift = fabs(ocl_ns_between(pair.host, t.after)) / 1000;
    return ocl_verify_f32(what, outside, zero, 4, (double)pair.within + l->tick_ns + drift);
}

static void show_command(const lesson *l, clock_pair pair, timed t)
{
    const struct {
        const char *name, *clock;
        cl_ulong its_ns, host_ns;
    } moments[] = {
        { "before the call", "host", t.before, t.before },
        { "queued", "device", t.stamps.queued, on_host(pair, t.stamps.queued) },
        { "submitted", "device", t.stamps.submitted, on_host(pair, t.stamps.submitted) },
        { "started", "device", t.stamps.started, on_host(pair, t.stamps.started) },
        { "ended", "device", t.stamps.ended, on_host(pair, t.stamps.ended) },
        { "after the wait", "host", t.after, t.after },
    };
    ocl_table table = ocl_table_open(l->report, "command", "moment, clock, its ns, host us");
    for (size_t m = 0; m < sizeof moments / sizeof *moments; m++)
        ocl_table_row(&table, "%-16s %-8s %20llu %12.3f", moments[m].name, moments[m].clock,
                      (unsigned long long)moments[m].its_ns,
                      ocl_ns_between(t.before, moments[m].host_ns) * 1e-3);
}

// A pair, and a command that is placed by it.
static timed run_pair(const lesson *l, int way, clock_pairs *pairs, ocl_result *result)
{
    const cl_uint number = (cl_uint)pairs->count;
    const double begin = ocl_wall_ns();
    const clock_pair pair =
        way == ASKED ? ask(l, result) : pair_by_hand(run_command(l, way, number));
    ocl_times_add(&pairs->cost, ocl_wall_ns() - begin);
    const timed t = run_command(l, way, ~number);
    *result = ocl_result_both(*result, verify_inside(l, NAMES[way], pair, t));
    pairs->pairs[pairs->count++] = pair;
    return t;
}

static void run(const lesson *l, const bool wanted[WAYS], size_t n, const char *path)
{
    clock_pairs ways[WAYS];
    ocl_result results[WAYS] = { { .pass = true }, { .pass = true } };
    timed last[WAYS];
    for (int w = 0; w < WAYS; w++)
        ways[w] = (clock_pairs){ .name = NAMES[w], .pairs = ocl_alloc(n * sizeof(clock_pair)) };
    run_command(l, BY_HAND, 0);    // the first command may take longer
    for (size_t k = 0; k < n; k++) {
        for (int w = 0; w < WAYS; w++)
            if (wanted[w]) last[w] = run_pair(l, w, &ways[w], &results[w]);
        ocl_pause(PAUSE_S);
    }
    show_clocks(l->report, ways, WAYS);
    const int shown = wanted[ASKED] ? ASKED : BY_HAND;
    show_command(l, ways[shown].pairs[n - 1], last[shown]);
    for (int w = 0; w < WAYS; w++)
        if (wanted[w]) ocl_report_result(l->report, NAMES[w], results[w]);
    if (path) draw_clocks(l->report, ways, WAYS, path);
    for (int w = 0; w < WAYS; w++)
        free(ways[w].pairs);
}

// What the last command left.
static void verify_numbers(const lesson *l, size_t n)
{
    cl_uint ref[NUMBERS];
    for (size_t i = 0; i < NUMBERS; i++)
        ref[i] = ~(cl_uint)(n - 1);
    ocl_report_result(l->report, "filled",
                      ocl_verify_buffer(l->env, "filled", l->d_x, ref, sizeof ref));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "timers",
                              .summary = "The clocks of host and device on one axis.",
                              .accepts = "dnoV",
                              .size_help = "pairs of times, 100 in a second, at most 1000",
                              .extents = 1,
                              .most = MAX_PAIRS,
                              .variants = NAMES,
                              .writes = OCL_CHART_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 120 } });
    ocl_env env = ocl_open(&opt);

    lesson l = { .env = &env, .tick_ns = ocl_tick_ns(env.device) };
    const cl_ulong resolution = host_resolution(&env);
    const bool wanted[] = { resolution > 0 && ocl_wants(&opt, NAMES[ASKED]),
                            ocl_wants(&opt, NAMES[BY_HAND]) };
    if (!wanted[ASKED] && !wanted[BY_HAND])
        ocl_exit(OCL_EXIT_SKIP, "the driver cannot read both clocks together "
                                "(CL_PLATFORM_HOST_TIMER_RESOLUTION)");
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_fact(l.report, "CL_PLATFORM_HOST_TIMER_RESOLUTION", "%llu ns",
                    (unsigned long long)resolution);
    ocl_report_fact(l.report, "CL_DEVICE_PROFILING_TIMER_RESOLUTION", "%.0f ns", l.tick_ns);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, NUMBERS * sizeof(cl_uint), NULL);

    run(&l, wanted, opt.n[0], opt.output);
    verify_numbers(&l, opt.n[0]);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
