// SPDX-License-Identifier: MIT
//
// callback_blocks - callbacks hand over blocks of results, while the device works on the next ones.
//
// Why     The host wants to work on each block as soon as it is there.  If it waits for block 0, it
//         must wait again for block 1, and so on.  Here it waits for nothing: the driver calls when
//         a block has been read, and the callback hands the block to the main thread.
//
//     device        [ block 0 ][ block 1 ][ block 2 ] ...
//     callback                 0 has come  1 has come ...
//     main thread   enqueue    [ check 0 ] [ check 1 ] ...
//
// Shows   results that pass from a thread of the driver to the main thread without a lock
// Uses    clEnqueueReadBuffer without blocking, clSetEventCallback with CL_COMPLETE, clFlush;
//         atomic_store_explicit with memory_order_release, atomic_load_explicit with
//         memory_order_acquire
// Try     callback_blocks -n 1; callback_blocks -n 10M

#include "ocl.h"

#include <stdatomic.h>

enum { BLOCKS = 8, LOCAL = 64, PATIENCE_S = 30 };

// A block that a callback passes to the main thread.
typedef struct {
    cl_uint *y;
    cl_event read;
    double came_ns;       // written by the callback, before `status`
    atomic_int status;    // CL_QUEUED until the callback has come
} result_block;

typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_mem d_y;
    size_t bytes, global, local;
} lesson;

static void mix_ref(cl_uint *y, const cl_uint *x, cl_uint block, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = (x[i] ^ block) * 2654435761u;
}

// Called by the driver when a block has been read.  The store with memory_order_release comes last:
// a thread that loads this status with memory_order_acquire also sees came_ns and the block itself.
static void CL_CALLBACK hand_over(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    result_block *block = user_data;
    block->came_ns = ocl_wall_ns();
    atomic_store_explicit(&block->status, status, memory_order_release);
}

// Enqueues the kernel and the read of block b.  The queue is in-order: the next kernel writes d_y
// after this read has ended.
static void enqueue_block(const lesson *l, cl_uint b, result_block *block)
{
    cl_command_queue queue = l->env->queue;
    *block = (result_block){ .y = ocl_alloc(l->bytes) };
    atomic_init(&block->status, CL_QUEUED);
    ocl_poison_run(queue, l->d_y, l->bytes, 0);
    OCL_CHECK(clSetKernelArg(l->kernel, 2, sizeof b, &b));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, l->kernel, 1, NULL, &l->global, &l->local, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(queue, l->d_y, CL_FALSE, 0, l->bytes, block->y, 0, NULL, &block->read));
    OCL_CHECK(clSetEventCallback(block->read, CL_COMPLETE, hand_over, block));
}

// The status that the callback has handed over.  A host with other work would do some of it here.
static int await_block(const result_block *block, double deadline_ns)
{
    int status;
    do {
        status = atomic_load_explicit(&block->status, memory_order_acquire);
        if (status != CL_QUEUED) return status;
        ocl_yield();
    } while (ocl_wall_ns() < deadline_ns);
    ocl_exit(OCL_EXIT_WRONG, "a block did not come within %d s", PATIENCE_S);
}

// Takes each block when it has come, and checks it.  Times count from start_ns.
static ocl_result take_blocks(result_block blocks[BLOCKS], const cl_uint *x, size_t n,
                              double start_ns, ocl_report *report)
{
    ocl_result result = { .pass = true };
    cl_uint *ref = ocl_alloc(n * sizeof *ref);
    ocl_table table = ocl_table_open(report, "blocks", "block, came after ms, checked after ms");
    const double deadline_ns = ocl_wall_ns() + 1e9 * PATIENCE_S;
    for (cl_uint b = 0; b < BLOCKS; b++) {
        const int status = await_block(&blocks[b], deadline_ns);
        mix_ref(ref, x, b, n);
        result = ocl_result_both(result, ocl_verify_equal("status", status, CL_COMPLETE));
        result = ocl_result_both(result, ocl_verify_u32("block", blocks[b].y, ref, n));
        ocl_table_row(&table, "%5u %13.3f %16.3f", (unsigned)b,
                      (blocks[b].came_ns - start_ns) / 1e6, (ocl_wall_ns() - start_ns) / 1e6);
    }
    free(ref);
    return result;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "callback_blocks",
                              .summary = "Callbacks hand over blocks of results.",
                              .accepts = "dnks",
                              .size_help = "elements of a block",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 1000003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const cl_ulong n = opt.n[0];
    const size_t bytes = opt.n[0] * sizeof(cl_uint);
    const double real_bytes = sizeof(cl_uint) * (double)n;    // may not fit a size_t
    ocl_require_memory(env.device, real_bytes, 2 * real_bytes, (2 + BLOCKS) * real_bytes);
    cl_uint *x = ocl_alloc(bytes);
    ocl_fill_u32(x, opt.n[0], opt.seed);

    cl_int err;
    lesson l = { .env = &env, .bytes = bytes };
    cl_program program = ocl_build(&env, "callback_blocks.cl", "-cl-std=CL1.2");
    l.kernel = OCL_CREATE(clCreateKernel(program, "callback_blocks_mix", &err));
    l.d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    OCL_CHECK(clSetKernelArg(l.kernel, 0, sizeof l.d_y, &l.d_y));
    OCL_CHECK(clSetKernelArg(l.kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(l.kernel, 3, sizeof n, &n));    // argument 2 is the block's number
    l.local = ocl_local_size(l.kernel, env.device, LOCAL);
    l.global = ocl_round_up(opt.n[0], l.local);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements per block", opt.n[0]);
    ocl_report_count(report, "blocks", BLOCKS);
    result_block blocks[BLOCKS];
    const double start_ns = ocl_wall_ns();
    for (cl_uint b = 0; b < BLOCKS; b++)
        enqueue_block(&l, b, &blocks[b]);
    OCL_CHECK(clFlush(env.queue));
    ocl_report_result(report, "blocks handed over",
                      take_blocks(blocks, x, opt.n[0], start_ns, report));

    for (cl_uint b = BLOCKS; b-- > 0;) {
        OCL_CHECK(clReleaseEvent(blocks[b].read));
        free(blocks[b].y);
    }
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(x);
    return ocl_report_close(report);
}
