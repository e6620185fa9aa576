// SPDX-License-Identifier: MIT
//
// data_types_all - the types of OpenCL C, and the types of the host that have the same bytes.
//
// Shows   sizes and alignments of all scalars and vectors; one struct for host and device, in
//         three layouts; the order of bytes; types that no argument may have
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer, clGetDeviceInfo
// Try     data_types_all -d with another device; data_types_all -k with your own struct

#include "ocl.h"

#include "data_types_all/families.h"
#include "proof/ch07_opencl_c/language_rules.h"

#include <stddef.h>

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
} lesson;

// Runs a kernel that writes `count` numbers, with one work-item.
static void run_once(const lesson *l, const char *name, cl_uint *out, size_t count)
{
    const ocl_env *env = l->env;
    const size_t bytes = count * sizeof *out, one = 1;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
}

// The rule: a vector of n components has n times the size of one, and a vector of three has the
// size of one of four.  Each type is aligned to its size.
static cl_uint size_ref(cl_uint component_bytes, cl_uint width)
{
    return component_bytes * (width == 3 ? 4 : width);
}

// Compilers for i386 align 64 bits to 32, and Khronos' headers do not ask them for more: a struct
// with a cl_ulong or a cl_double has other places there.
#ifdef __i386__
enum { HOST_ALIGNS_64_BITS = 4 };
#else
enum { HOST_ALIGNS_64_BITS = 8 };
#endif

static void show_sizes(const lesson *l)
{
    static const cl_uint widths[WIDTHS] = { 1, 2, 3, 4, 8, 16 };
    const bool has_double = ocl_has_extension(l->env->device, "cl_khr_fp64");
    const size_t families = has_double ? FAMILIES : FAMILIES - 1;
    cl_uint got[FAMILIES][2 * WIDTHS], host[FAMILIES][2 * WIDTHS], ref[FAMILIES][2 * WIDTHS];
    cl_uint host_ref[FAMILIES][2 * WIDTHS];
    run_once(l, "data_types_all_sizes", got[0], families * 2 * WIDTHS);

    ocl_table table =
        ocl_table_open(l->report, "sizes", "type, scalar, n = 2, n = 3, n = 4, n = 8, n = 16");
    for (size_t f = 0; f < families; f++) {
        const type_family *family = &TYPE_FAMILIES[f];
        for (size_t w = 0; w < WIDTHS; w++) {
            ref[f][w] = ref[f][WIDTHS + w] = size_ref(family->bytes, widths[w]);
            host[f][w] = family->size[w];
            host[f][WIDTHS + w] = family->align[w];
        }
        memcpy(host_ref[f], ref[f], sizeof ref[f]);
        if (family->bytes == 8) host_ref[f][WIDTHS] = HOST_ALIGNS_64_BITS;
        ocl_table_row(&table, "%-8s %u %6u %6u %6u %6u %6u", family->name, got[f][0], got[f][1],
                      got[f][2], got[f][3], got[f][4], got[f][5]);
    }
    const size_t count = families * 2 * WIDTHS;
    ocl_report_result(l->report, "device's sizes, alignments",
                      ocl_verify_u32("device", got[0], ref[0], count));
    ocl_report_result(l->report, "host's sizes, alignments",
                      ocl_verify_u32("host", host[0], host_ref[0], count));
}

// The order of bytes, and the types that are as wide as an address.
static void show_addresses(const lesson *l)
{
    static const char *const names[] = { "size_t", "ptrdiff_t", "intptr_t", "uintptr_t",
                                         "global void *" };
    enum { WORD = 4, NAMES = 5 };
    cl_uint got[WORD + NAMES], ref[WORD + NAMES], bits;
    cl_bool little;
    OCL_CHECK(clGetDeviceInfo(l->env->device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL));
    OCL_CHECK(
        clGetDeviceInfo(l->env->device, CL_DEVICE_ENDIAN_LITTLE, sizeof little, &little, NULL));
    run_once(l, "data_types_all_addresses", got, WORD + NAMES);
    for (cl_uint i = 0; i < WORD; i++)
        ref[i] = little ? i + 1 : WORD - i;
    for (int i = 0; i < NAMES; i++)
        ref[WORD + i] = bits / 8;

    ocl_table table = ocl_table_open(l->report, "addresses", "type, bytes, CL_DEVICE_ADDRESS_BITS");
    for (int i = 0; i < NAMES; i++)
        ocl_table_row(&table, "%-14s %5u %22u", names[i], got[WORD + i], bits);
    ocl_report_print(l->report, "\n0x04030201 in memory: %u %u %u %u, CL_DEVICE_ENDIAN_LITTLE %s\n",
                     got[0], got[1], got[2], got[3], little ? "CL_TRUE" : "CL_FALSE");
    ocl_report_result(l->report, "order of bytes, addresses",
                      ocl_verify_u32("bytes, sizes", got, ref, WORD + NAMES));
}

// The structs of data_types_all.cl in the host's words.  Compilers have different words for
// layouts; these are those of gcc and clang.
typedef struct {
    cl_uchar kind;
    cl_float mass;
    cl_float3 position;
    cl_ushort count;
} natural;

typedef struct __attribute__((packed)) {
    cl_uchar kind;
    cl_float mass;
    cl_float3 position;
    cl_ushort count;
} packed;

typedef struct __attribute__((aligned(64))) {
    cl_uchar kind;
    cl_float mass;
    cl_float3 position;
    cl_ushort count;
} aligned;

// Where the host's compiler puts the fields, and the size of a struct.
enum { RECORDS = 37, FIELDS = 6, PLACES = 5, LAYOUTS = 3 };
#define PLACES_OF(T)                                                                               \
    {                                                                                              \
        offsetof(T, kind), offsetof(T, mass), offsetof(T, position), offsetof(T, count), sizeof(T) \
    }
