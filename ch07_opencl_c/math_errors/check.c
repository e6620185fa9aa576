// SPDX-License-Identifier: MIT

#include "check.h"

#include "drivers.h"
#include "shared/exact.h"

static double number_at(const math_case *c, size_t operand, size_t i)
{
    const scalar_type *type = &SCALAR_TYPE[c->type];
    return bits_to_double(type, read_bits(type, c->operands[operand], i));
}

static double allowed_error(const math_worst *w)
{
    return w->bound != NO_BOUND && w->known > w->bound ? w->known : w->bound;
}

// With operands of an ordinary size a result is a number, however large its error may be.
static bool lacks_number(const math_case *c, size_t i, double error)
{
    bool ordinary = true;
    for (size_t k = 0; k < MATH_FUNCTIONS[c->function].operands; k++)
        ordinary = ordinary && fabs(log2(fabs(number_at(c, k, i)))) < 60.0;
    const scalar_type *type = &SCALAR_TYPE[c->type];
    return ordinary && error > 0.0 && isnan(bits_to_double(type, read_bits(type, c->got, i)));
}

math_worst math_verify(const math_case *c)
{
    const math_function *f = &MATH_FUNCTIONS[c->function];
    math_worst w = { .bound = math_bound(c->device, c->type, c->function),
                     .known = driver_known_error(c->device, c->type, c->function) };
    double *errors = ocl_alloc(sizeof *errors * c->count);
    math_errors(c, errors);
    size_t worst = 0;
    for (size_t i = 1; i < c->count; i++)
        if (!(errors[i] <= errors[worst])) worst = i;
    w.error = errors[worst];
    w.x = number_at(c, 0, worst);
    w.y = f->operands > 1 ? number_at(c, 1, worst) : NAN;

    const double allowed = allowed_error(&w);
    const bool bounded = allowed != NO_BOUND;
    // A float holds an error as well as the comparison needs it.
    float *got = ocl_alloc(sizeof *got * c->count), *none = ocl_alloc(sizeof *none * c->count);
    for (size_t i = 0; i < c->count; i++) {
        got[i] = bounded ? (float)errors[i] : (float)lacks_number(c, i, errors[i]);
        none[i] = 0.0f;
    }
    w.result = ocl_verify_f32(f->name, got, none, c->count, bounded ? allowed : 0.0);
    if (!bounded) w.result.bound = INFINITY;
    free(none);
    free(got);
    free(errors);
    return w;
}

void math_report(ocl_report *report, size_t type, const math_worst worst[FUNCTIONS])
{
    ocl_table table = ocl_table_open(report, SCALAR_NAMES[type],
                                     "function, type, error in ULP, bound, embedded, at x, y");
    ocl_result all = { .pass = true };
    for (size_t k = 0; k < FUNCTIONS; k++) {
        const math_function *f = &MATH_FUNCTIONS[k];
        const math_worst *w = &worst[k];
        if (w->result.count == 0) continue;
        char bound[16] = "-", embedded[16] = "-", x[32], y[32] = "";
        const double e = type == DOUBLE ? w->bound : f->embedded[type == HALF];
        if (w->bound != NO_BOUND) snprintf(bound, sizeof bound, "%g", w->bound);
        if (e != NO_BOUND) snprintf(embedded, sizeof embedded, "%g", e);
        snprintf(x, sizeof x, "%.9g", w->x);
        if (f->operands > 1) snprintf(y, sizeof y, "%.9g", w->y);
        ocl_table_row(&table, "%-17s %-6s %12.4g %5s %8s %16s %16s", f->name, SCALAR_NAMES[type],
                      w->error, bound, embedded, x, y);
        if (w->bound == NO_BOUND) {
            all.pass = all.pass && w->result.pass;
        } else {
            ocl_result ratio = w->result;
            const double allowed = allowed_error(w);
            ratio.error = allowed > 0.0 ? w->error / allowed : w->error;
            ratio.bound = 1.0;
            all = ocl_result_both(all, ratio);
        }
    }
    for (size_t k = 0; k < FUNCTIONS; k++)
        if (worst[k].result.count > 0 && worst[k].known > 0.0 && worst[k].error > worst[k].bound)
            ocl_report_note(report, "%s of %s: %.4g ULP, a known fault of this driver",
                            MATH_FUNCTIONS[k].name, SCALAR_NAMES[type], worst[k].error);
    char name[48];
    snprintf(name, sizeof name, "%s: error / bound", SCALAR_NAMES[type]);
    ocl_report_result(report, name, all);
}

bool math_can(ocl_report *report, const ocl_env *env, size_t type)
{
    const char *name = SCALAR_NAMES[type], *why = driver_lacks_functions(env->device, type);
    if (!device_has_type(env->device, type))
        ocl_report_note(report, "this device does not compute with %s", name);
    else if (why)
        ocl_report_note(report, "%s is left out: %s", name, why);
    else
        return true;
    if (!ocl_wants(env->options, "all"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no functions of %s", name);
    return false;
}
