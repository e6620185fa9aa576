// SPDX-License-Identifier: MIT
//
// Kernels that print: one conversion per line, in the order of the cases in
// tests/proof/printf_conversions/cases.c.
//
// x, l, f    16 numbers of each type
//
// HAS_SIZES  OpenCL 3.1: the lengths z and t

#ifdef __clang__    // it would rather have arguments of the printed type
#pragma clang diagnostic ignored "-Wformat"
#endif

// --- Integers: conversions, flags, width, precision.

kernel void printf_conversions_integers(global const int *x, global const long *l,
                                        global const float *f)
{
    printf("%d\n", x[0]);
    printf("%i\n", x[1]);
    printf("%u\n", x[1]);
    printf("%o\n", x[0]);
    printf("%x\n", x[1]);
    printf("%X\n", x[1]);
    printf("%c\n", x[4]);
    printf("%5d\n", x[1]);
    printf("%-5d|\n", x[1]);
    printf("%05d\n", x[1]);
    printf("%+d\n", x[0]);
    printf("% d\n", x[0]);
    printf("%#o\n", x[0]);
    printf("%#x\n", x[0]);
    printf("%#X\n", x[0]);
    printf("%.4d\n", x[1]);
    printf("%8.4d\n", x[1]);
    printf("%-8.4d|\n", x[1]);
    printf("%+08d\n", x[0]);
    printf("%.0d|\n", x[2]);
    printf("%3c\n", x[4]);
    printf("%-3c|\n", x[4]);
}

// --- The lengths hh, h and l.  The argument becomes a char or a short before it is printed.

kernel void printf_conversions_lengths(global const int *x, global const long *l,
                                       global const float *f)
{
    printf("%hhd\n", x[3]);
    printf("%hhu\n", x[1]);
    printf("%hhx\n", x[1]);
    printf("%hd\n", x[5]);
    printf("%hu\n", x[1]);
    printf("%hx\n", x[1]);
    printf("%ld\n", l[1]);
    printf("%li\n", l[0]);
    printf("%lu\n", l[1]);
    printf("%lx\n", l[0]);
    printf("%lX\n", l[1]);
    printf("%lo\n", l[0]);
    printf("%22ld|\n", l[1]);
#ifdef HAS_SIZES    // size_t and ptrdiff_t
    printf("%zu\n", (size_t)x[0]);
    printf("%td\n", (ptrdiff_t)x[1]);
#endif
}

// --- Floats, infinity, NaN.

kernel void printf_conversions_floats(global const int *x, global const long *l,
                                      global const float *f)
{
    printf("%f\n", f[0]);
    printf("%F\n", f[0]);
    printf("%e\n", f[0]);
    printf("%E\n", f[0]);
    printf("%g\n", f[0]);
    printf("%G\n", f[6]);
    printf("%a\n", f[0]);
    printf("%A\n", f[3]);
    printf("%.3a\n", f[3]);
    printf("%.2f\n", f[0]);
    printf("%10.3f\n", f[0]);
    printf("%-10.3f|\n", f[0]);
    printf("%010.2f\n", f[4]);
    printf("%+.1e\n", f[0]);
    printf("% f\n", f[0]);
    printf("%.0f\n", f[0]);
    printf("%#.0f\n", f[0]);
    printf("%#g\n", f[5]);
    printf("%g\n", f[5]);
    printf("%g\n", f[7]);
    printf("%g\n", f[8]);
    printf("%f\n", f[1]);
    printf("%E\n", f[1]);
    printf("%8g|\n", f[9]);
    printf("%f\n", f[2]);
    printf("%G\n", f[2]);
}

// --- Texts.  What %s prints must be a literal.

kernel void printf_conversions_texts(global const int *x, global const long *l,
                                     global const float *f)
{
    printf("%s\n", "word");
    printf("%8s\n", "word");
    printf("%-8s|\n", "word");
    printf("%.2s\n", "word");
    printf("100%%\n");
    printf("%s %d%%\n", "word", x[0]);
    printf("%p\n", x);
    printf("plain\n");
}

