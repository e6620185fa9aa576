// SPDX-License-Identifier: MIT
//
// bit_operations - parts of a word taken out and put in, words mirrored, zeros counted.
//
// Shows   fields of bits by hand, for every device; the functions of cl_khr_extended_bit_ops and
//         ctz of OpenCL C 2.0; each in all types, with all fields
// Uses    clSetKernelArg, clEnqueueNDRangeKernel; bitfield_insert, bitfield_extract_signed,
//         bitfield_extract_unsigned, bit_reverse, ctz
// Try     bit_operations -V short

#include "ocl.h"

#include "shared/features.h"

enum { BIT_FUNCTIONS = 10 };

// Row f: the function's name.
static const char *const BIT_FUNCTION_NAMES[BIT_FUNCTIONS] = {
    "insert by hand",  "extract_unsigned by hand",  "extract_signed by hand",
    "reverse by hand", "trailing_zeros by hand",    "ctz",
    "bitfield_insert", "bitfield_extract_unsigned", "bitfield_extract_signed",
    "bit_reverse",
};

static bool bit(cl_ulong word, int i)
{
    return word >> i & 1;
}

// What function f gives for words of so many bits, as a number without sign.
static cl_ulong bit_ref(int f, int bits, const cl_ulong words[2], cl_uchar2 field)
{
    enum { INSERT, UNSIGNED, SIGNED, REVERSE, ZEROS };
    static const int SAME_AS[BIT_FUNCTIONS] = { INSERT, UNSIGNED, SIGNED,   REVERSE, ZEROS,
                                                ZEROS,  INSERT,   UNSIGNED, SIGNED,  REVERSE };
    const int offset = field.s[0], count = field.s[1], what = SAME_AS[f];
    cl_ulong result = 0;
    int zeros = 0;
    while (zeros < bits && !bit(words[0], zeros))
        zeros++;
    if (what == ZEROS) return (cl_ulong)zeros;
    for (int i = 0; i < bits; i++) {
        bool one = false;
        if (what == INSERT)
            one = i >= offset && i < offset + count ? bit(words[1], i - offset) : bit(words[0], i);
        else if (what == REVERSE)
            one = bit(words[0], bits - 1 - i);
        else if (i < count)
            one = bit(words[0], offset + i);
        else if (what == SIGNED && count > 0)
            one = bit(words[0], offset + count - 1);
        result |= (cl_ulong)one << i;
    }
    return result;
}

// All fields of a word of so many bits, one after the other, again and again: offset, count.
static void fill_fields(cl_uchar2 *fields, size_t n, int bits)
{
    int offset = 0, count = bits;
    for (size_t i = 0; i < n; i++) {
        fields[i].s[0] = (cl_uchar)offset;
        fields[i].s[1] = (cl_uchar)count;
        if (--count >= 0) continue;
        offset = offset < bits ? offset + 1 : 0;
        count = bits - offset;
    }
}

// Random words.  Every eighth is 0 or has one bit.
static void fill_words(cl_ulong *words, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        words[i] = ocl_random(seed, i);
        if (i % 8 == 7) words[i] = i % 3 == 0 ? 0 : (cl_ulong)1 << (words[i] % 64);
    }
}

// A type: its name, those of the signed and the unsigned type of that size, and that size.
typedef struct {
    const char *name, *name_signed, *name_unsigned;
    int bits;
} word_type;

enum { TYPES = 8, BY_HAND = 5, BY_HAND_AND_CTZ = 6 };
static const word_type TYPE_LIST[TYPES] = {
    { "char", "char", "uchar", 8 },     { "uchar", "char", "uchar", 8 },
    { "short", "short", "ushort", 16 }, { "ushort", "short", "ushort", 16 },
    { "int", "int", "uint", 32 },       { "uint", "int", "uint", 32 },
    { "long", "long", "ulong", 64 },    { "ulong", "long", "ulong", 64 },
};
static const char *const VARIANTS[] = { "char", "uchar", "short", "ushort", "int",
                                        "uint", "long",  "ulong", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n, bytes;    // words of 64 bits
    int functions;      // that the device has
    cl_ulong *x, *y;
    cl_mem d_out, d_x, d_y, d_fields;
} lesson;

