// SPDX-License-Identifier: MIT

#include "matmul_layout.h"

// Parts of a tile, at most.  In steps of 128 x 128 x 8, measured on an NVIDIA H200: what beginning a part costs, leaving
// it in memory, and adding the parts with another kernel.
enum { MOST_PARTS = 16, BEGIN_STEPS = 2, PART_STEPS = 3, ADD_STEPS = 8 };

// In the last round of work-groups some places for them stay idle.  With its tiles in `parts` parts, those with a tile make
// the first part, and the idle ones the later parts, several one after the other, in the same time.  What that takes,
// in steps; 0 when there are too few steps.
static size_t steps_in_parts(matmul_layout *l, size_t parts, size_t steps, size_t idle)
{
    const size_t rounds = ocl_divide_up((l->tiles - l->whole) * (parts - 1), idle);
    if (rounds * BEGIN_STEPS >= steps) return 0;
    l->part_count = parts;
    l->later_steps = (steps - rounds * BEGIN_STEPS) / (parts - 1 + rounds);
    l->first_steps = steps - (parts - 1) * l->later_steps;
    return l->later_steps == 0 ? 0 : l->first_steps + parts * PART_STEPS + ADD_STEPS;
}

// Makes the last tiles in parts where that is faster.
static void divide_last_tiles(matmul_layout *l, const matmul_job *job, const matmul_blocking *b)
{
    const size_t units = (size_t)ocl_device_number(job->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t places = units * (size_t)b->resident;
    const size_t steps = l->k / (size_t)(b->bk * b->slices);
    if (places == 0 || l->tiles % places == 0) return;
    matmul_layout best = *l, divided = *l;
    divided.whole -= l->tiles % places;
    size_t least = steps;
    for (size_t parts = 2; parts <= MOST_PARTS; parts++) {
        const size_t needed = steps_in_parts(&divided, parts, steps, places - l->tiles % places);
        if (needed == 0 || needed >= least) continue;
        least = needed;
        best = divided;
    }
    *l = best;
    l->floats[2] = (l->tiles - l->whole) * l->part_count * (size_t)(b->bm * b->bn);
}

static matmul_layout register_layout(const matmul_job *job, const matmul_blocking *b)
{
    matmul_layout l = { .m = ocl_round_up(job->m, (size_t)b->bm),
                        .n = ocl_round_up(job->n, (size_t)b->bn),
                        .k = ocl_round_up(job->k, (size_t)(b->bk * b->slices)) };
    if (l.m != job->m || l.k != job->k) l.floats[0] = l.m * l.k;
    if (l.k != job->k || l.n != job->n) l.floats[1] = l.k * l.n;
    l.part_count = 1;
    l.tiles = l.whole = l.m / (size_t)b->bm * (l.n / (size_t)b->bn);
    divide_last_tiles(&l, job, b);
    return l;
}

// A work-item for each compute unit, with its share of A's panels, of which it packs no more than b->packed_kib
// at a time.
static matmul_layout cpu_layout(const matmul_job *job, const matmul_blocking *b)
{
    const size_t rows = (size_t)b->rows, columns = (size_t)(b->vectors * b->width);
    const size_t panel_floats = ocl_round_up(rows, (size_t)b->width) * job->k;
    const size_t most_floats = ((size_t)b->packed_kib << 10) / sizeof(float);
    const size_t units = (size_t)ocl_device_number(job->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t all_panels = ocl_divide_up(job->m, rows);
    matmul_layout l = { .panels = ocl_divide_up(all_panels, units) };
    l.items = ocl_divide_up(all_panels, l.panels);
    l.part = ocl_divide_up(l.panels, ocl_divide_up(l.panels * panel_floats, most_floats));
    l.floats[0] = l.items * l.part * panel_floats;
    l.floats[1] = l.items * 2 * columns * job->k;
    return l;
}

matmul_layout matmul_lay_out(const matmul_job *job, const matmul_blocking *b)
{
    return b->cpu ? cpu_layout(job, b) : register_layout(job, b);
}

static bool has_room(const matmul_job *job, const matmul_layout *l, ocl_message *why)
{
    static const char *const NEEDS[] = { "a copy of A needs", "a copy of B needs",
                                         "sums of parts of tiles need" };
    const cl_device_id device = job->env->device;
    const double most = (double)ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const double memory = (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    const double m = (double)job->m, n = (double)job->n, k = (double)job->k;
    const double mib = sizeof(float) / 1048576.0, bytes = sizeof(float);
    double all = m * k + k * n + m * n;
    if (ocl_is_cpu(device)) all += m * k + k * n + 2.0 * m * n;    // the host's arrays, beside them
    for (int i = 0; i < 3; i++) {
        const double floats = (double)l->floats[i];
        if (bytes * floats > most)
            return ocl_refuse(why,
                              "%s %.0f MiB, but the device's CL_DEVICE_MAX_MEM_ALLOC_SIZE is "
                              "%.0f MiB; try a smaller --size",
                              NEEDS[i], mib * floats, most / 1048576.0);
        all += floats;
    }
    if (bytes * all > memory)
        return ocl_refuse(why,
                          "with copies of A and B this size needs %.0f MiB, but the device's "
                          "CL_DEVICE_GLOBAL_MEM_SIZE is %.0f MiB; try a smaller --size",
                          mib * all, memory / 1048576.0);
    return true;
}

// Whether what the kernel multiplies numbers of tiles with keeps them in 32 bits.
static bool counts_tiles(const matmul_blocking *b, const matmul_layout *l)
{
    const cl_ulong rows = l->m / (cl_ulong)b->bm, columns = l->n / (cl_ulong)b->bn;
    return (rows + columns) * (cl_ulong)b->stagger <= INT32_MAX &&
           columns * (cl_ulong)b->band <= INT32_MAX;
}

int matmul_can_run_blocked(const matmul_job *job, const matmul_blocking *b, ocl_message *why)
{
    if (!matmul_blocking_fits(b, job->env->device)) {
        ocl_refuse(why, job->sizes ? "--blocking's sizes do not divide each other or fit the device"
                                   : "the device's work-groups or local memory are too small");
        return job->sizes ? OCL_EXIT_USAGE : OCL_EXIT_SKIP;
    }
    const matmul_layout l = matmul_lay_out(job, b);
    if (l.m > INT32_MAX || l.n > INT32_MAX || l.k > INT32_MAX) {
        ocl_refuse(why, "it counts rows and columns, in whole tiles, up to %d", INT32_MAX);
        return OCL_EXIT_USAGE;
    }
    if (!b->cpu && !counts_tiles(b, &l)) {
        ocl_refuse(why, "BAND and STAGGER times so many tiles are more than %d", INT32_MAX);
        return OCL_EXIT_USAGE;
    }
    return has_room(job, &l, why) ? OCL_EXIT_PASS : OCL_EXIT_USAGE;
}
