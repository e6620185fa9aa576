// SPDX-License-Identifier: MIT

#include "plan.h"

enum { MAX_PARTS = 16 };    // of a tile

// What parts cost, in steps of a 128 x 128 tile with BK 8, or of a 64 x 64 tile with 4 slices,
// measured on an NVIDIA H200.  Steps of smaller tiles take less time, so parts of those cost more
// steps.
enum {
    BEGIN_STEPS = 2,    // to begin a part
    PART_STEPS = 3,     // to leave it in memory and to read it again
    ADD_STEPS = 8       // to launch the kernel that adds the parts
};

// The last round of work-groups leaves some places on the compute units idle.  When its tiles are
// computed in parts, the places that would have a tile compute its first part.  In the same time
// the idle places compute the later parts, several one after the other.
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

// Finds the number of parts for the last tiles that is fastest, or leaves them whole.
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

// All tiles in equal parts, but no part without a step.
static matmul_layout cut_all_tiles(matmul_layout l, const matmul_blocking *b)
{
    const size_t steps = l.first_steps, parts = ocl_smaller((size_t)b->cuts, steps);
    if (parts < 2) return l;
    l.whole = 0;
    l.part_count = parts;
    l.later_steps = steps / parts;
    l.first_steps = steps - (parts - 1) * l.later_steps;
    l.floats[MATMUL_PARTS] = l.tiles * parts * (size_t)(b->bm * b->bn);
    return l;
}

static matmul_layout register_layout(const matmul_plan *plan, cl_device_id device)
{
    const matmul_blocking *b = &plan->blocking;
    matmul_layout l = { .m = ocl_round_up(plan->m, (size_t)b->bm),
                        .n = ocl_round_up(plan->n, (size_t)b->bn),
                        .k = ocl_round_up(plan->k, (size_t)(b->bk * b->slices)) };
    if (l.m != plan->m || l.k != plan->k) l.floats[MATMUL_COPY_A] = l.m * l.k;
    if (l.k != plan->k || l.n != plan->n) l.floats[MATMUL_COPY_B] = l.k * l.n;
    l.tiles = l.whole = l.m / (size_t)b->bm * (l.n / (size_t)b->bn);
    l.part_count = 1;
    l.first_steps = l.k / (size_t)(b->bk * b->slices);
    return b->cuts ? cut_all_tiles(l, b) : divide_last_tiles(l, b, device);
}

// One work-item per compute unit, each with its share of the panels of A.  It packs at most
// b->packed_kib and b->depth products at a time.
static matmul_layout cpu_layout(const matmul_plan *plan, cl_device_id device)
{
    const matmul_blocking *b = &plan->blocking;
    const size_t rows = (size_t)b->rows, columns = (size_t)(b->vectors * b->width);
    const size_t depth = ocl_divide_up(plan->k, ocl_divide_up(plan->k, (size_t)b->depth));
    const size_t panel_floats = ocl_round_up(rows, (size_t)b->width) * depth;
    const size_t most_floats = ((size_t)b->packed_kib << 10) / sizeof(float);
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t all_panels = ocl_divide_up(plan->m, rows);
    matmul_layout l = { .panels = ocl_divide_up(all_panels, units), .depth = depth };
    l.items = ocl_divide_up(all_panels, l.panels);
    l.packed = ocl_divide_up(l.panels, ocl_divide_up(l.panels * panel_floats, most_floats));
    l.floats[MATMUL_COPY_A] = l.items * l.packed * panel_floats;
    l.floats[MATMUL_COPY_B] = l.items * 2 * columns * depth;
    return l;
}

// Whether the numbers of tiles, and their products with BAND and STAGGER, fit 32 bits.
static bool counts_tiles(const matmul_blocking *b, const matmul_layout *l)
{
    const cl_ulong rows = l->m / (cl_ulong)b->bm, columns = l->n / (cl_ulong)b->bn;
    const cl_ulong groups = l->whole + (l->tiles - l->whole) * l->part_count;
    return (rows + columns) * (cl_ulong)b->stagger <= INT32_MAX &&
           columns * (cl_ulong)b->band <= INT32_MAX && groups <= INT32_MAX;
}

int matmul_plan_make(matmul_plan *plan, cl_device_id device, ocl_message *why)
{
    const matmul_blocking *b = &plan->blocking;
    if (!matmul_blocking_fits(b, device)) {
        ocl_refuse(why,
                   b->given
                       ? "--blocking: the sizes do not divide each other or do not fit the device"
                       : "the device's work-groups or local memory are too small");
        return b->given ? OCL_EXIT_USAGE : OCL_EXIT_SKIP;
    }
    plan->layout = b->cpu ? cpu_layout(plan, device) : register_layout(plan, device);
    const matmul_layout *l = &plan->layout;
    if (l->m > INT32_MAX || l->n > INT32_MAX || l->k > INT32_MAX) {
        ocl_refuse(why, "rows and columns, rounded up to whole tiles, may be at most %d",
                   INT32_MAX);
        return OCL_EXIT_USAGE;
    }
    if (!b->cpu && !counts_tiles(b, l)) {
        ocl_refuse(why,
                   "the tiles, or BAND and STAGGER times their rows and columns, are more than %d",
                   INT32_MAX);
        return OCL_EXIT_USAGE;
    }
    const size_t mnk[] = { plan->m, plan->n, plan->k };
    if (!matmul_has_room(device, mnk, l->floats, MATMUL_SCRATCH)) {
        ocl_refuse(why, "the device has no room for copies of A and B, or for parts of C; "
                        "try a smaller --size");
        return OCL_EXIT_USAGE;
    }
    return OCL_EXIT_PASS;
}

// --- the commands

cl_program matmul_build_plan(const ocl_env *env, const matmul_plan *plan)
{
    const matmul_layout *l = &plan->layout;
    char sizes[MATMUL_TEXT];
    matmul_blocking_text(&plan->blocking, sizes);
    if (plan->blocking.cpu) return ocl_build(env, "matmul_blocked_cpu.cl", "%s", sizes);
    return ocl_build(env, "matmul_blocked.cl", "%s -DPARTS=%d -DRAGGED=%d", sizes,
                     l->part_count > 1, plan->m != l->m || plan->n != l->n);
}

void matmul_enqueue_steps(const matmul_steps *s, cl_event *first, cl_event *last)
{
    for (size_t i = 0; i < s->count; i++)
        ocl_enqueue_2d(s->env->queue, s->steps[i].kernel, &s->steps[i].range, i == 0 ? first : NULL,
                       i + 1 == s->count ? last : NULL);
}

void matmul_release_steps(matmul_steps *s)
{
    for (size_t i = 0; i < s->count; i++)
        OCL_CHECK(clReleaseKernel(s->steps[i].kernel));
    for (size_t i = 0; i < MATMUL_SCRATCH; i++)
        if (s->d_scratch[i]) OCL_CHECK(clReleaseMemObject(s->d_scratch[i]));
    if (s->program) OCL_CHECK(clReleaseProgram(s->program));
}
