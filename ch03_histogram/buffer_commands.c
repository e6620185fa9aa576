// SPDX-License-Identifier: MIT
//
// buffer_commands - fill, copy and migrate: what a queue does to buffers without kernel and without host.
//
// Shows   patterns of every legal size, copies with offsets, buffers sent ahead to where they are needed
// Uses    clEnqueueFillBuffer, clEnqueueCopyBuffer, clEnqueueMigrateMemObjects
// Try     buffer_commands -n 1, and -d with every device you have

#include "ocl.h"

enum {
    MAX_PATTERN = 128,    // bytes: the largest vector types, such as long16
    FILLED = 8 * MAX_PATTERN
};

// Patterns of 1 to 128 bytes, each over five of its own sizes from the third on.  The rest must stay.
static ocl_result buffer_commands_fill(const ocl_env *env)
{
    unsigned char pattern[MAX_PATTERN], want[FILLED];
    ocl_fill_bytes(pattern, sizeof pattern, env->options->seed);
    ocl_fill_bytes(want, sizeof want, env->options->seed + 1);
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof want, want);
    ocl_result check = { .pass = true };
    for (size_t bytes = MAX_PATTERN; bytes >= 1; bytes /= 2) {
        OCL_CHECK(clEnqueueFillBuffer(env->queue, buffer, pattern, bytes, 2 * bytes, 5 * bytes, 0,
                                      NULL, NULL));
        for (size_t i = 0; i < 5 * bytes; i++)
            want[2 * bytes + i] = pattern[i % bytes];
        check = ocl_result_both(check,
                                ocl_verify_buffer(env, "filled buffer", buffer, want, sizeof want));
    }
    OCL_CHECK(clReleaseMemObject(buffer));
    return check;
}

// A pattern of any size: it is written once, and then what is there is copied behind itself, twice as much
// each time.  Source and destination touch, but never overlap.
static ocl_result buffer_commands_double(const ocl_env *env, size_t pattern_bytes, size_t bytes)
{
    unsigned char *want = ocl_alloc(bytes);
    ocl_fill_bytes(want, pattern_bytes, env->options->seed + 2);
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    OCL_CHECK(
        clEnqueueWriteBuffer(env->queue, buffer, CL_TRUE, 0, pattern_bytes, want, 0, NULL, NULL));
    for (size_t done = pattern_bytes; done < bytes; done *= 2) {
        const size_t left = bytes - done;
        OCL_CHECK(clEnqueueCopyBuffer(env->queue, buffer, buffer, 0, done,
                                      done < left ? done : left, 0, NULL, NULL));
    }
    for (size_t i = pattern_bytes; i < bytes; i++)
        want[i] = want[i % pattern_bytes];
    ocl_result check = ocl_verify_buffer(env, "buffer filled by doubling", buffer, want, bytes);
    OCL_CHECK(clReleaseMemObject(buffer));
    free(want);
    return check;
}

// A copy of the upper part of one buffer to the start of another.
static ocl_result buffer_commands_copy(const ocl_env *env, const cl_uint *x, size_t n)
{
    const size_t bytes = n * sizeof *x, upper = (n + 1) / 2 * sizeof *x, skipped = bytes - upper;
    cl_uint *want = ocl_alloc(bytes);    // 0xff bytes, as the poison
    memcpy(want, (const char *)x + skipped, upper);
    cl_mem from = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, x);
    cl_mem to = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    ocl_poison(env->queue, to, bytes);
    OCL_CHECK(clEnqueueCopyBuffer(env->queue, from, to, skipped, 0, upper, 0, NULL, NULL));
    ocl_result check = ocl_verify_buffer(env, "copy", to, want, bytes);
    OCL_CHECK(clReleaseMemObject(to));
    OCL_CHECK(clReleaseMemObject(from));
    free(want);
    return check;
}

// Migration moves a buffer to where it will be needed, before it is: to the host and back to the queue's
// device.  What it holds stays, unless it is declared to be of no interest.
static ocl_result buffer_commands_migrate(const ocl_env *env, const cl_uint *x, size_t n)
{
    const size_t bytes = n * sizeof *x;
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, x);
    OCL_CHECK(clEnqueueMigrateMemObjects(env->queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0,
                                         NULL, NULL));
    ocl_result check = ocl_verify_buffer(env, "on the host", buffer, x, bytes);
    OCL_CHECK(clEnqueueMigrateMemObjects(env->queue, 1, &buffer, 0, 0, NULL, NULL));
    check = ocl_result_both(check, ocl_verify_buffer(env, "back on the device", buffer, x, bytes));
    OCL_CHECK(clEnqueueMigrateMemObjects(env->queue, 1, &buffer,
                                         CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, buffer, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
    check = ocl_result_both(check, ocl_verify_buffer(env, "written anew", buffer, x, bytes));
    OCL_CHECK(clReleaseMemObject(buffer));
    return check;
}

static void buffer_commands_refusals(const ocl_env *env, ocl_report *report)
{
    cl_mem x = ocl_buffer(env, CL_MEM_READ_WRITE, 64, NULL);
    const cl_uint pattern = 1;
    const ocl_refusal refusals[] = {
        { "a pattern of 3 bytes",
          clEnqueueFillBuffer(env->queue, x, &pattern, 3, 0, 3, 0, NULL, NULL), CL_INVALID_VALUE,
          OCL_OCLGRIND },
        { "a fill that starts within a pattern",
          clEnqueueFillBuffer(env->queue, x, &pattern, 4, 2, 4, 0, NULL, NULL), CL_INVALID_VALUE,
          OCL_NVIDIA },
        { "a fill that ends within a pattern",
          clEnqueueFillBuffer(env->queue, x, &pattern, 4, 4, 6, 0, NULL, NULL), CL_INVALID_VALUE,
          OCL_NVIDIA },
        { "a fill past the end",
          clEnqueueFillBuffer(env->queue, x, &pattern, 4, 60, 8, 0, NULL, NULL), CL_INVALID_VALUE,
          0 },
        { "a copy onto a part of itself",
          clEnqueueCopyBuffer(env->queue, x, x, 0, 31, 32, 0, NULL, NULL), CL_MEM_COPY_OVERLAP, 0 },
        { "a copy past the end", clEnqueueCopyBuffer(env->queue, x, x, 0, 33, 32, 0, NULL, NULL),
          CL_INVALID_VALUE, 0 },
        { "the migration of nothing",
          clEnqueueMigrateMemObjects(env->queue, 0, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE,
          OCL_OCLGRIND },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(x));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_commands",
                              .summary = "Fill, copy and migrate buffers.",
                              .accepts = "dns",
                              .size_help = "elements to copy and migrate",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 3.0 * bytes);
    cl_uint *x = ocl_alloc(opt.n[0] * sizeof *x);
    ocl_fill_u32(x, opt.n[0], opt.seed);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", opt.n[0]);
    ocl_report_result(report, "fill with patterns of 1 to 128 bytes", buffer_commands_fill(&env));
    ocl_report_result(report, "fill with a pattern of 3 bytes, by copying",
                      buffer_commands_double(&env, 3, opt.n[0] * sizeof *x));
    ocl_report_result(report, "copy with an offset", buffer_commands_copy(&env, x, opt.n[0]));
    ocl_report_result(report, "migrate to the host and back",
                      buffer_commands_migrate(&env, x, opt.n[0]));
    buffer_commands_refusals(&env, report);

    free(x);
    ocl_close(&env);
    return ocl_report_close(report);
}
