// SPDX-License-Identifier: MIT
//
// jpeg_entropy - the Huffman codes of a JPEG file, decoded by many work-items at a time.
//
//     intervals     one work-item per restart interval, if the file has any
//     synchronise   work-items begin anywhere with a guess, and begin again until all agree;
//                   sums tell each one where its blocks belong; then all write
//     picture       synchronise, inverse DCT and colour: from the file's bytes to pixels
//
// Shows   parallel work on data that tells only while it is decoded where its pieces begin
// Uses    clSetKernelArg, clEnqueueFillBuffer, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Rates   intervals, synchronise: by events, up to the coefficients; picture: by the host's clock
// Try     jpeg_entropy -i photo.jpg; jpeg_entropy --subsequence 512

#include "ocl.h"

#include "jpeg_entropy/buffers.h"
#include "jpeg_entropy/choice.h"
#include "jpeg_entropy/pixels.h"
#include "shared/jpeg_input.h"
#include "shared/jpeg_reference.h"

enum { INTERVALS, SYNCHRONISE, FINISH, ADD_UP, WRITE, KERNELS };
static const char *const NAMES[] = { "jpeg_intervals", "jpeg_synchronise", "jpeg_finish",
                                     "jpeg_add_up", "jpeg_write" };

// When synchronising ends: after so many rounds, or so many changed exits per work-group.
enum { MAX_ROUNDS = 256, MAX_CHANGES = 4 };

typedef struct {
    const ocl_env *env;
    const jpeg_file *file;
    jpeg_buffers buffers;
    cl_kernel kernels[KERNELS];
} job;

// The arguments of a kernel: buffers, a number of work-items.
static void set_args(cl_kernel kernel, const cl_mem *buffers, cl_uint buffer_count, cl_uint items)
{
    for (cl_uint i = 0; i < buffer_count; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
    OCL_CHECK(clSetKernelArg(kernel, buffer_count, sizeof items, &items));
}

static void enqueue(const job *j, cl_kernel kernel, size_t items, size_t local, cl_event *done)
{
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(j->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, done));
}

static void clear(const job *j, cl_mem buffer, size_t offset, size_t bytes, cl_event *done)
{
    const cl_uint zero = 0;
    OCL_CHECK(clEnqueueFillBuffer(j->env->queue, buffer, &zero, sizeof zero, offset, bytes, 0, NULL,
                                  done));
}

static void decode_intervals(const job *j, const jpeg_scan_buffers *s, cl_event *done)
{
    const jpeg_buffers *b = &j->buffers;
    const cl_mem buffers[] = { b->d_coefficients, b->d_flags,         b->d_data,
                               s->d[JPEG_SCAN],   s->d[JPEG_LOOKUPS], s->d[JPEG_SEGMENTS] };
    set_args(j->kernels[INTERVALS], buffers, 6, s->plan.segments);
    OCL_CHECK(clSetKernelArg(j->kernels[INTERVALS], 7, s->plan.bytes[JPEG_LOOKUPS], NULL));
    enqueue(j, j->kernels[INTERVALS], s->plan.segments, b->tuning.group, done);
}

// What has not fallen into step is decoded one after another.
static void finish(const job *j, const jpeg_scan_buffers *s)
{
    const cl_kernel kernel = j->kernels[FINISH];
    const cl_mem buffers[] = { s->d[JPEG_RESULTS],     j->buffers.d_data, s->d[JPEG_SCAN],
                               s->d[JPEG_LOOKUPS],     s->d[JPEG_JUMPS],  s->d[JPEG_SEGMENTS],
                               s->d[JPEG_SUBSEQUENCES] };
    set_args(kernel, buffers, 7, s->plan.subsequences);
    OCL_CHECK(clSetKernelArg(kernel, 8, sizeof s->plan.segments, &s->plan.segments));
    OCL_CHECK(clSetKernelArg(kernel, 9, s->plan.bytes[JPEG_LOOKUPS], NULL));
    OCL_CHECK(clSetKernelArg(kernel, 10, s->plan.bytes[JPEG_JUMPS], NULL));
    enqueue(j, kernel, s->plan.segments, j->buffers.tuning.group, NULL);
}

