// SPDX-License-Identifier: MIT
//
// overlap - a stream of blocks through write, kernel and read, with one, two and three buffers in flight.
//
// Shows   commands of three queues that run at the same time, ordered by events and by nothing else
// Uses    a queue a stage, event wait lists, clFlush, pinned memory from CL_MEM_ALLOC_HOST_PTR
// Rates   Bytes of the stream, each counted once, by the host's clock.  The limit is the ideal: the longest of
//         the three stages, run alone over all blocks, with the other two hidden behind it.
// Try     overlap -o timeline.png, overlap --memory pageable, overlap --work 1

#include "overlap/picture.h"

enum { BLOCKS = 64, MAX_STEPS = 1 << 24 };

// Of the stream; a prime number of uints.  On a GPU a block is 16 MiB: long beside what a command costs.
enum { CPU_BYTES = 4 * 16777213, GPU_BYTES = 4 * 268435399 };

static const char *const VARIANTS[] = { "one_buffer", "two_buffers", "three_buffers", NULL };
static const char *const MEMORIES[] = { "pinned", "pageable", "both", NULL };
enum { PINNED, PAGEABLE, BOTH };

// Two linear steps are one: from m * v + c the next goes to M * (m * v + c) + C.
static void overlap_ref(uint32_t *ref, const uint32_t *x, size_t n, size_t steps)
{
    uint32_t m = 1, c = 0;
    for (size_t s = 0; s < steps; s++) {
        m = MULTIPLIER * m;
        c = MULTIPLIER * c + INCREMENT;
    }
    for (size_t i = 0; i < n; i++)
        ref[i] = m * x[i] + c;
}

// Each stage waits for the one before it, and a block's write until the block that had the buffer before
// has been read.  All is enqueued before the host waits for anything.
static double overlap_run(overlap_stream *s, size_t buffers)
{
    const double begin = ocl_wall_ns();
    for (size_t i = 0; i < s->blocks; i++) {
        cl_event *done = &s->events[STAGES * i];
        const bool reused = i >= buffers;
        const cl_event *freed = reused ? &s->events[STAGES * (i - buffers) + READ] : NULL;
        cl_mem d_x = s->d_x[i % buffers];
        overlap_enqueue(s, WRITE, i, d_x, reused, freed, &done[WRITE]);
        overlap_enqueue(s, KERNEL, i, d_x, 1, &done[WRITE], &done[KERNEL]);
        overlap_enqueue(s, READ, i, d_x, 1, &done[KERNEL], &done[READ]);
    }
    OCL_CHECK(clFinish(s->queues[READ]));    // the last read is the last of all
    return ocl_wall_ns() - begin;
}

// How many steps make the kernel last about as long as that.
static size_t overlap_choose_steps(overlap_stream *s, double wanted_ns)
{
    double ns = 0.0;
    size_t steps = 1;
    for (; steps < MAX_STEPS; steps *= 2) {
        overlap_set_steps(s, steps);
        ns = overlap_alone(s, KERNEL, 1);
        if (ns >= wanted_ns) break;
    }
    return (size_t)fmax(1.0, (double)steps * fmin(1.0, wanted_ns / ns));
}

// Nanoseconds that the stream takes when the two shorter stages are hidden.  *steps of 0 is chosen here.
static double overlap_ideal(overlap_stream *s, ocl_report *report, const char *memory,
                            size_t *steps)
{
    const size_t repeat = s->env->options->repeat;
    const double write_ns = overlap_alone(s, WRITE, repeat);
    const double read_ns = overlap_alone(s, READ, repeat);
    if (*steps == 0) *steps = overlap_choose_steps(s, fmax(write_ns, read_ns));
    overlap_set_steps(s, *steps);
    const double kernel_ns = overlap_alone(s, KERNEL, repeat);
    const double longest_ns = fmax(kernel_ns, fmax(write_ns, read_ns));

    // The two shorter stages are hidden behind other blocks but once, at the beginning and at the end.
    const double rest_ns = (write_ns + kernel_ns + read_ns - longest_ns) / (double)s->blocks;
    ocl_report_print(report,
                     "\n%s memory, stages alone: write %.3f ms, kernel %.3f ms (%zu steps), read "
                     "%.3f ms\nideal %.3f ms; with filling and draining %.3f ms\n",
                     memory, write_ns / 1e6, kernel_ns / 1e6, *steps, read_ns / 1e6,
                     longest_ns / 1e6, (longest_ns + rest_ns) / 1e6);
    json_t *facts = json_object();
    json_object_set_new(facts, "steps", json_integer((json_int_t)*steps));
    json_object_set_new(facts, "write_ms", json_real(write_ns / 1e6));
    json_object_set_new(facts, "kernel_ms", json_real(kernel_ns / 1e6));
    json_object_set_new(facts, "read_ms", json_real(read_ns / 1e6));
    json_object_set_new(facts, "ideal_ms", json_real(longest_ns / 1e6));
    json_object_set_new(facts, "fill_and_drain_ms", json_real(rest_ns / 1e6));
    json_object_set_new(ocl_report_details(report), memory, facts);
    return longest_ns;
}