// --- Vectors: a number after v, then a length.  Only vectors have hl: int, uint and float.

kernel void printf_conversions_vectors(global const int *x, global const long *l,
                                       global const float *f)
{
    printf("%v4hlf\n", vload4(0, f));
    printf("%v2hle\n", vload2(0, f + 4));
    printf("%v2hlE\n", vload2(0, f + 4));
    printf("%v3hlg\n", vload3(0, f + 5));
    printf("%v2hlG\n", vload2(0, f + 7));
    printf("%v2hlF\n", vload2(0, f));
    printf("%v2hla\n", vload2(0, f + 3));
    printf("%v2hlA\n", vload2(0, f + 3));
    printf("%7.2v4hlf\n", vload4(0, f));
    printf("%v8hld\n", vload8(0, x));
    printf("%v16hlf\n", vload16(0, f));
    printf("%v2hli\n", vload2(0, x));
    printf("%v4hlu\n", as_uint4(vload4(0, x)));
    printf("%v2hlx\n", as_uint2(vload2(0, x)));
    printf("%v2hlX\n", as_uint2(vload2(0, x)));
    printf("%v2hlo\n", as_uint2(vload2(0, x)));
    printf("%#v2hlx\n", as_uint2(vload2(0, x)));
    printf("%+v2hld\n", vload2(0, x));
    printf("%-5v2hld|\n", vload2(0, x));
    printf("%05v2hld\n", vload2(0, x));
    printf("%v2hhd\n", convert_char2(vload2(0, x)));
    printf("%v8hhx\n", convert_uchar8(vload8(0, x)));
    printf("%v16hhu\n", convert_uchar16(vload16(0, x)));
    printf("%v4hd\n", convert_short4(vload4(0, x)));
    printf("%v3hu\n", convert_ushort3(vload3(0, x)));
    printf("%v2ld\n", vload2(0, l));
    printf("%v4lu\n", as_ulong4(vload4(0, l)));
    printf("%v2lx\n", as_ulong2(vload2(0, l)));
    uint2 u = as_uint2(vload2(0, x));
    printf("%v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu %v2hlu\n", u, u, u, u, u,
           u, u, u, u, u);
}

// --- Vectors of double, which have the length l.

#ifdef cl_khr_fp64
kernel void printf_conversions_doubles(global const int *x, global const long *l,
                                       global const float *f)
{
    printf("%v2lf\n", convert_double2(vload2(0, f)));
    printf("%v4le\n", convert_double4(vload4(0, f + 4)));
    printf("%9.3v3lg|\n", convert_double3(vload3(0, f + 4)));
    printf("%.9g\n", (double)f[3]);
}
#endif

// --- Vectors of half, which have the length h.

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void printf_conversions_halves(global const int *x, global const long *l,
                                      global const float *f)
{
    printf("%v4hf\n", convert_half4(vload4(0, f + 8)));
    printf("%v2he\n", convert_half2(vload2(0, f)));
    printf("%v3hg\n", convert_half3(vload3(0, f)));
    printf("%v2ha\n", convert_half2(vload2(0, f + 10)));
    printf("%8.2v8hf|\n", convert_half8(vload8(0, f + 8)));
    printf("%-9v2hG|\n", convert_half2(vload2(0, f + 10)));
}
#endif

// --- Each work-item prints two lines.  out[i] gets what the two calls returned.

kernel void printf_conversions_order(global int2 *restrict out)
{
    int i = get_global_id(0);
    int first = printf("%d begins\n", i);
    int second = printf("%d ends\n", i);
    out[i] = (int2)(first, second);
}

// --- Many long lines, more than the buffer may hold: the number of the work-item, and 16 numbers
// that follow.

kernel void printf_conversions_overflow(global int *restrict out)
{
    int i = get_global_id(0);
    out[i] = printf("%d: %v16hld\n", i,
                    (int16)(i) + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}
