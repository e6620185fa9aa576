// SPDX-License-Identifier: MIT
//
// jpeg_intervals - the Huffman codes of a JPEG file, one work-item per restart interval.
//
//     plain     finds the length of each code by comparing it with the codes of each length
//     lookup    a table in local memory tells a code's length and its symbol in one step
//
// Shows   parallel work on data with marks, which say where a piece of it begins
// Uses    clSetKernelArg, clEnqueueFillBuffer, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Rates   pixels, by events, from the file's data to coefficients, as the reference
// Try     jpeg_intervals -V plain; jpegtran -restart 1 a.jpg > b.jpg, and jpeg_intervals -i b.jpg
//
// jpeg_entropy decodes files without such marks.

#include "ocl.h"

#include "shared/jpeg/jpeg_input.h"
#include "shared/jpeg/jpeg_reference.h"
#include "shared/jpeg/plan.h"

enum { PLAIN, LOOKUP };
static const char *const VARIANTS[] = { "plain", "lookup", NULL };

enum {
    LOOKUP_BITS = 10,           // so many of the next bits a lookup knows
    LOCAL_BYTES = 48 * 1024,    // a device with less local memory has lookups of one bit less
    GPU_GROUP = 32,             // intervals are few: small groups, so that all compute units work
    MAX_GROUP = 1024
};

// A scan of the file, and the device's copy of what it needs.
typedef struct {
    jpeg_plan plan;
    cl_mem d_scan, d_intervals, d_lookups;
} scan_data;

typedef struct {
    const ocl_env *env;
    const jpeg_file *file;
    size_t group;    // work-items per work-group
    unsigned lookup_bits;
    size_t bytes;    // of the coefficients
    cl_mem d_coefficients, d_damaged, d_data;
    scan_data scans[JPEG_MAX_COMPONENTS];
} lesson;

static void create_buffers(lesson *l)
{
    const jpeg_file *file = l->file;
    l->bytes = JPEG_BLOCK * sizeof(int16_t) * file->blocks;
    l->d_coefficients = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->bytes, NULL);
    l->d_damaged = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    l->d_data = ocl_buffer(l->env, CL_MEM_READ_ONLY, file->data_bytes + JPEG_PADDING, file->data);
    for (uint32_t i = 0; i < file->scan_count; i++) {
        scan_data *s = &l->scans[i];
        s->plan = jpeg_plan_new(file, i, l->lookup_bits);
        const size_t bytes = s->plan.segment_count * sizeof *s->plan.segments;
        s->d_scan = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof s->plan.scan, &s->plan.scan);
        s->d_intervals = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes, s->plan.segments);
        s->d_lookups = ocl_buffer(l->env, CL_MEM_READ_ONLY, s->plan.lookup_bytes, s->plan.lookups);
    }
}

static void release_buffers(lesson *l)
{
    for (uint32_t i = l->file->scan_count; i-- > 0;) {
        scan_data *s = &l->scans[i];
        OCL_CHECK(clReleaseMemObject(s->d_lookups));
        OCL_CHECK(clReleaseMemObject(s->d_intervals));
        OCL_CHECK(clReleaseMemObject(s->d_scan));
        jpeg_plan_free(&s->plan);
    }
    OCL_CHECK(clReleaseMemObject(l->d_data));
    OCL_CHECK(clReleaseMemObject(l->d_damaged));
    OCL_CHECK(clReleaseMemObject(l->d_coefficients));
}

static void set_args(const lesson *l, cl_kernel kernel, size_t variant, const scan_data *s)
{
    const cl_uint count = s->plan.segment_count;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_coefficients, &l->d_coefficients));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_damaged, &l->d_damaged));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_data, &l->d_data));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof s->d_scan, &s->d_scan));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof s->d_intervals, &s->d_intervals));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof count, &count));
    if (variant == LOOKUP) {
        OCL_CHECK(clSetKernelArg(kernel, 6, sizeof s->d_lookups, &s->d_lookups));
        OCL_CHECK(clSetKernelArg(kernel, 7, s->plan.lookup_bytes, NULL));    // local memory
    }
}

