// SPDX-License-Identifier: MIT

#include "check.h"

#include "proof/ch07_opencl_c/exact.h"

// The largest errors that are known of drivers where they are above the specification's bounds, in
// ULP, of all numbers that were tried.  Infinity: a result may be any number.
static const struct {
    const char *fault;    // of the table of known faults
    size_t type, function;
    double error;
} KNOWN[] = {
    { "denormal results of ldexp", FLOAT, F_LDEXP_NUMBER, 0.75 },
    { "denormal results of ldexp", FLOAT, F_LDEXP_VECTOR, 0.75 },
    { "denormal results of ldexp", DOUBLE, F_LDEXP_NUMBER, 0.75 },
    { "denormal results of ldexp", DOUBLE, F_LDEXP_VECTOR, 0.75 },
    { "erfc of float", FLOAT, F_ERFC, 64 },
    { "tgamma of float", FLOAT, F_TGAMMA, 256 },
    { "rsqrt of half", HALF, F_RSQRT, 1.5 },
    { "functions of double above the bounds", DOUBLE, F_COSH, 1024 },
    { "functions of double above the bounds", DOUBLE, F_ERFC, 1024 },
    { "functions of double above the bounds", DOUBLE, F_EXP, 1024 },
    { "functions of double above the bounds", DOUBLE, F_EXP10, 1024 },
    { "functions of double above the bounds", DOUBLE, F_EXPM1, 1024 },
    { "functions of double above the bounds", DOUBLE, F_POW, 1024 },
    { "functions of double above the bounds", DOUBLE, F_POWN, 1024 },
    { "functions of double above the bounds", DOUBLE, F_POWN_VECTOR, 1024 },
    { "functions of double above the bounds", DOUBLE, F_POWR, 1024 },
    { "functions of double above the bounds", DOUBLE, F_ROOTN, 1024 },
    { "functions of double above the bounds", DOUBLE, F_ROOTN_VECTOR, 1024 },
    { "functions of double above the bounds", DOUBLE, F_SINH, 1024 },
    { "functions of double above the bounds", DOUBLE, F_TGAMMA, 1024 },
    { "functions of double above the bounds", DOUBLE, F_COS, INFINITY },
    { "functions of double above the bounds", DOUBLE, F_FMA, INFINITY },
    { "functions of double above the bounds", DOUBLE, F_FMOD, INFINITY },
    { "functions of double above the bounds", DOUBLE, F_REMAINDER, INFINITY },
    { "functions of double above the bounds", DOUBLE, F_REMQUO, INFINITY },
    { "functions of double above the bounds", DOUBLE, F_REMQUO_QUOTIENT, INFINITY },
    { "functions of double above the bounds", DOUBLE, F_SIN, INFINITY },
    { "functions of double above the bounds", DOUBLE, F_SINCOS_COSINE, INFINITY },
    { "functions of double above the bounds", DOUBLE, F_SINCOS_SINE, INFINITY },
    { "functions of double above the bounds", DOUBLE, F_TAN, INFINITY },
    { "sinpi, cospi, tanpi and ldexp", FLOAT, F_COSPI, INFINITY },
    { "sinpi, cospi, tanpi and ldexp", FLOAT, F_SINPI, INFINITY },
    { "sinpi, cospi, tanpi and ldexp", FLOAT, F_TANPI, INFINITY },
    { "sinpi, cospi, tanpi and ldexp", FLOAT, F_LDEXP_NUMBER, INFINITY },
    { "sinpi, cospi, tanpi and ldexp", DOUBLE, F_LDEXP_NUMBER, INFINITY },
    { "sinpi, cospi, tanpi and ldexp", DOUBLE, F_COSPI, INFINITY },
    { "sinpi, cospi, tanpi and ldexp", DOUBLE, F_SINPI, INFINITY },
    { "sinpi, cospi, tanpi and ldexp", DOUBLE, F_TANPI, INFINITY },
};

// 0 where none is known of this driver.
static double known_error(cl_device_id device, size_t type, size_t function)
{
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (KNOWN[i].type == type && KNOWN[i].function == function &&
            ocl_known_fault(device, "%s", KNOWN[i].fault))
            return KNOWN[i].error;
    return 0.0;
}

static bool has_second_result(size_t function)
{
    switch (function) {
    case F_FRACT:
    case F_FRACT_WHOLE:
    case F_FREXP:
    case F_FREXP_EXPONENT:
    case F_LGAMMA_R:
    case F_MODF:
    case F_MODF_WHOLE:
    case F_REMQUO:
    case F_REMQUO_QUOTIENT:
    case F_SINCOS_SINE:
    case F_SINCOS_COSINE:
        return true;
    default:
        return false;
    }
}

bool math_lacks(cl_device_id device, size_t type, size_t function)
{
    if (type == HALF && function == F_LDEXP_NUMBER)
        return ocl_known_fault(device, "ldexp of half and a number");
    return has_second_result(function) && ocl_known_fault(device, "second results of functions");
}

void math_require_library(const ocl_env *env)
{
    const char *fault = ocl_known_fault(env->device, "arithmetic of the x87 unit");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    fault = ocl_known_fault(env->device, "a library without sin");
    if (!fault) return;
    const char *source = "kernel void call(global float *y) { y[0] = sin(y[0]); }";
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, "", NULL, NULL);
    OCL_CHECK(clReleaseProgram(program));
    if (err == CL_BUILD_PROGRAM_FAILURE) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    OCL_CHECK(err);
}

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
                     .known = known_error(c->device, c->type, c->function) };
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

ocl_result verify_timed(cl_device_id device, size_t function, float *y, size_t calls)
{
    float x[NUMBERS], z[NUMBERS];
    for (size_t i = 0; i < NUMBERS; i++) {
        x[i] = 0.5f + (float)i / (float)NUMBERS;
        z[i] = 1.5f;
    }
    const math_case c = { .device = device,
                          .type = FLOAT,
                          .function = function,
                          .operands = { x, z, z },
                          .got = y,
                          .count = NUMBERS };
    const math_worst w = math_verify(&c);
    size_t wrong = w.bound == NO_BOUND && !(w.error <= 0x1p14);
    for (size_t i = NUMBERS; i < calls; i += NUMBERS)
        wrong += memcmp(y, y + i, sizeof x) != 0;
    return ocl_result_both(w.result,
                           ocl_verify_equal(MATH_FUNCTIONS[function].name, (long long)wrong, 0));
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
    const char *name = SCALAR_NAMES[type],
               *why = ocl_known_fault(env->device, "mathematical functions of %s", name);
    if (!device_has_type(env->device, type))
        ocl_report_note(report, "this device does not compute with %s", name);
    else if (why)
        ocl_report_note(report, "%s is left out: this driver %s", name, why);
    else
        return true;
    if (!ocl_wants(env->options, "all"))
        ocl_exit(OCL_EXIT_SKIP, "this device has no functions of %s", name);
    return false;
}
