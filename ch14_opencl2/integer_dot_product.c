// SPDX-License-Identifier: MIT
//
// integer_dot_product - sums of four products of 8 bits, which newer devices make in one step.
//
// Shows   what the device has, and what is fast there; all functions of four bytes, signed,
//         unsigned and mixed, with and without a sum that saturates; the same by hand
// Uses    CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, ...ACCELERATION_PROPERTIES_8BIT_KHR,
//         ...4x8BIT_PACKED_KHR; dot, dot_acc_sat, dot_4x8packed_..., dot_acc_sat_4x8packed_...
// Try     integer_dot_product -V packed; digits, where a network reads with them

#include "ocl.h"

#include "named_versions.h"

#define EXTENSION "cl_khr_integer_dot_product"

enum { BY_HAND, CHAR4, PACKED };
static const char *const VARIANTS[] = { "by_hand", "char4", "packed", NULL };
static const char *const MACROS[] = { "BY_HAND", "CHAR4", "PACKED" };

// What the compiler must have.
static const char *const FEATURES[] = { NULL, "__opencl_c_integer_dot_product_input_4x8bit",
                                        "__opencl_c_integer_dot_product_input_4x8bit_packed" };

// --- the eight functions in plain C

enum { DOT_FORMS = 3, DOT_FUNCTIONS = 8 };

// The names of the functions, by form: by hand, of char4, packed.
static const char *const DOT_NAMES[DOT_FORMS][DOT_FUNCTIONS] = {
    { "by hand: uchar . uchar", "by hand: char . char", "by hand: uchar . char",
      "by hand: char . uchar", "by hand: uchar . uchar + sum", "by hand: char . char + sum",
      "by hand: uchar . char + sum", "by hand: char . uchar + sum" },
    { "dot(uchar4, uchar4)", "dot(char4, char4)", "dot(uchar4, char4)", "dot(char4, uchar4)",
      "dot_acc_sat(uchar4, uchar4, uint)", "dot_acc_sat(char4, char4, int)",
      "dot_acc_sat(uchar4, char4, int)", "dot_acc_sat(char4, uchar4, int)" },
    { "dot_4x8packed_uu_uint", "dot_4x8packed_ss_int", "dot_4x8packed_us_int",
      "dot_4x8packed_su_int", "dot_acc_sat_4x8packed_uu_uint", "dot_acc_sat_4x8packed_ss_int",
      "dot_acc_sat_4x8packed_us_int", "dot_acc_sat_4x8packed_su_int" },
};

// Byte k of a word, counted from the lowest one.
static int64_t byte_of(cl_uint word, int k, bool is_signed)
{
    const int64_t byte = word >> (8 * k) & 255;
    return is_signed && byte > 127 ? byte - 256 : byte;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

// Of four products.
static int64_t dot_of(int f, cl_uint a, cl_uint b)
{
    const bool a_signed = f % 4 == 1 || f % 4 == 3, b_signed = f % 4 == 1 || f % 4 == 2;
    int64_t dot = 0;
    for (int k = 0; k < 4; k++)
        dot += byte_of(a, k, a_signed) * byte_of(b, k, b_signed);
    return dot;
}

// What function f gives for two words of four bytes, and the sum so far where it takes one.
static cl_uint dot_ref(int f, cl_uint a, cl_uint b, cl_uint sum)
{
    const bool is_unsigned = f % 4 == 0;
    int64_t exact = dot_of(f, a, b);
    if (f >= 4)
        exact += is_unsigned || sum < 0x80000000u ? (int64_t)sum : sum - INT64_C(1) * 4294967296;
    exact = is_unsigned ? clamp(exact, 0, UINT32_MAX) : clamp(exact, INT32_MIN, INT32_MAX);
    return (cl_uint)exact;
}

// dot_ref without saturation: the low 32 bits of the sum.
static cl_uint dot_wrapped(int f, cl_uint a, cl_uint b, cl_uint sum)
{
    return (cl_uint)dot_of(f, a, b) + (f >= 4 ? sum : 0);
}

static cl_uint word_at(uint64_t seed, size_t i)
{
    static const cl_uint ENDS[] = { 128, 255, 127, 0, 1 };
    const uint64_t bits = ocl_random(seed, i);
    cl_uint word = 0;
    for (int k = 0; k < 4; k++) {
        const cl_uint own = (cl_uint)(bits >> (16 * k)) & 0xffffu;
        word |= (own & 256 ? own & 255 : ENDS[(own & 255) % 5]) << (8 * k);
    }
    return word;
}

// Words of random bytes.  Half of the bytes are at an end of a type: 0, 1, 127, 128 or 255; the
// first pairs have four equal ones.
static void fill_words(cl_uint *a, cl_uint *b, size_t n, uint64_t seed)
{
    static const cl_uint EQUAL[5] = { 0x80808080, 0xffffffff, 0x7f7f7f7f, 0x00000000, 0x01010101 };
    for (size_t i = 0; i < n; i++) {
        a[i] = i < 25 ? EQUAL[i / 5] : word_at(seed, i);
        b[i] = i < 25 ? EQUAL[i % 5] : word_at(seed + 1, i);
    }
}

// Sums so far.  Three of four are near the ends of uint or int, where the functions saturate.
static void fill_sums(cl_uint *sums, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t bits = ocl_random(seed + 2, i);
        const cl_uint near = (cl_uint)(bits % 100000);
        const cl_uint choices[4] = { 0x7fffffffu - near, 0x80000000u + near, 0xffffffffu - near,
                                     (cl_uint)(bits >> 32) };
        sums[i] = choices[bits >> 20 & 3];
    }
}

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n, bytes;    // pairs, and the bytes of one word for each
    cl_uint *a, *b, *sums;
    cl_mem d_out, d_a, d_b, d_sums;
} lesson;