// Decodes all scans, most files have one.  A work-item decodes one interval.
static void decode(const lesson *l, cl_kernel kernel, size_t variant, ocl_trial *t)
{
    const cl_command_queue queue = l->env->queue;
    const cl_uint zero = 0;
    const size_t local = ocl_smaller(l->group, ocl_kernel_limit(kernel, l->env->device));
    OCL_CHECK(clEnqueueFillBuffer(queue, l->d_damaged, &zero, sizeof zero, 0, sizeof zero, 0, NULL,
                                  &t->first));
    // Blocks beside the picture may be in no scan.
    if (!jpeg_all_written(l->file))
        OCL_CHECK(clEnqueueFillBuffer(queue, l->d_coefficients, &zero, sizeof zero, 0, l->bytes, 0,
                                      NULL, NULL));
    for (uint32_t i = 0; i < l->file->scan_count; i++) {
        const scan_data *s = &l->scans[i];
        const size_t global = ocl_round_up(s->plan.segment_count, local);
        const bool is_last = i + 1 == l->file->scan_count;
        set_args(l, kernel, variant, s);
        OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         is_last ? &t->done : NULL));
    }
}

static cl_program build(const lesson *l, size_t variant)
{
    if (variant == PLAIN) return ocl_build(l->env, "jpeg_intervals.cl", "-cl-std=CL1.2");
    return ocl_build(l->env, "jpeg_intervals_fast.cl", "-DGROUP=%zu -DLOOKUP_BITS=%u", l->group,
                     l->lookup_bits);
}

int main(int argc, char **argv)
{
    // Options.
    size_t group = 0;
    const ocl_option own[] = {
        { .usage = "-g, --group N: intervals per work-group", .count = &group }, { 0 }
    };
    const ocl_about about = { .name = "jpeg_intervals",
                              .summary = "Decodes the restart intervals of a JPEG file.",
                              .accepts = "dirVk",
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5 });
    if (group > MAX_GROUP) ocl_exit(OCL_EXIT_USAGE, "--group: at most %d intervals", MAX_GROUP);

    // Device, and the file: its markers are read here.
    ocl_env env = ocl_open(&opt);
    const ocl_blob bytes = jpeg_input(&opt, "astronaut_restart.jpg");
    jpeg_file file = jpeg_require(&opt, bytes);
    jpeg_require_memory(&env, &file);
    if (group == 0) group = ocl_is_cpu(env.device) ? 1 : GPU_GROUP;
    const size_t most = ocl_local_limit(env.device, 0);
    cl_ulong local_bytes;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local_bytes,
                              &local_bytes, NULL));
    lesson l = { .env = &env,
                 .file = &file,
                 .group = group < most ? group : most,
                 .lookup_bits = local_bytes < LOCAL_BYTES ? LOOKUP_BITS - 1 : LOOKUP_BITS };

    // The reference: the same codes in plain C.
    ocl_report *report = ocl_report_open(&opt, env.device);
    jpeg_report(report, &file);
    create_buffers(&l);
    int16_t *coefficients = ocl_alloc(l.bytes), *ref = ocl_alloc(l.bytes);
    OCL_TIME_REFERENCE(report, jpeg_coefficients_ref(ref, &file));
    jpeg_print_warnings(&opt, &file);
    if (file.segment_count == file.scan_count)
        ocl_report_note(report, "no restart markers: one work-item decodes everything");

    for (size_t v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        cl_int err;
        const char *const names[] = { "jpeg_intervals_plain", "jpeg_intervals_lookup" };
        cl_program program = build(&l, v);
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, names[v], &err));

        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_coefficients, l.bytes);
        while (ocl_trial_next(&t)) {
            decode(&l, kernel, v, &t);
            if (file.warning_count > 0) jpeg_mend(&env, &file, l.d_coefficients, l.d_damaged);
        }
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_coefficients, CL_TRUE, 0, l.bytes,
                                      coefficients, 0, NULL, NULL));

        // Every bit must be the same.
        const ocl_work work = { .amount = (double)file.width * file.height, .unit = "Mpixel/s" };
        ocl_trial_report(&t, report, &work,
                         ocl_verify_bytes(VARIANTS[v], coefficients, ref, l.bytes));
        OCL_CHECK(clReleaseKernel(kernel));
        OCL_CHECK(clReleaseProgram(program));
    }

    release_buffers(&l);
    ocl_close(&env);
    jpeg_free(&file);
    free(ref);
    free(coefficients);
    free((void *)bytes.data);
    return ocl_report_close(report);
}
