// SPDX-License-Identifier: MIT
//
// buffer_commands - fill, copy and migrate buffers: commands that need neither kernel nor host
// data.
//
// Shows   patterns of every legal size; copies with offsets; a buffer that moves before a command
//         needs it
// Uses    clEnqueueFillBuffer, clEnqueueCopyBuffer, clEnqueueMigrateMemObjects
// Try     buffer_commands -n 1
//         buffer_commands -d cpu, and then buffer_commands -d gpu

#include "ocl.h"

enum {
    MAX_PATTERN = 128,    // bytes: the size of the largest vector types, such as long16
    FILLED = 8 * MAX_PATTERN
};

// Fills with patterns of 128, 64, ... 1 bytes.  Each fill writes its pattern five times and begins
// at the offset of two patterns.  The bytes around it must not change.
static ocl_result check_fill(const ocl_env *env)
{
    unsigned char pattern[MAX_PATTERN], ref[FILLED];
    ocl_fill_bytes(pattern, sizeof pattern, env->options->seed);
    ocl_fill_bytes(ref, sizeof ref, env->options->seed + 1);
    cl_int err;
    cl_mem d_x = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                           sizeof ref, ref, &err));
    ocl_result result = { .pass = true };
    for (size_t bytes = MAX_PATTERN; bytes >= 1; bytes /= 2) {
        OCL_CHECK(clEnqueueFillBuffer(env->queue, d_x, pattern, bytes, 2 * bytes, 5 * bytes, 0,
                                      NULL, NULL));
        for (size_t i = 0; i < 5 * bytes; i++)
            ref[2 * bytes + i] = pattern[i % bytes];
        result =
            ocl_result_both(result, ocl_verify_buffer(env, "filled buffer", d_x, ref, sizeof ref));
    }
    OCL_CHECK(clReleaseMemObject(d_x));
    return result;
}

// Fills with a pattern of any size.  The host writes it once.  Then each copy appends everything
// that is already there, so the filled part doubles.  Source and destination touch, but never
// overlap.
static ocl_result check_doubling(const ocl_env *env, size_t pattern_bytes, size_t bytes)
{
    unsigned char *ref = ocl_alloc(bytes);
    ocl_fill_bytes(ref, pattern_bytes, env->options->seed + 2);
    cl_int err;
    cl_mem d_x = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, d_x, CL_TRUE, 0, pattern_bytes, ref, 0, NULL, NULL));
    for (size_t done = pattern_bytes; done < bytes; done *= 2) {
        const size_t more = ocl_smaller(done, bytes - done);
        OCL_CHECK(clEnqueueCopyBuffer(env->queue, d_x, d_x, 0, done, more, 0, NULL, NULL));
    }
    for (size_t i = pattern_bytes; i < bytes; i++)
        ref[i] = ref[i % pattern_bytes];
    const ocl_result result = ocl_verify_buffer(env, "buffer filled by copies", d_x, ref, bytes);
    OCL_CHECK(clReleaseMemObject(d_x));
    free(ref);
    return result;
}

// Copies the upper half of one buffer to the start of another.
static ocl_result check_copy(const ocl_env *env, const cl_uint *x, size_t n)
{
    const size_t bytes = n * sizeof *x;
    const size_t upper = (n + 1) / 2 * sizeof *x, offset = bytes - upper;
    cl_uint *ref = ocl_alloc(bytes);    // poison, as in d_y
    memcpy(ref, (const char *)x + offset, upper);
    cl_int err;
    cl_mem d_y = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, bytes, NULL, &err));
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, x);
    ocl_poison_run(env->queue, d_y, bytes, 0);
    OCL_CHECK(clEnqueueCopyBuffer(env->queue, d_x, d_y, offset, 0, upper, 0, NULL, NULL));
    const ocl_result result = ocl_verify_buffer(env, "copy", d_y, ref, bytes);
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    free(ref);
    return result;
}

// Moves a buffer to where the next command needs it: to the host, and back to the queue's device.
// The contents stay, unless the host declares them undefined.
static ocl_result check_migration(const ocl_env *env, const cl_uint *x, size_t n)
{
    const cl_mem_migration_flags to_host = CL_MIGRATE_MEM_OBJECT_HOST;
    const cl_mem_migration_flags undefined = CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    const size_t bytes = n * sizeof *x;
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, x);
    OCL_CHECK(clEnqueueMigrateMemObjects(env->queue, 1, &d_x, to_host, 0, NULL, NULL));
    ocl_result result = ocl_verify_buffer(env, "on the host", d_x, x, bytes);
    OCL_CHECK(clEnqueueMigrateMemObjects(env->queue, 1, &d_x, 0, 0, NULL, NULL));
    result = ocl_result_both(result, ocl_verify_buffer(env, "back on the device", d_x, x, bytes));
    OCL_CHECK(clEnqueueMigrateMemObjects(env->queue, 1, &d_x, undefined, 0, NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
    result = ocl_result_both(result, ocl_verify_buffer(env, "written again", d_x, x, bytes));
    OCL_CHECK(clReleaseMemObject(d_x));
    return result;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_commands",
                              .summary = "Fill, copy and migrate buffers.",
                              .accepts = "dns",
                              .size_help = "elements to copy and migrate",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);

    const size_t n = opt.n[0];
    const double bytes = sizeof(cl_uint) * (double)n;
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 3.0 * bytes);
    cl_uint *x = ocl_alloc(n * sizeof *x);
    ocl_fill_u32(x, n, opt.seed);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", n);
    ocl_report_result(report, "fill with patterns of 1 to 128 bytes", check_fill(&env));
    ocl_report_result(report, "fill with a pattern of 3 bytes, by copies",
                      check_doubling(&env, 3, n * sizeof *x));
    ocl_report_result(report, "copy with an offset", check_copy(&env, x, n));
    ocl_report_result(report, "migrate to the host and back", check_migration(&env, x, n));

    free(x);
    ocl_close(&env);
    return ocl_report_close(report);
}
