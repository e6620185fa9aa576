// SPDX-License-Identifier: MIT

#include "drivers.h"

bool math_flushes(cl_device_id device, size_t type, size_t function)
{
    if (is_short(function)) return true;
    if (type == HALF) return false;
    const cl_device_info info =
        type == FLOAT ? CL_DEVICE_SINGLE_FP_CONFIG : CL_DEVICE_DOUBLE_FP_CONFIG;
    return !(ocl_device_number(device, info) & CL_FP_DENORM);
}

// Infinity: a result may be any number.
static const struct {
    unsigned platform;
    size_t type, function;
    double error;    // in ULP, of all numbers that were tried
} KNOWN[] = {
    { OCL_POCL, FLOAT, F_LDEXP_NUMBER, 0.75 },
    { OCL_POCL, FLOAT, F_LDEXP_VECTOR, 0.75 },
    { OCL_POCL, DOUBLE, F_LDEXP_NUMBER, 0.75 },
    { OCL_POCL, DOUBLE, F_LDEXP_VECTOR, 0.75 },
    { OCL_POCL_6, FLOAT, F_LDEXP_NUMBER, 0.75 },
    { OCL_POCL_6, FLOAT, F_LDEXP_VECTOR, 0.75 },
    { OCL_POCL_6, DOUBLE, F_LDEXP_NUMBER, 0.75 },
    { OCL_POCL_6, DOUBLE, F_LDEXP_VECTOR, 0.75 },
    { OCL_RUSTICL, FLOAT, F_ERFC, 64 },
    { OCL_RUSTICL, FLOAT, F_TGAMMA, 256 },
    { OCL_RUSTICL, DOUBLE, F_COSH, 1024 },
    { OCL_RUSTICL, DOUBLE, F_ERFC, 1024 },
    { OCL_RUSTICL, DOUBLE, F_EXP, 1024 },
    { OCL_RUSTICL, DOUBLE, F_EXP10, 1024 },
    { OCL_RUSTICL, DOUBLE, F_EXPM1, 1024 },
    { OCL_RUSTICL, DOUBLE, F_POW, 1024 },
    { OCL_RUSTICL, DOUBLE, F_POWN, 1024 },
    { OCL_RUSTICL, DOUBLE, F_POWN_VECTOR, 1024 },
    { OCL_RUSTICL, DOUBLE, F_POWR, 1024 },
    { OCL_RUSTICL, DOUBLE, F_ROOTN, 1024 },
    { OCL_RUSTICL, DOUBLE, F_ROOTN_VECTOR, 1024 },
    { OCL_RUSTICL, DOUBLE, F_SINH, 1024 },
    { OCL_RUSTICL, DOUBLE, F_TGAMMA, 1024 },
    { OCL_RUSTICL, DOUBLE, F_COS, INFINITY },
    { OCL_RUSTICL, DOUBLE, F_FMA, INFINITY },
    { OCL_RUSTICL, DOUBLE, F_FMOD, INFINITY },
    { OCL_RUSTICL, DOUBLE, F_REMAINDER, INFINITY },
    { OCL_RUSTICL, DOUBLE, F_REMQUO, INFINITY },
    { OCL_RUSTICL, DOUBLE, F_REMQUO_QUOTIENT, INFINITY },
    { OCL_RUSTICL, DOUBLE, F_SIN, INFINITY },
    { OCL_RUSTICL, DOUBLE, F_SINCOS_COSINE, INFINITY },
    { OCL_RUSTICL, DOUBLE, F_SINCOS_SINE, INFINITY },
    { OCL_RUSTICL, DOUBLE, F_TAN, INFINITY },
    { OCL_OCLGRIND, FLOAT, F_COSPI, INFINITY },
    { OCL_OCLGRIND, FLOAT, F_SINPI, INFINITY },
    { OCL_OCLGRIND, FLOAT, F_TANPI, INFINITY },
    { OCL_OCLGRIND, FLOAT, F_LDEXP_NUMBER, INFINITY },
    { OCL_OCLGRIND, DOUBLE, F_LDEXP_NUMBER, INFINITY },
    { OCL_OCLGRIND, DOUBLE, F_COSPI, INFINITY },
    { OCL_OCLGRIND, DOUBLE, F_SINPI, INFINITY },
    { OCL_OCLGRIND, DOUBLE, F_TANPI, INFINITY },
    { OCL_RUSTICL_26, FLOAT, F_TGAMMA, 256 },
    { OCL_RUSTICL_26, HALF, F_RSQRT, 1.5 },
};

double driver_known_error(cl_device_id device, size_t type, size_t function)
{
    const unsigned platform = ocl_known_platform(device);
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (KNOWN[i].platform == platform && KNOWN[i].type == type && KNOWN[i].function == function)
            return KNOWN[i].error;
    return 0.0;
}

bool driver_loses_roots(cl_device_id device, size_t type, size_t function)
{
    return type == FLOAT && (function == F_ROOTN || function == F_ROOTN_VECTOR) &&
           ocl_known_platform(device) & (OCL_RUSTICL | OCL_RUSTICL_26);
}

bool driver_writes_private(cl_device_id device, size_t function)
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
        return ocl_known_platform(device) != OCL_OCLGRIND;
    default:
        return true;
    }
}

bool driver_lacks_function(cl_device_id device, size_t type, size_t function)
{
    return ocl_known_platform(device) == OCL_INTEL && type == HALF && function == F_LDEXP_NUMBER;
}

const char *driver_lacks_functions(cl_device_id device, size_t type)
{
    const unsigned platform = ocl_known_platform(device);
    if (platform == OCL_RUSTICL && type == HALF) return "the compiler of Mesa 25 aborts";
    if (platform == OCL_RUSTICL_26 && type == DOUBLE) return "the compiler of Mesa 26 crashes";
    return NULL;
}

void driver_require_library(const ocl_env *env)
{
    const char *fault = ocl_known_fault(env->device, "arithmetic of the x87 unit");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    if (ocl_known_platform(env->device) != OCL_RUSTICL_26) return;
    const char *source = "kernel void call(global float *y) { y[0] = sin(y[0]); }";
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, "", NULL, NULL);
    OCL_CHECK(clReleaseProgram(program));
    if (err == CL_BUILD_PROGRAM_FAILURE)
        ocl_exit(OCL_EXIT_SKIP, "rusticl 26.2 cannot link sin with this system's libclc "
                                "(docs/portability.md says more)");
    OCL_CHECK(err);
}
