// SPDX-License-Identifier: MIT

#include "prefix_sums.h"

#include <math.h>

scan_problem scan_make(size_t n, bool exclusive, bool is_float, uint64_t seed)
{
    scan_problem p = { .n = n, .exclusive = exclusive, .is_float = is_float };
    p.x = ocl_alloc(n * sizeof(cl_uint));
    if (is_float)
        ocl_fill_f32(p.x, n, -1, 1, seed);
    else
        ocl_fill_u32(p.x, n, seed);
    return p;
}

void scan_free(scan_problem *p)
{
    free(p->sums);
    free(p->ref);
    free(p->x);
}

static void ref_u32(scan_problem *p)
{
    const cl_uint *x = p->x;
    cl_uint sum = 0;
    for (size_t i = 0; i < p->n; i++) {
        p->ref[i] = p->exclusive ? sum : sum + x[i];
        sum += x[i];
    }
}

static void ref_f32(scan_problem *p)
{
    const cl_float *x = p->x;
    double sum = 0;
    for (size_t i = 0; i < p->n; i++) {
        p->sums[i] = p->exclusive ? sum : sum + (double)x[i];
        sum += (double)x[i];
    }
}

void scan_ref(scan_problem *p)
{
    if (p->is_float) {
        p->sums = ocl_alloc(p->n * sizeof *p->sums);
        ref_f32(p);
    } else {
        p->ref = ocl_alloc(p->n * sizeof *p->ref);
        ref_u32(p);
    }
}

// An addition makes a rounding error of at most 2^-24 of its result.  That is the sum of some
// elements, and at most the sum of all absolute values before.  Elements that are uniform in
// [-1, 1] have the variance 1/3, so a sum of k of them exceeds 8 sqrt(k / 3) with a probability
// of less than 1e-13.
//
// Rounding errors behave like independent random numbers (N. J. Higham and T. Mary, "A new approach
// to probabilistic rounding error analysis", 2019).  The sum of m of them exceeds 5 sqrt(m) of the
// largest with a probability of 2 exp(-1.5 * 5^2), less than 1e-15.  The reference is rounded, too.
static void find_bounds(float *bounds, const scan_problem *p, double additions)
{
    const cl_float *x = p->x;
    const double roundings = fmin(additions, 5 * sqrt(additions)) + 1;
    double size = 0;
    for (size_t i = 0; i < p->n; i++) {
        const double after = size + fabs((double)x[i]), sum = p->exclusive ? size : after;
        bounds[i] = (float)(roundings * 0x1p-24 * fmin(sum, 8 * sqrt((double)(i + 1) / 3)));
        size = after;
    }
}

ocl_result scan_verify(const char *name, const scan_problem *p, const void *y, double additions)
{
    if (!p->is_float) return ocl_verify_u32(name, y, p->ref, p->n);
    float *want = ocl_alloc(p->n * sizeof *want), *bounds = ocl_alloc(p->n * sizeof *bounds);
    for (size_t i = 0; i < p->n; i++)
        want[i] = (float)p->sums[i];
    find_bounds(bounds, p, additions);
    const ocl_result result = ocl_verify_f32_each(name, y, want, p->n, bounds);
    free(bounds);
    free(want);
    return result;
}

// --- options

const char *const SCAN_TYPES[] = { "uint", "float" };
const char *const SCAN_KINDS[] = { "inclusive", "exclusive", NULL };

scan_settings scan_settings_parse(int argc, char **argv, ocl_about about)
{
    static const char *const types[] = { "both", "uint", "float", NULL };
    size_t kind = 0, type = 0;
    const ocl_option own[] = {
        { .usage = "--kind NAME: of the sums", .choice = &kind, .choices = SCAN_KINDS },
        { .usage = "--type NAME: of the elements", .choice = &type, .choices = types },
        { .usage = NULL }
    };
    about.accepts = "dnrVks";
    about.size_help = "elements";
    about.extents = 1;
    about.own = own;
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };    // a prime
    const ocl_options options = ocl_parse(argc, argv, &about, defaults);
    return (scan_settings){ .options = options,
                            .exclusive = kind == 1,
                            .has_type = { [SCAN_UINT] = type != 2, [SCAN_FLOAT] = type != 1 } };
}

int scan_ahead(const ocl_env *env)
{
    return ocl_device_number(env->device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT) > 1 ? 512 : 0;
}

void scan_require_memory(const ocl_env *env)
{
    const double n = (double)env->options->n[0];
    ocl_require_memory(env->device, 4 * n, 9 * n, 32 * n);
}