static void decode_subsequences(const job *j, const jpeg_scan_buffers *s, cl_event *done)
{
    const jpeg_buffers *b = &j->buffers;
    const cl_uint count = s->plan.subsequences;
    const cl_mem first[] = { s->d[JPEG_RESULTS], s->d[JPEG_GROUP_EXITS], b->d_flags,
                             b->d_data,          s->d[JPEG_SCAN],        s->d[JPEG_LOOKUPS],
                             s->d[JPEG_JUMPS],   s->d[JPEG_SEGMENTS],    s->d[JPEG_SUBSEQUENCES] };
    set_args(j->kernels[SYNCHRONISE], first, 9, count);
    OCL_CHECK(clSetKernelArg(j->kernels[SYNCHRONISE], 11, s->plan.bytes[JPEG_LOOKUPS], NULL));
    OCL_CHECK(clSetKernelArg(j->kernels[SYNCHRONISE], 12, s->plan.bytes[JPEG_JUMPS], NULL));
    // One round per launch, until no state between two work-groups changes.
    cl_uint changed = 1, changes = 0;
    for (cl_uint round = 0; changed; round++, changes += changed) {
        if (round == MAX_ROUNDS || changes > MAX_CHANGES * s->plan.groups) {
            finish(j, s);
            break;
        }
        clear(j, b->d_flags, sizeof changed, sizeof changed, NULL);
        OCL_CHECK(clSetKernelArg(j->kernels[SYNCHRONISE], 10, sizeof round, &round));
        enqueue(j, j->kernels[SYNCHRONISE], count, b->tuning.group, NULL);
        OCL_CHECK(clEnqueueReadBuffer(j->env->queue, b->d_flags, CL_TRUE, sizeof changed,
                                      sizeof changed, &changed, 0, NULL, NULL));
    }
    set_args(j->kernels[ADD_UP], &s->d[JPEG_RESULTS], 1, count);
    enqueue(j, j->kernels[ADD_UP], b->tuning.add_up_group, b->tuning.add_up_group, NULL);
    const cl_mem last[] = { b->d_coefficients,   b->d_flags,
                            s->d[JPEG_RESULTS],  b->d_data,
                            s->d[JPEG_SCAN],     s->d[JPEG_LOOKUPS],
                            s->d[JPEG_SEGMENTS], s->d[JPEG_SUBSEQUENCES] };
    set_args(j->kernels[WRITE], last, 8, count);
    OCL_CHECK(clSetKernelArg(j->kernels[WRITE], 9, s->plan.bytes[JPEG_LOOKUPS], NULL));
    enqueue(j, j->kernels[WRITE], count, b->tuning.group, done);
}

// Decodes all scans.  *begin and *end are the events of the first and the last command, or NULL.
static void decode(const job *j, size_t way, cl_event *begin, cl_event *end)
{
    clear(j, j->buffers.d_flags, 0, sizeof(cl_uint), begin);
    // Blocks beside the picture may be in no scan.
    if (!jpeg_all_written(j->file)) clear(j, j->buffers.d_coefficients, 0, j->buffers.bytes, NULL);
    for (uint32_t i = 0; i < j->file->scan_count; i++) {
        const jpeg_scan_buffers *s = &j->buffers.scans[i];
        cl_event *const done = i + 1 == j->file->scan_count ? end : NULL;
        if (way == JPEG_INTERVALS)
            decode_intervals(j, s, done);
        else
            decode_subsequences(j, s, done);
    }
}

static void run_decode(const job *j, size_t way, size_t repeat, ocl_times *times)
{
    const jpeg_buffers *b = &j->buffers;
    for (size_t run = 0; run <= repeat; run++) {
        cl_event begin, end;
        ocl_poison_run(j->env->queue, b->d_coefficients, b->bytes, run);
        decode(j, way, &begin, &end);
        ocl_times_take_span(times, run, begin, end);
        jpeg_buffers_mend(b, j->file);
        ocl_answers_add(&times->answers, j->env->queue, b->d_coefficients, b->bytes);
    }
}

