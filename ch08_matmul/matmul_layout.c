// SPDX-License-Identifier: MIT

#include "matmul_layout.h"

static matmul_layout register_layout(const matmul_job *job, const matmul_blocking *b)
{
    matmul_layout l = { .m = ocl_round_up(job->m, (size_t)b->bm),
                        .n = ocl_round_up(job->n, (size_t)b->bn),
                        .k = ocl_round_up(job->k, (size_t)(b->bk * b->slices)) };
    if (l.m != job->m || l.k != job->k) l.floats[0] = l.m * l.k;
    if (l.k != job->k || l.n != job->n) l.floats[1] = l.k * l.n;
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
    const cl_device_id device = job->env->device;
    const double most = (double)ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const double memory = (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    const double m = (double)job->m, n = (double)job->n, k = (double)job->k;
    const double mib = sizeof(float) / 1048576.0, bytes = sizeof(float);
    const double copies[] = { (double)l->floats[0], (double)l->floats[1] };
    double all = m * k + k * n + m * n + copies[0] + copies[1];
    if (ocl_is_cpu(device)) all += m * k + k * n + 2.0 * m * n;    // the host's arrays, beside them
    for (int i = 0; i < 2; i++)
        if (bytes * copies[i] > most)
            return ocl_refuse(why,
                              "a copy of %c needs %.0f MiB, but the device's "
                              "CL_DEVICE_MAX_MEM_ALLOC_SIZE is %.0f MiB; try a smaller --size",
                              "AB"[i], mib * copies[i], most / 1048576.0);
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
