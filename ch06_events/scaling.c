// SPDX-License-Identifier: MIT
//
// scaling - the same work on 1, 2, 4, ... compute units: how much faster, and why not more.
//
// Shows   the speed-up of a fixed problem and of one that grows with the units; Amdahl's and
//         Gustafson's laws beside them; three ways to use a part of the machine
// Uses    clCreateSubDevices by counts, clReleaseDevice, clCreateContext, clCreateCommandQueue,
//         clEnqueueWriteBuffer, clEnqueueNDRangeKernel, clFlush, clFinish
// Times   By the host's clock: the table is made by one thread and sent, all kernels run.
// Try     scaling -o scaling.png; scaling --rounds 16; scaling -V work_groups

#include "scaling/laws.h"
#include "scaling/settings.h"

enum { LOCAL = 64, GROUPS_PER_UNIT = 16 };

// A device with its part of the vector.
typedef struct {
    ocl_env env;
    cl_program program;
    cl_kernel kernel;
    cl_mem d_out, d_table;
    cl_ulong first, count;
    size_t groups;
} site;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    scaling_problem p;
} job;

// The serial part: each number needs the one before it.
static void make_table(uint32_t *table, size_t n, uint64_t seed)
{
    uint32_t x = (uint32_t)seed;
    for (size_t i = 0; i < n; i++)
        table[i] = x = x * 747796405u + 2891336453u;
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

// All devices that a way needs, for all points of its curve.
static size_t open_sites(const job *j, unit_way how, const scaling_curve *curve, site *sites)
{
    const size_t count = how == UNIT_SUB_DEVICES ? curve->count
                         : how == UNIT_DEVICES   ? j->p.most[how]
                                                 : 1;
    cl_int err;
    for (size_t k = 0; k < count; k++) {
        cl_device_id device = how == UNIT_DEVICES ? j->p.devices.devices[k] : j->env->device;
        if (how == UNIT_SUB_DEVICES) device = cut(device, (size_t)curve->units[k]);
        ocl_env *env = &sites[k].env;
        *env = (ocl_env){ .options = j->env->options, .platform = j->env->platform };
        env->device = device;
        env->context = OCL_CREATE(clCreateContext(NULL, 1, &device, NULL, NULL, &err));
        env->queue = OCL_CREATE(clCreateCommandQueue(env->context, device, 0, &err));
        sites[k].program = ocl_build(env, "scaling.cl", "-cl-std=CL1.2");
        sites[k].kernel = OCL_CREATE(clCreateKernel(sites[k].program, "scaling_mix", &err));
    }
    return count;
}

static void close_sites(site *sites, unit_way how, size_t count)
{
    for (site *s = sites + count; s-- > sites;) {
        OCL_CHECK(clReleaseKernel(s->kernel));
        OCL_CHECK(clReleaseProgram(s->program));
        OCL_CHECK(clReleaseCommandQueue(s->env.queue));
        OCL_CHECK(clReleaseContext(s->env.context));
        if (how == UNIT_SUB_DEVICES && !unit_stays(s->env.device))
            OCL_CHECK(clReleaseDevice(s->env.device));
    }
}

// Gives part k of so many parts of the load to a site.
static void prepare(site *s, const job *j, const scaling_load *l, size_t k)
{
    const size_t part = l->total / l->sites;
    s->first = part * k;
    s->count = k + 1 < l->sites ? part : l->total - s->first;
    s->groups =
        GROUPS_PER_UNIT * (size_t)ocl_device_number(s->env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    if (l->how == UNIT_WORK_GROUPS) s->groups = l->units;
    s->d_out = ocl_buffer(&s->env, CL_MEM_WRITE_ONLY, sizeof(cl_uint) * s->count, NULL);
    s->d_table = ocl_buffer(&s->env, CL_MEM_READ_ONLY, sizeof(cl_uint) * j->p.n, NULL);
    OCL_CHECK(clSetKernelArg(s->kernel, 0, sizeof s->d_out, &s->d_out));
    OCL_CHECK(clSetKernelArg(s->kernel, 1, sizeof s->d_table, &s->d_table));
    OCL_CHECK(clSetKernelArg(s->kernel, 2, sizeof s->first, &s->first));
    OCL_CHECK(clSetKernelArg(s->kernel, 3, sizeof s->count, &s->count));
    OCL_CHECK(clSetKernelArg(s->kernel, 4, sizeof j->p.n, &j->p.n));
    OCL_CHECK(clSetKernelArg(s->kernel, 5, sizeof j->p.rounds, &j->p.rounds));
    ocl_poison_run(s->env.queue, s->d_out, sizeof(cl_uint) * s->count, 0);
    OCL_CHECK(clFinish(s->env.queue));
}

// Reads what a site has computed.
static void collect(site *s, const job *j)
{
    OCL_CHECK(clEnqueueReadBuffer(s->env.queue, s->d_out, CL_TRUE, 0, sizeof(cl_uint) * s->count,
                                  j->p.out + s->first, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(s->d_table));
    OCL_CHECK(clReleaseMemObject(s->d_out));
}

// Set-up and kernels once.  Returns the nanoseconds; *setup_ns is the part of the set-up.
static double run_once(const job *j, const site *sites, size_t count, double *setup_ns)
{
    const double begin = ocl_wall_ns();
    make_table(j->p.table, j->p.n, j->env->options->seed);
    *setup_ns = ocl_wall_ns() - begin;
    for (size_t k = 0; k < count; k++) {
        const site *s = &sites[k];
        const size_t local = ocl_local_size(s->kernel, s->env.device, LOCAL);
        const size_t global = s->groups * local;
        OCL_CHECK(clEnqueueWriteBuffer(s->env.queue, s->d_table, CL_FALSE, 0,
                                       sizeof(cl_uint) * j->p.n, j->p.table, 0, NULL, NULL));
        OCL_CHECK(clEnqueueNDRangeKernel(s->env.queue, s->kernel, 1, NULL, &global, &local, 0, NULL,
                                         NULL));
        OCL_CHECK(clFlush(s->env.queue));
    }
    for (size_t k = 0; k < count; k++)
        OCL_CHECK(clFinish(sites[k].env.queue));
    return ocl_wall_ns() - begin;
}

// Some elements on some units, with a row of the report.  *setup gets the times of the set-up.
static double measure(const job *j, site *sites, const scaling_load *l, ocl_times *setup)
{
    ocl_times times = { .runs = 0 };
    for (size_t k = 0; k < l->sites; k++)
        prepare(&sites[k], j, l, k);
    for (size_t run = 0; run <= j->env->options->repeat; run++) {
        double setup_ns;
        const double ns = run_once(j, sites, l->sites, &setup_ns);
        if (run > 0) ocl_times_add(&times, ns);
        if (run > 0) ocl_times_add(setup, setup_ns);
    }
    memset(j->p.out, 0xff, sizeof(cl_uint) * l->total);
    for (size_t k = 0; k < l->sites; k++)
        collect(&sites[k], j);
    scaling_report_load(j->report, &j->p, l, &times);
    return ocl_best_ns(&times);
}

// The curve of one way: the same problem on each number of units, then one that grows with them.
static scaling_curve run_way(const job *j, unit_way how)
{
    scaling_curve curve = { .name = UNIT_NAMES[how] };
    scaling_points(&curve, j->p.most[how]);
    ocl_times setup = { .runs = 0 };
    site *sites = ocl_alloc((MAX_POINTS + j->p.devices.count) * sizeof *sites);
    const size_t count = open_sites(j, how, &curve, sites);
    for (size_t k = 0; k < curve.count; k++) {
        site *first = how == UNIT_SUB_DEVICES ? &sites[k] : sites;
        scaling_load l = { .how = how, .units = (size_t)curve.units[k], .total = j->p.n };
        l.sites = how == UNIT_DEVICES ? l.units : 1;
        curve.same_ns[k] = curve.large_ns[k] = measure(j, first, &l, &setup);
        l.total = j->p.n * l.units;
        if (l.units > 1) curve.large_ns[k] = measure(j, first, &l, &setup);
    }
    curve.setup_ns = ocl_best_ns(&setup);
    scaling_report(j->report, &curve);
    close_sites(sites, how, count);
    free(sites);
    return curve;
}

int main(int argc, char **argv)
{
    size_t rounds;
    ocl_options opt = scaling_parse(argc, argv, &rounds);
    ocl_env env = ocl_open(&opt);
    ocl_fit_default_size(&env, &opt, scaling_pass(opt.n[0], rounds));
    job j = { .env = &env, .p = scaling_problem_new(&env, rounds) };
    j.report = scaling_report_open(&env, &j.p);
    make_table(j.p.table, j.p.n, opt.seed);
    OCL_TIME_REFERENCE(j.report, scaling_ref(&j.p));

    scaling_curve best = { .count = 0 };    // the one with the most points is drawn
    for (unit_way how = UNIT_SUB_DEVICES; how < WAYS; how++) {
        if (j.p.most[how] == 0) continue;
        const scaling_curve curve = run_way(&j, how);
        if (curve.count > best.count) best = curve;
    }
    if (opt.output) scaling_chart(j.report, &best, opt.output);
    scaling_problem_free(&j.p);
    ocl_close(&env);
    return ocl_report_close(j.report);
}