static bool can_run(const lesson *l, int variant)
{
    return variant == BY_HAND || ocl_has_feature(l->env->device, FEATURES[variant]);
}

// Which functions the device makes with an instruction of its own.
static void show_acceleration(const lesson *l)
{
    static const cl_device_info QUERIES[2] = {
        CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
        CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR
    };
    const cl_version version = ocl_extension_version(l->env->device, EXTENSION);
    if (version == 0) {
        ocl_report_note(l->report, "this device has no " EXTENSION);
        return;
    }
    cl_device_integer_dot_product_capabilities_khr has = 0;
    OCL_CHECK(clGetDeviceInfo(l->env->device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
                              sizeof has, &has, NULL));
    ocl_report_fact(l->report, "packed in a uint", "%s",
                    has & CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR ? "yes" : "no");
    ocl_report_fact(l->report, "four bytes of a vector", "%s",
                    has & CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR ? "yes" : "no");
    if (version < CL_MAKE_VERSION(2, 0, 0)) return;

    ocl_table table = ocl_table_open(l->report, "fast on this device",
                                     "fast, unsigned, signed, mixed, unsigned + sum, signed + sum, "
                                     "mixed + sum");
    for (int q = 0; q < 2; q++) {
        cl_device_integer_dot_product_acceleration_properties_khr fast;
        OCL_CHECK(clGetDeviceInfo(l->env->device, QUERIES[q], sizeof fast, &fast, NULL));
        ocl_table_row(&table, "%-7s %u %u %u %u %u %u", VARIANTS[CHAR4 + q],
                      fast.unsigned_accelerated, fast.signed_accelerated,
                      fast.mixed_signedness_accelerated,
                      fast.accumulating_saturating_unsigned_accelerated,
                      fast.accumulating_saturating_signed_accelerated,
                      fast.accumulating_saturating_mixed_signedness_accelerated);
    }
}

// Each function's answers are compared with plain C.
static void run_variant(const lesson *l, int variant, ocl_result results[DOT_FUNCTIONS])
{
    cl_program program =
        ocl_build(l->env, "integer_dot_product.cl", "%s -D%s",
                  variant == BY_HAND ? "-cl-std=CL1.2" : "-cl-std=CL3.0", MACROS[variant]);
    const cl_uint n = (cl_uint)l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "integer_dot_product_all", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_a, &l->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_b, &l->d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->n, local);

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_out, DOT_FUNCTIONS * l->bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &t.done));

    const bool excused =
        variant == BY_HAND && ocl_known_fault(l->env->device, "sums that are written by hand");
    cl_uint *out = ocl_alloc(l->bytes), *ref = ocl_alloc(l->bytes);
    ocl_result all = { .pass = true };
    for (int f = 0; f < DOT_FUNCTIONS; f++) {
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_out, CL_TRUE, (size_t)f * l->bytes,
                                      l->bytes, out, 0, NULL, NULL));
        for (size_t i = 0; i < l->n; i++) {
            ref[i] = dot_ref(f, l->a[i], l->b[i], l->sums[i]);
            const cl_uint wrapped = dot_wrapped(f, l->a[i], l->b[i], l->sums[i]);
            if (excused && out[i] == wrapped) ref[i] = wrapped;
        }
        results[f] = ocl_verify_u32(DOT_NAMES[variant][f], out, ref, l->n);
        all = ocl_result_both(all, results[f]);
    }
    if (excused)
        ocl_report_note(l->report, "this compiler's sums may wrap around where they must saturate");
    const ocl_work work = { .amount = (double)DOT_FUNCTIONS * (double)l->n, .unit = "Gdot/s" };
    ocl_trial_report(&t, l->report, &work, all);
    free(ref);
    free(out);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "integer_dot_product",
                              .summary = "Sums of four products of 8 bits.",
                              .accepts = "dnrVks",
                              .size_help = "pairs of four bytes",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 200003 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, DOT_FUNCTIONS * size, (DOT_FUNCTIONS + 3) * size, 5 * size);

    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint) };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    l.a = ocl_alloc(l.bytes);
    l.b = ocl_alloc(l.bytes);
    l.sums = ocl_alloc(l.bytes);
    fill_words(l.a, l.b, l.n, opt.seed);
    fill_sums(l.sums, l.n, opt.seed);
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, DOT_FUNCTIONS * l.bytes, NULL);
    l.d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.a);
    l.d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.b);
    l.d_sums = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.sums);

    ocl_result results[DOT_FORMS][DOT_FUNCTIONS];
    show_acceleration(&l);
    for (int v = BY_HAND; v <= PACKED; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        if (can_run(&l, v))
            run_variant(&l, v, results[v]);
        else if (opt.variant && !ocl_wants(&opt, "all"))
            ocl_exit(OCL_EXIT_SKIP, "this device has no %s", FEATURES[v]);
        else
            ocl_report_note(l.report, "without %s: this device has no %s", VARIANTS[v],
                            FEATURES[v]);
    }
    for (int v = BY_HAND; v <= PACKED; v++)
        for (int f = 0; ocl_wants(&opt, VARIANTS[v]) && can_run(&l, v) && f < DOT_FUNCTIONS; f++)
            ocl_report_result(l.report, DOT_NAMES[v][f], results[v][f]);

    OCL_CHECK(clReleaseMemObject(l.d_sums));
    OCL_CHECK(clReleaseMemObject(l.d_b));
    OCL_CHECK(clReleaseMemObject(l.d_a));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    free(l.sums);
    free(l.b);
    free(l.a);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