// All variants in the stream's host memory.
static void overlap_measure(overlap_stream *s, ocl_report *report, const char *memory, size_t steps,
                            overlap_picture *picture)
{
    const ocl_options *opt = s->env->options;
    const double bytes = (double)s->n * sizeof *s->x;
    const double limit = bytes / overlap_ideal(s, report, memory, &steps);
    uint32_t *ref = ocl_alloc(s->n * sizeof *ref);
    overlap_ref(ref, s->x, s->n, steps);
    for (size_t v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(opt, VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "%s %s", memory, VARIANTS[v]);
        ocl_times times = { .runs = 0 };
        ocl_result check = { .pass = true };
        for (size_t run = 0; run <= opt->repeat; run++) {
            memset(s->y, 0xff, s->n * sizeof *s->y);
            const double ns = overlap_run(s, v + 1);
            // Every run: commands out of order may do no harm in most.
            check = ocl_result_both(check, ocl_verify_u32(name, s->y, ref, s->n));
            if (run > 0) ocl_times_add(&times, ns);
            if (picture && run == opt->repeat) overlap_picture_add(picture, s, v + 1);
            for (size_t k = 0; k < STAGES * s->blocks; k++)
                OCL_CHECK(clReleaseEvent(s->events[k]));
        }
        ocl_report_row(report, &(ocl_row){ name, &times, bytes, "GB/s", limit, check });
    }
    free(ref);
}

int main(int argc, char **argv)
{
    size_t block_bytes = 0, steps = 0, memory = BOTH;
    const ocl_option own[] = {
        { 'b', "block", OCL_COUNT, &block_bytes, "N",
          "bytes of a block, in whole uints (0: a 64th)", NULL },
        { 'w', "work", OCL_COUNT, &steps, "N",
          "steps a number (0: to last as long as the longer transfer)", NULL },
        { 'm', "memory", OCL_CHOICE, &memory, "NAME", "the host's memory", MEMORIES },
        { 0 }
    };
    const ocl_about about = { .name = "overlap",
                              .summary = "Transfers hidden behind kernels.",
                              .accepts = "dnorVks",
                              .size_help = "bytes of the stream, in whole uints",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { CPU_BYTES }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (steps > MAX_STEPS) ocl_exit(OCL_EXIT_USAGE, "--work: at most %d", (int)MAX_STEPS);
    ocl_env env = ocl_open(&opt);
    const bool to_gpu = !opt.size_given && !ocl_is_cpu(env.device);
    const size_t bytes = to_gpu ? GPU_BYTES : opt.n[0];
    ocl_require_memory(env.device, (double)bytes, 5.0 * (double)bytes, 3.0 * (double)bytes);
    overlap_stream s =
        overlap_open(&env, bytes, block_bytes ? block_bytes : (bytes - 1) / BLOCKS + 1);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bytes", s.n * sizeof *s.x);
    ocl_report_count(report, "bytes_a_block", s.block * sizeof *s.x);
    ocl_report_count(report, "blocks", s.blocks);
    overlap_picture picture = overlap_picture_new(s.blocks);
    for (size_t m = PINNED; m < BOTH; m++) {
        if (memory != BOTH && memory != m) continue;
        overlap_array x = overlap_array_new(&env, m == PINNED, s.n * sizeof *s.x);
        overlap_array y = overlap_array_new(&env, m == PINNED, s.n * sizeof *s.y);
        s.x = x.host;
        s.y = y.host;
        ocl_fill_u32(s.x, s.n, opt.seed);
        const bool drawn = opt.output && picture.runs == 0;    // of both memories the first
        overlap_measure(&s, report, MEMORIES[m], steps, drawn ? &picture : NULL);
        overlap_array_free(&env, y);
        overlap_array_free(&env, x);
    }
    if (opt.output)
        overlap_picture_write(&picture, "Three stages, by buffers in flight", opt.output);
    if (ocl_is_cpu(env.device))
        ocl_report_print(report,
                         "\nThis CPU copies with the cores that compute: do not expect much.\n");

    overlap_picture_free(&picture);
    overlap_close(&s);
    ocl_close(&env);
    return ocl_report_close(report);
}