static int count_functions(cl_device_id device)
{
    const bool has_ctz = ocl_has_language(device, 20) || ocl_has_language(device, 30);
    if (has_ctz && extension_version(device, "cl_khr_extended_bit_ops") > 0) return BIT_FUNCTIONS;
    return has_ctz ? BY_HAND_AND_CTZ : BY_HAND;
}

// Each function's answers are compared with plain C.  results[f] gets those of this type, too.
static void run_type(const lesson *l, const word_type *type, ocl_result results[BIT_FUNCTIONS])
{
    cl_uchar2 *fields = ocl_alloc(l->n * sizeof *fields);
    fill_fields(fields, l->n, type->bits);
    OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, l->d_fields, CL_TRUE, 0, l->n * sizeof *fields,
                                   fields, 0, NULL, NULL));
    cl_program program =
        ocl_build(l->env, "bit_operations.cl", "%s -DT=%s -DS=%s -DU=%s%s%s",
                  ocl_newest_c(l->env->device), type->name, type->name_signed, type->name_unsigned,
                  l->functions >= BY_HAND_AND_CTZ ? " -DCTZ" : "",
                  l->functions == BIT_FUNCTIONS ? " -DEXTENDED" : "");
    const cl_uint n = (cl_uint)l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "bit_operations_all", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_fields, &l->d_fields));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->n, local);

    const size_t functions = (size_t)l->functions;
    ocl_trial t = ocl_trial_open(l->env, type->name, l->d_out, functions * l->bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &t.done));

    cl_ulong *out = ocl_alloc(l->bytes), *ref = ocl_alloc(l->bytes);
    ocl_result all = { .pass = true };
    for (int f = 0; f < l->functions; f++) {
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_out, CL_TRUE, (size_t)f * l->bytes,
                                      l->bytes, out, 0, NULL, NULL));
        for (size_t i = 0; i < l->n; i++)
            ref[i] = bit_ref(f, type->bits, (cl_ulong[2]){ l->x[i], l->y[i] }, fields[i]);
        const ocl_result result = ocl_verify_u64(BIT_FUNCTION_NAMES[f], out, ref, l->n);
        results[f] = ocl_result_both(results[f], result);
        all = ocl_result_both(all, result);
    }
    const ocl_work work = { .amount = (double)functions * (double)l->n, .unit = "Gword/s" };
    ocl_trial_report(&t, l->report, &work, all);
    free(ref);
    free(out);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(fields);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bit_operations",
                              .summary = "Fields of bits, mirrored words, counted zeros.",
                              .accepts = "dnrVks",
                              .size_help = "words",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 20011 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_ulong) * (double)opt.n[0];
    ocl_require_memory(env.device, BIT_FUNCTIONS * size, (BIT_FUNCTIONS + 3) * size, 5 * size);

    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_ulong) };
    l.functions = count_functions(env.device);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    l.x = ocl_alloc(l.bytes);
    l.y = ocl_alloc(l.bytes);
    fill_words(l.x, l.n, opt.seed);
    fill_words(l.y, l.n, opt.seed + 1);
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, (size_t)l.functions * l.bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.x);
    l.d_y = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.y);
    l.d_fields = ocl_buffer(&env, CL_MEM_READ_ONLY, l.n * sizeof(cl_uchar2), NULL);
    if (l.functions < BY_HAND_AND_CTZ)
        ocl_report_note(l.report, "without ctz: this device has no OpenCL C 2.0 or 3.0");
    if (l.functions < BIT_FUNCTIONS)
        ocl_report_note(l.report, "this device has no cl_khr_extended_bit_ops");

    ocl_result results[BIT_FUNCTIONS];
    for (int f = 0; f < BIT_FUNCTIONS; f++)
        results[f] = (ocl_result){ .pass = true };
    for (int k = 0; k < TYPES; k++)
        if (ocl_wants(&opt, VARIANTS[k])) run_type(&l, &TYPE_LIST[k], results);
    for (int f = 0; f < l.functions; f++)
        ocl_report_result(l.report, BIT_FUNCTION_NAMES[f], results[f]);

    OCL_CHECK(clReleaseMemObject(l.d_fields));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    free(l.y);
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