static const struct {
    const char *name, *kernel;
    cl_uint places[PLACES];
} LAYOUT_TABLE[LAYOUTS] = { { "natural", "data_types_all_natural", PLACES_OF(natural) },
                            { "packed", "data_types_all_packed", PLACES_OF(packed) },
                            { "aligned", "data_types_all_aligned", PLACES_OF(aligned) } };

// Records in one layout, and the six numbers of each as the device should read them.
static unsigned char *make_records(const cl_uint places[PLACES], float ref[RECORDS][FIELDS])
{
    unsigned char *records = ocl_alloc(RECORDS * places[4]);
    memset(records, 0xa5, RECORDS * places[4]);    // also the gaps
    for (int r = 0; r < RECORDS; r++) {
        const cl_uchar kind = (cl_uchar)(200 + r);
        const cl_float numbers[] = { 0.5f + (float)r, 1.0f - (float)r, 2.25f * (float)r,
                                     100.0f + (float)r };
        const cl_ushort count = (cl_ushort)(60000 + r);
        unsigned char *record = records + (size_t)r * places[4];
        memcpy(record + places[0], &kind, sizeof kind);
        memcpy(record + places[1], &numbers[0], sizeof(cl_float));
        memcpy(record + places[2], &numbers[1], 3 * sizeof(cl_float));
        memcpy(record + places[3], &count, sizeof count);
        ref[r][0] = kind;
        memcpy(&ref[r][1], numbers, sizeof numbers);
        ref[r][5] = count;
    }
    return records;
}

// One struct for both sides: the kernel reads each field of what the host has written.
static ocl_result show_layout(const lesson *l, size_t layout, ocl_table *table)
{
    const ocl_env *env = l->env;
    const cl_uint *host = LAYOUT_TABLE[layout].places;
    const size_t global = RECORDS, local = 1;
    float fields[RECORDS][FIELDS], ref[RECORDS][FIELDS];
    cl_uint places[PLACES];
    unsigned char *records = make_records(host, ref);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, LAYOUT_TABLE[layout].kernel, &err));
    cl_mem d_fields = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof fields, NULL);
    cl_mem d_places = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof places, NULL);
    cl_mem d_records = ocl_buffer(env, CL_MEM_READ_ONLY, RECORDS * host[4], records);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_fields, &d_fields));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_places, &d_places));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_records, &d_records));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_fields, CL_TRUE, 0, sizeof fields, fields, 0, NULL,
                                  NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_places, CL_TRUE, 0, sizeof places, places, 0, NULL,
                                  NULL));
    ocl_table_row(table, "%-10s %4u %4u %8u %5u %6u", LAYOUT_TABLE[layout].name, places[0],
                  places[1], places[2], places[3], places[4]);
    OCL_CHECK(clReleaseMemObject(d_records));
    OCL_CHECK(clReleaseMemObject(d_places));
    OCL_CHECK(clReleaseMemObject(d_fields));
    OCL_CHECK(clReleaseKernel(kernel));
    free(records);
    return ocl_result_both(ocl_verify_u32("places", places, host, PLACES),
                           ocl_verify_f32("fields", fields[0], ref[0], RECORDS * FIELDS, 0.0));
}

// Types that no argument of a kernel may have, and names that are reserved.
static const language_rule RULES[] = {
    { .rule = "an argument is no bool",
      .wrong = "kernel void a(bool flag) {}",
      .right = "kernel void a(int flag) {}",
      .is_program = true },
    { .rule = "an argument is no size_t",
      .wrong = "kernel void b(size_t n) {}",
      .right = "kernel void b(ulong n) {}",
      .is_program = true },
    { .rule = "an argument is no ptrdiff_t",
      .wrong = "kernel void c(ptrdiff_t n) {}",
      .right = "kernel void c(long n) {}",
      .is_program = true },
    { .rule = "an argument has no bool inside",
      .wrong = "struct s { bool b; }; kernel void d(struct s x) {}",
      .right = "struct s { int b; }; kernel void d(struct s x) {}",
      .is_program = true },
    { .rule = "an argument is no pointer to pointer",
      .wrong = "kernel void e(global int *global *p) {}",
      .right = "kernel void e(global int *p) {}",
      .is_program = true },
    { .rule = "there are no vectors of bool", .wrong = "bool4 b = true;", .right = "int4 b = -1;" },
    { .rule = "there are no vectors of size_t",
      .wrong = "size_t2 n = 1;",
      .right = "ulong2 n = 1;" },
    { .rule = "vectors have 2, 3, 4, 8 or 16 parts",
      .wrong = "int5 v = 1;",
      .right = "int8 v = 1;" },
    { .rule = "quad is reserved", .wrong = "quad q = 1;", .right = "float q = 1;" },
    { .rule = "a kernel returns nothing",
      .wrong = "kernel int f(void) { return 1; }",
      .right = "kernel void f(void) {}",
      .is_program = true },
};

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "data_types_all",
                              .summary = "The types of OpenCL C beside those of the host.",
                              .accepts = "dk" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    const lesson l = { .env = &env,
                       .report = report,
                       .program = ocl_build(&env, "data_types_all.cl", "-cl-std=CL1.2") };
    show_sizes(&l);
    show_addresses(&l);
    ocl_table table =
        ocl_table_open(report, "layouts", "struct, kind, mass, position, count, size");
    ocl_result results[LAYOUTS];
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        results[layout] = show_layout(&l, layout, &table);
    for (size_t layout = 0; layout < LAYOUTS; layout++)
        ocl_report_result(report, LAYOUT_TABLE[layout].name, results[layout]);
    report_language_rules(&env, report, RULES, sizeof RULES / sizeof RULES[0]);

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(report);
}
