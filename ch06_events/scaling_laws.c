// SPDX-License-Identifier: MIT
//
// scaling_laws - the same work on 1, 2, 4, ... compute units: how much faster, and why not more.
//
//     host     [ make the table ] --> table --> [ mix ]  part 0 of the elements, on unit 0
//               serial, one thread              [ mix ]  part 1 of the elements, on unit 1
//                                               ...      at the same time
//
// Shows   the speed-up of a fixed problem and of one that grows with the units; Amdahl's and
//         Gustafson's laws beside them; three ways to use a part of the machine
// Uses    clCreateSubDevices by counts, clReleaseDevice, clCreateContext, clCreateCommandQueue,
//         clEnqueueWriteBuffer, clEnqueueNDRangeKernel, clFlush, clFinish
// Times   By the host's clock: the table is made by one thread and sent, all kernels run.
// Try     scaling_laws -o laws.png; scaling_laws --rounds 16; scaling_laws --serial 50

#include "ocl.h"
#include "sample/speed_up.h"

#include "scaling_laws/problem.h"

enum { LOCAL = 64, GROUPS_PER_UNIT = 16 };

// A device with its part of the vector.
typedef struct {
    ocl_env env;    // its own context and queue
    cl_program program;
    cl_kernel kernel;
    cl_mem d_out, d_table;
    size_t first, count;    // the part: `count` elements from `first` on
    size_t groups;          // work-groups
} site;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    scaling_problem p;
} lesson;

// The serial part: each number needs the one before it.
static void make_table(uint32_t *table, size_t n, uint64_t seed)
{
    uint32_t x = (uint32_t)seed;
    for (size_t i = 0; i < n; i++) {
        x = x * 747796405u + 2891336453u;
        table[i] = x;
    }
}

// A sub-device of so many compute units; the others stay unused.
static cl_device_id cut(cl_device_id device, size_t units)
{
    const cl_device_partition_property list[] = { CL_DEVICE_PARTITION_BY_COUNTS,
                                                  (cl_device_partition_property)units,
                                                  CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0 };
    cl_device_id part;
    OCL_CHECK(clCreateSubDevices(device, list, 1, &part, NULL));
    return part;
}

static site open_site(const lesson *l, cl_device_id device)
{
    site s = { .env = { .options = l->env->options,
                        .platform = l->env->platform,
                        .device = device,
                        .driver = l->env->driver } };
    cl_int err;
    s.env.context = OCL_CREATE(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
    s.env.queue = OCL_CREATE(clCreateCommandQueue(s.env.context, device, 0, &err));
    s.program = ocl_build(&s.env, "scaling_laws.cl", "-cl-std=CL1.2");
    s.kernel = OCL_CREATE(clCreateKernel(s.program, "scaling_laws_mix", &err));
    return s;
}

// All devices that a way needs, for all points of its curve: a sub-device for each point; all
// devices of the platform; or the one device.
static size_t open_sites(const lesson *l, unit_way how, const ocl_speed_up *curve, site *sites)
{
    size_t count = 1;
    if (how == UNIT_SUB_DEVICES) count = curve->count;
    if (how == UNIT_DEVICES) count = l->p.most[how];
    for (size_t k = 0; k < count; k++) {
        cl_device_id device = l->env->device;
        if (how == UNIT_SUB_DEVICES) device = cut(device, (size_t)curve->units[k]);
        if (how == UNIT_DEVICES) device = l->p.devices.devices[k];
        sites[k] = open_site(l, device);
    }
    return count;
}

static void close_sites(site *sites, unit_way how, size_t count)
{
    for (size_t k = count; k-- > 0;) {
        const site *s = &sites[k];
        OCL_CHECK(clReleaseKernel(s->kernel));
        OCL_CHECK(clReleaseProgram(s->program));
        OCL_CHECK(clReleaseCommandQueue(s->env.queue));
        OCL_CHECK(clReleaseContext(s->env.context));
        if (how == UNIT_SUB_DEVICES && !ocl_known_fault(s->env.device, "release of sub-devices"))
            OCL_CHECK(clReleaseDevice(s->env.device));
    }
}

// Gives part k of the load to a site.
static void take_part(site *s, const lesson *l, const scaling_load *load, size_t k)
{
    const size_t part = load->total / load->sites;
    const bool is_last = k + 1 == load->sites;
    s->first = part * k;
    s->count = is_last ? load->total - s->first : part;
    s->groups =
        GROUPS_PER_UNIT * (size_t)ocl_device_number(s->env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    if (load->how == UNIT_WORK_GROUPS) s->groups = load->units;

    s->d_out = ocl_buffer(&s->env, CL_MEM_WRITE_ONLY, sizeof(cl_uint) * s->count, NULL);
    s->d_table = ocl_buffer(&s->env, CL_MEM_READ_ONLY, sizeof(cl_uint) * l->p.numbers, NULL);
    OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof s->d_out, &s->d_out));
    OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof s->d_table, &s->d_table));
    OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof(cl_ulong), &(cl_ulong){ s->first }));
    OCL_CHECK(clSetKernelArg(s->kernel, 3, sizeof(cl_ulong), &(cl_ulong){ s->count }));
    OCL_CHECK(clSetKernelArg(s->kernel, 4, sizeof(cl_ulong), &(cl_ulong){ l->p.numbers }));
    OCL_CHECK(clSetKernelArg(s->kernel, 5, sizeof l->p.rounds, &l->p.rounds));
}

static void give_back_part(const site *s)
{
    OCL_CHECK(clReleaseMemObject(s->d_table));
    OCL_CHECK(clReleaseMemObject(s->d_out));
}

