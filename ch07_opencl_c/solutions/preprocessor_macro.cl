// SPDX-License-Identifier: MIT
//
// preprocessor_macro - exercise 2 of preprocessor: a macro is text.
//
//     build/bin/preprocessor -k build/exercises/preprocessor_macro.cl
//
// TYPE     uint or float
// SCALE    a number

#if !defined(TYPE) || !defined(SCALE)
#error "the host must build this file with -DTYPE=<type> -DSCALE=<number>"
#endif

// The compiler defines this name on a device that has the type double, and only there.
#ifdef cl_khr_fp64
#define HAS_DOUBLE 1
#else
#define HAS_DOUBLE 0
#endif

//: skeleton
//: // Exercise 2 of preprocessor: SCALED(x[i] + 1) becomes SCALE * x[i] + 1.  Mend this line only.
//: #define SCALED(a) SCALE *a
//: solution
#define SCALED(a) (SCALE * (a))
//: end

// One work-item per element.  The first one also tells what the compiler knows of the device.
kernel void preprocessor(global TYPE *restrict y, global uint *restrict facts,
                         global const TYPE *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = SCALED(x[i] + 1);
    if (i == 0) {
        facts[0] = __OPENCL_C_VERSION__;
        facts[1] = HAS_DOUBLE;
    }
}
