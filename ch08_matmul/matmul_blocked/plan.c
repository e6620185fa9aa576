// SPDX-License-Identifier: MIT

#include "layout.h"

enum { MAX_PARTS = 16 };    // of a tile

// What parts cost in steps of a 128 x 128 tile with BK 8, or a 64 x 64 one with 4 slices, measured on an NVIDIA H200.
// Smaller tiles' steps take less time, and their parts cost more of them.
enum {
    BEGIN_STEPS = 2,    // to begin a part
    PART_STEPS = 3,     // to leave it in memory and to read it
    ADD_STEPS = 8       // to launch the kernel that adds
};

// The last round of work-groups leaves some places for them idle.  With its tiles in parts, the places that have a
// tile make the first part, and in the same time the idle ones make the later parts, several one after the other.
static matmul_layout in_parts(const matmul_layout *whole, size_t parts, size_t places)
{
    const size_t steps = whole->first_steps, last = whole->tiles % places;
    const size_t rounds = ocl_divide_up(last * (parts - 1), places - last);
    const size_t begin = rounds * BEGIN_STEPS;
    matmul_layout l = *whole;
    l.whole -= last;
    l.part_count = parts;
    l.later_steps = begin < steps ? (steps - begin) / (parts - 1 + rounds) : 0;
    l.first_steps = steps - (parts - 1) * l.later_steps;
    return l;
}

// The last tiles in as many parts as is fastest, or whole.
static matmul_layout divide_last_tiles(matmul_layout whole, const matmul_blocking *b,
                                       cl_device_id device)
{
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const cl_ulong most_bytes = ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const size_t places = units * (size_t)b->resident;
    if (places == 0 || whole.tiles % places == 0) return whole;
    matmul_layout best = whole;
    size_t least = whole.first_steps;
    for (size_t parts = 2; parts <= MAX_PARTS; parts++) {
        matmul_layout l = in_parts(&whole, parts, places);
        l.floats[MATMUL_PARTS] = (l.tiles - l.whole) * parts * (size_t)(b->bm * b->bn);
        const size_t needed = l.first_steps + parts * PART_STEPS + ADD_STEPS;
        if (needed >= least || l.floats[MATMUL_PARTS] > most_bytes / sizeof(float)) continue;
        least = needed;
        best = l;
    }
    return best;
}

static matmul_layout register_layout(const matmul_job *job, const matmul_blocking *b)
{
    matmul_layout l = { .m = ocl_round_up(job->m, (size_t)b->bm),
                        .n = ocl_round_up(job->n, (size_t)b->bn),
                        .k = ocl_round_up(job->k, (size_t)(b->bk * b->slices)) };
    if (l.m != job->m || l.k != job->k) l.floats[MATMUL_COPY_A] = l.m * l.k;
    if (l.k != job->k || l.n != job->n) l.floats[MATMUL_COPY_B] = l.k * l.n;
    l.tiles = l.whole = l.m / (size_t)b->bm * (l.n / (size_t)b->bn);
    l.part_count = 1;
    l.first_steps = l.k / (size_t)(b->bk * b->slices);
    return divide_last_tiles(l, b, job->env->device);
}

// A work-item for each compute unit, with its share of A's panels, of which it packs no more than b->packed_kib and
// b->depth products at a time.
static matmul_layout cpu_layout(const matmul_job *job, const matmul_blocking *b)
{
    const size_t rows = (size_t)b->rows, columns = (size_t)(b->vectors * b->width);
    const size_t depth = ocl_divide_up(job->k, ocl_divide_up(job->k, (size_t)b->depth));
    const size_t panel_floats = ocl_round_up(rows, (size_t)b->width) * depth;
    const size_t most_floats = ((size_t)b->packed_kib << 10) / sizeof(float);
    const size_t units = (size_t)ocl_device_number(job->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t all_panels = ocl_divide_up(job->m, rows);
    matmul_layout l = { .panels = ocl_divide_up(all_panels, units), .depth = depth };
    l.items = ocl_divide_up(all_panels, l.panels);
    l.packed = ocl_divide_up(l.panels, ocl_divide_up(l.panels * panel_floats, most_floats));
    l.floats[MATMUL_COPY_A] = l.items * l.packed * panel_floats;
    l.floats[MATMUL_COPY_B] = l.items * 2 * columns * depth;
    return l;
}

matmul_layout matmul_lay_out(const matmul_job *job, const matmul_blocking *b)
{
    return b->cpu ? cpu_layout(job, b) : register_layout(job, b);
}

static bool has_room(const matmul_job *job, const matmul_layout *l, ocl_message *why)
{
    const cl_device_id device = job->env->device;
    const double most = (double)ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const double memory = (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    const double m = (double)job->m, n = (double)job->n, k = (double)job->k;
    const double mib = sizeof(float) / 1048576.0, bytes = sizeof(float);
    double all = m * k + k * n + m * n;
    if (ocl_is_cpu(device)) all += m * k + k * n + 2.0 * m * n;    // the host's arrays, beside them
    for (int i = 0; i < MATMUL_SCRATCH; i++)
        all += (double)l->floats[i];
    for (int i = MATMUL_COPY_A; i <= MATMUL_COPY_B; i++) {
        const double floats = (double)l->floats[i];
        if (bytes * floats > most)
            return ocl_refuse(why,
                              "a copy of %c needs %.0f MiB, but the device's "
                              "CL_DEVICE_MAX_MEM_ALLOC_SIZE is %.0f MiB; try a smaller --size",
                              "AB"[i], mib * floats, most / 1048576.0);
    }
    if (bytes * all > memory)
        return ocl_refuse(
            why,
            "with copies of A and B, or parts of C, this size needs %.0f MiB, but the device's "
            "CL_DEVICE_GLOBAL_MEM_SIZE is %.0f MiB; try a smaller --size",
            mib * all, memory / 1048576.0);
    return true;
}

// Whether the kernel can count tiles, and what it multiplies their numbers with, in 32 bits.
static bool counts_tiles(const matmul_blocking *b, const matmul_layout *l)
{
    const cl_ulong rows = l->m / (cl_ulong)b->bm, columns = l->n / (cl_ulong)b->bn;
    const cl_ulong groups = l->whole + (l->tiles - l->whole) * l->part_count;
    return (rows + columns) * (cl_ulong)b->stagger <= INT32_MAX &&
           columns * (cl_ulong)b->band <= INT32_MAX && groups <= INT32_MAX;
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
        ocl_refuse(
            why,
            "so many tiles, or BAND and STAGGER times their rows and columns, are more than %d",
            INT32_MAX);
        return OCL_EXIT_USAGE;
    }
    return has_room(job, &l, why) ? OCL_EXIT_PASS : OCL_EXIT_USAGE;
}