// Table and kernels once.  Returns the nanoseconds; *setup_ns is the part of the table.
static double run_once(const lesson *l, const site *sites, size_t count, double *setup_ns)
{
    const double begin = ocl_wall_ns();
    make_table(l->p.table, l->p.numbers, l->env->options->seed);
    *setup_ns = ocl_wall_ns() - begin;
    for (size_t k = 0; k < count; k++) {
        const site *s = &sites[k];
        const size_t local = ocl_local_size(s->kernel, s->env.device, LOCAL);
        const size_t global = s->groups * local;
        OCL_CHECK(clEnqueueWriteBuffer(s->env.queue, s->d_table, CL_FALSE, 0,
                                       sizeof(cl_uint) * l->p.numbers, l->p.table, 0, NULL, NULL));
        OCL_CHECK(clEnqueueNDRangeKernel(s->env.queue, s->kernel, 1, NULL, &global, &local, 0, NULL,
                                         NULL));
        OCL_CHECK(clFlush(s->env.queue));
    }
    for (size_t k = 0; k < count; k++)
        OCL_CHECK(clFinish(sites[k].env.queue));
    return ocl_wall_ns() - begin;
}

// Some elements on some units, with a row of the report.  *setup gets the times of the table.
static double measure(const lesson *l, site *sites, const scaling_load *load, ocl_times *setup)
{
    char name[64];
    scaling_load_name(name, sizeof name, &l->p, load);
    ocl_trial t = ocl_trial_open(l->env, name, NULL, 0);
    ocl_trial_also_host(&t, l->p.out, sizeof(cl_uint) * load->total);
    for (size_t k = 0; k < load->sites; k++)
        take_part(&sites[k], l, load, k);

    while (ocl_trial_next(&t)) {
        double setup_ns;
        for (size_t k = 0; k < load->sites; k++) {
            const site *s = &sites[k];
            ocl_poison_run(s->env.queue, s->d_out, sizeof(cl_uint) * s->count, t.run);
            OCL_CHECK(clFinish(s->env.queue));
        }
        t.host_ns = run_once(l, sites, load->sites, &setup_ns);
        if (t.run > 0) ocl_times_add(setup, setup_ns);
        for (size_t k = 0; k < load->sites; k++) {
            const site *s = &sites[k];
            OCL_CHECK(clEnqueueReadBuffer(s->env.queue, s->d_out, CL_TRUE, 0,
                                          sizeof(cl_uint) * s->count, l->p.out + s->first, 0, NULL,
                                          NULL));
        }
    }
    for (size_t k = load->sites; k-- > 0;)
        give_back_part(&sites[k]);
    const ocl_work work = scaling_work(&l->p, load);
    ocl_trial_report(&t, l->report, &work, ocl_verify_u32(name, l->p.out, l->p.ref, load->total));
    return ocl_best_ns(&t.times);
}

// The curve of one way: the same problem on each number of units, then one that grows with them.
static ocl_speed_up run_way(const lesson *l, unit_way how)
{
    ocl_speed_up curve = { .name = UNIT_NAMES[how], .unit = "unit" };
    ocl_speed_up_points(&curve, l->p.most[how]);
    ocl_times setup = { .runs = 0 };
    site *sites = ocl_alloc((OCL_SPEED_UP_POINTS + l->p.devices.count) * sizeof *sites);
    const size_t count = open_sites(l, how, &curve, sites);
    for (size_t k = 0; k < curve.count; k++) {
        const size_t units = (size_t)curve.units[k];
        site *first = how == UNIT_SUB_DEVICES ? &sites[k] : sites;
        scaling_load load = {
            .how = how, .units = units, .sites = how == UNIT_DEVICES ? units : 1, .total = l->p.n
        };
        curve.same_ns[k] = curve.large_ns[k] = measure(l, first, &load, &setup);
        load.total = l->p.n * units;
        if (units > 1) curve.large_ns[k] = measure(l, first, &load, &setup);
    }
    curve.setup_ns = ocl_best_ns(&setup);
    ocl_speed_up_report(l->report, &curve);
    close_sites(sites, how, count);
    free(sites);
    return curve;
}

int main(int argc, char **argv)
{
    size_t rounds = 0, percent = 0;
    const ocl_option own[] = {
        { .usage =
              "--rounds N: mixing rounds per element (default 32; more with -V devices on a GPU)",
          .count = &rounds },
        { .usage = "--serial N: also both laws for a serial part of N percent", .count = &percent },
        { 0 },
    };
    const ocl_about about = { .name = "scaling_laws",
                              .summary = "The same work on 1, 2, 4, ... compute units.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "elements for one unit",
                              .extents = 1,
                              .variants = UNIT_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 262147 }, .repeat = 5, .seed = 1 };
    ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (percent > 100) ocl_exit(OCL_EXIT_USAGE, "--serial: at most 100");
    if (rounds > UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--rounds: at most 4294967295");
    ocl_env env = ocl_open(&opt);
    ocl_fit_default_size(&env, &opt, scaling_pass(opt.n[0], rounds));
    lesson l = { .env = &env, .p = scaling_problem_new(&env, rounds) };
    l.report = scaling_report_open(&env, &l.p);
    make_table(l.p.table, l.p.numbers, opt.seed);
    OCL_TIME_REFERENCE(l.report, scaling_ref(&l.p));

    ocl_speed_up best = { .count = 0 };    // the one with the most points is drawn
    for (unit_way how = UNIT_SUB_DEVICES; how < WAYS; how++) {
        if (l.p.most[how] == 0) continue;
        const ocl_speed_up curve = run_way(&l, how);
        if (curve.count > best.count) best = curve;
    }
    if (percent > 0) ocl_speed_up_laws(l.report, (double)percent / 100.0);
    if (opt.output) ocl_speed_up_chart(l.report, &best, opt.output);

    scaling_problem_free(&l.p);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