// From the bytes of the file to pixels that the host can read.
static void run_picture(job *j, ocl_blob bytes, const jpeg_pixels *pixels, ocl_times *times)
{
    const jpeg_file *const known = j->file;
    for (size_t run = 0; run <= j->env->options->repeat; run++) {
        jpeg_pixels_poison(pixels, run);
        const double begin_ns = ocl_wall_ns();
        jpeg_file file = jpeg_require(j->env->options, bytes);
        j->file = &file;
        jpeg_buffers_send(&j->buffers, &file);
        decode(j, JPEG_SYNCHRONISE, NULL, NULL);
        jpeg_buffers_mend(&j->buffers, &file);
        jpeg_pixels_take(pixels, times, run, begin_ns);
        jpeg_free(&file);
    }
    j->file = known;
}

int main(int argc, char **argv)
{
    cl_int err;
    jpeg_prescribed prescribed;
    const ocl_options opt = jpeg_ways_parse(argc, argv, &prescribed);
    ocl_env env = ocl_open(&opt);
    const ocl_blob bytes = jpeg_input(&opt);
    jpeg_file file = jpeg_require(&opt, bytes);
    jpeg_require_memory(&env, &file);

    ocl_report *report = ocl_report_open(&opt, env.device);
    jpeg_report(report, &file);
    job j = { .env = &env, .file = &file };
    const jpeg_tuning t = jpeg_tuning_of(env.device, &file, prescribed);
    j.buffers = jpeg_buffers_open(&env, &file, t);
    int16_t *ref = ocl_alloc(j.buffers.bytes);
    jpeg_answer answer;
    OCL_TIME_REFERENCE(report, answer = jpeg_answer_new(&file, ref));
    jpeg_print_warnings(&opt, &file);
    j.buffers.host_may = file.warning_count > 0;
    cl_program program =
        ocl_build(&env, "jpeg_entropy.cl",
                  "-DGROUP=%zu -DADD_UP_GROUP=%zu -DLEAD=%u -DLOOKUP_BITS=%u -DJUMP_BITS=%u",
                  t.group, t.add_up_group, t.lead, t.lookup_bits, t.jump_bits);
    for (size_t k = 0; k < KERNELS; k++)
        j.kernels[k] = OCL_CREATE(clCreateKernel(program, NAMES[k], &err));
    const jpeg_pixels pixels = jpeg_pixels_open(&env, &file, j.buffers.d_coefficients);
    jpeg_buffers_send(&j.buffers, &file);

    for (size_t way = 0; JPEG_WAYS[way]; way++) {
        if (!jpeg_way_wanted(&opt, report, &file, way)) continue;
        ocl_times times = { .runs = 0 };
        if (way == JPEG_PICTURE)
            run_picture(&j, bytes, &pixels, &times);
        else
            run_decode(&j, way, opt.repeat, &times);
        const ocl_result result =
            way == JPEG_PICTURE ? jpeg_pixels_verify(&pixels, &answer)
                                : ocl_verify_buffer(&env, JPEG_WAYS[way], j.buffers.d_coefficients,
                                                    ref, j.buffers.bytes);
        ocl_report_row(report, &(ocl_row){ .name = JPEG_WAYS[way],
                                           .times = &times,
                                           .work = (double)answer.pixels,
                                           .unit = "Mpixel/s",
                                           .result = result });
    }

    for (size_t k = KERNELS; k-- > 0;)
        OCL_CHECK(clReleaseKernel(j.kernels[k]));
    jpeg_pixels_close(&pixels);
    jpeg_buffers_close(&j.buffers);
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    jpeg_answer_free(&answer);
    jpeg_free(&file);
    free(ref);
    free((void *)bytes.data);
    return ocl_report_close(report);
}
