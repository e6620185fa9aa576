// SPDX-License-Identifier: MIT

#include "plan.h"

#include "remembered.h"

const char *const MATMUL_VARIANTS[] = { "register_blocked", "cpu_blocked", "tuned", NULL };

enum { MAX_PARTS = 16 };    // of a tile

// A product with more operations takes a kernel for the other kind of device longer than two
// seconds.
static const double MAX_OPERATIONS = 1e11;

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
    return divide_last_tiles(l, b, device);
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

static bool has_room(const matmul_plan *plan, cl_device_id device, ocl_message *why)
{
    const matmul_layout *l = &plan->layout;
    const double most = (double)ocl_device_number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const double memory = (double)ocl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    const double m = (double)plan->m, n = (double)plan->n, k = (double)plan->k;
    const double mib = sizeof(float) / 1048576.0, bytes = sizeof(float);
    double all = m * k + k * n + m * n;
    if (ocl_is_cpu(device)) all += m * k + k * n + 2.0 * m * n;    // the host's arrays
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

// Whether the numbers of tiles, and their products with BAND and STAGGER, fit 32 bits.
static bool counts_tiles(const matmul_blocking *b, const matmul_layout *l)
{
    const cl_ulong rows = l->m / (cl_ulong)b->bm, columns = l->n / (cl_ulong)b->bn;
    const cl_ulong groups = l->whole + (l->tiles - l->whole) * l->part_count;
    return (rows + columns) * (cl_ulong)b->stagger <= INT32_MAX &&
           columns * (cl_ulong)b->band <= INT32_MAX && groups <= INT32_MAX;
}

int matmul_plan_lay_out(matmul_plan *plan, cl_device_id device, ocl_message *why)
{
    const matmul_blocking *b = &plan->blocking;
    if (!matmul_blocking_fits(b, device)) {
        ocl_refuse(why,
                   plan->sizes
                       ? "--blocking: the sizes do not divide each other or do not fit the device"
                       : "the device's work-groups or local memory are too small");
        return plan->sizes ? OCL_EXIT_USAGE : OCL_EXIT_SKIP;
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
    return has_room(plan, device, why) ? OCL_EXIT_PASS : OCL_EXIT_USAGE;
}

int matmul_plan_make(matmul_plan *plan, const ocl_env *env, ocl_message *why)
{
    const bool cpu = strcmp(plan->variant, "cpu_blocked") == 0;
    plan->blocking = matmul_default_blocking(env->device, cpu, plan->m, plan->n);
    if (strcmp(plan->variant, "tuned") == 0)
        plan->blocking = matmul_remembered_blocking(env, (size_t[]){ plan->m, plan->n, plan->k });
    ocl_message wrong;
    if (plan->sizes && !matmul_blocking_parse(&plan->blocking, plan->sizes, &wrong))
        ocl_exit(OCL_EXIT_USAGE, "--blocking: %s", wrong.text);
    return matmul_plan_lay_out(plan, env->device, why);
}

static bool is_slow(const matmul_plan *plan, const ocl_env *env)
{
    const double operations = 2.0 * (double)plan->m * (double)plan->n * (double)plan->k;
    return operations > MAX_OPERATIONS && plan->blocking.cpu != ocl_is_cpu(env->device);
}

// Whether the plan can and should be carried out.
static bool make_or_leave_out(matmul_plan *plan, const ocl_env *env, ocl_report *report)
{
    const bool forced = !ocl_wants(env->options, "all");
    ocl_message why;
    int status = matmul_plan_make(plan, env, &why);
    if (status != OCL_EXIT_PASS && forced) ocl_exit(status, "%s: %s", plan->variant, why.text);
    if (status == OCL_EXIT_PASS && !forced && is_slow(plan, env)) {
        ocl_refuse(&why, "it is for %ss and would take long here (-V %s runs it)",
                   plan->blocking.cpu ? "CPU" : "GPU", plan->variant);
        status = OCL_EXIT_SKIP;
    }
    if (status == OCL_EXIT_PASS) {
        char sizes[MATMUL_TEXT];
        matmul_blocking_text(&plan->blocking, sizes);
        ocl_report_note(report, "%s: %s", plan->variant, sizes);
    } else {
        ocl_report_note(report, "%s is left out: %s", plan->variant, why.text);
    }
    return status == OCL_EXIT_PASS;
}

size_t matmul_make_plans(matmul_plan plans[MATMUL_VARIANT_COUNT], const ocl_env *env,
                         ocl_report *report, const matmul_matrices *x, const char *sizes)
{
    size_t count = 0;
    for (size_t v = 0; v < MATMUL_VARIANT_COUNT; v++) {
        const char *name = MATMUL_VARIANTS[v];
        plans[count] =
            (matmul_plan){ .variant = name, .m = x->m, .n = x->n, .k = x->k, .sizes = sizes };
        if (ocl_wants(env->options, name) && make_or_leave_out(&plans[count], env, report)) count++;
    }
    return count;
}
