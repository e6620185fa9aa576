// SPDX-License-Identifier: MIT
//
// jpeg_entropy - the Huffman codes of a JPEG file, decoded by work-items that begin with a guess.
//
//     synchronise   work-items begin anywhere, and begin again until all agree; sums tell each one
//                   where its blocks belong; then all write
//     picture       synchronise, inverse DCT and colour: from the file's bytes to pixels
//
// Shows   parallel work on data that tells only while it is decoded where its pieces begin
// Uses    clSetKernelArg, clEnqueueFillBuffer, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Rates   pixels.  synchronise: by events, up to the coefficients; picture: by the host's clock.
//         The reference decodes codes and makes pixels, in plain C.
// Try     jpeg_entropy -i photo.jpg; jpeg_entropy --subsequence 512
//
// jpeg_intervals comes first: its file says where pieces begin.

#include "ocl.h"

#include "jpeg_entropy/cut.h"
#include "shared/jpeg/jpeg_input.h"
#include "shared/jpeg/jpeg_pixels.h"
#include "shared/jpeg/jpeg_reference.h"
#include "shared/jpeg/plan.h"

enum { SYNCHRONISE, FINISH, ADD_UP, WRITE, KERNELS };
static const char *const NAMES[] = { "jpeg_synchronise", "jpeg_finish", "jpeg_add_up",
                                     "jpeg_write" };

// When synchronising ends: after so many rounds, or so many changed exits per work-group.
enum { MAX_ROUNDS = 256, MAX_CHANGES = 4 };

typedef struct {
    const ocl_env *env;
    const jpeg_file *file;
    bool is_damaged;    // the host has found damage, so the device may find it, too
    jpeg_buffers buffers;
    cl_kernel kernels[KERNELS];
    cl_uint rounds;       // of the last run
    bool was_finished;    // in the last run rounds were not enough
} lesson;

static void enqueue(const lesson *l, cl_kernel kernel, size_t items, size_t local, cl_event *done)
{
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, done));
}

static void clear(const lesson *l, cl_mem buffer, size_t bytes, cl_event *done)
{
    const cl_uint zero = 0;
    OCL_CHECK(
        clEnqueueFillBuffer(l->env->queue, buffer, &zero, sizeof zero, 0, bytes, 0, NULL, done));
}

// What has not fallen into step is decoded one after another.
static void finish(const lesson *l, const jpeg_scan_buffers *s)
{
    const cl_kernel kernel = l->kernels[FINISH];
    ocl_set_args(kernel,
                 OCL_BUFFERS(s->d_results, l->buffers.d_data, s->d_scan, s->d_lookups, s->d_jumps,
                             s->d_subsequences),
                 OCL_NUMBERS(s->cut.count));
    OCL_CHECK(clSetKernelArg(kernel, 7, s->plan.lookup_bytes, NULL));    // local memory
    OCL_CHECK(clSetKernelArg(kernel, 8, s->cut.jump_bytes, NULL));
    enqueue(l, kernel, s->cut.count, l->buffers.tuning.group, NULL);
}

// One round per launch, until no state between two work-groups changes.
static void synchronise(lesson *l, const jpeg_scan_buffers *s)
{
    const cl_kernel kernel = l->kernels[SYNCHRONISE];
    ocl_set_args(kernel,
                 OCL_BUFFERS(s->d_results, s->d_group_exits, l->buffers.d_changed,
                             l->buffers.d_data, s->d_scan, s->d_lookups, s->d_jumps,
                             s->d_subsequences),
                 OCL_NUMBERS(s->cut.count));
    OCL_CHECK(clSetKernelArg(kernel, 10, s->plan.lookup_bytes, NULL));    // local memory
    OCL_CHECK(clSetKernelArg(kernel, 11, s->cut.jump_bytes, NULL));
    cl_uint changed = 1;    // exits of work-groups
    size_t all_changed = 0;
    for (cl_uint round = 0; changed > 0; round++) {
        if (round == MAX_ROUNDS || all_changed > MAX_CHANGES * s->groups) {
            finish(l, s);
            l->was_finished = true;
            break;
        }
        clear(l, l->buffers.d_changed, sizeof changed, NULL);
        OCL_CHECK(clSetKernelArg(kernel, 9, sizeof round, &round));
        enqueue(l, kernel, s->cut.count, l->buffers.tuning.group, NULL);
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->buffers.d_changed, CL_TRUE, 0,
                                      sizeof changed, &changed, 0, NULL, NULL));
        all_changed += changed;
        l->rounds++;
    }
}

static void decode_scan(lesson *l, const jpeg_scan_buffers *s, cl_event *done)
{
    synchronise(l, s);

    // One work-group adds up: what comes before each subsequence.
    ocl_set_args(l->kernels[ADD_UP], OCL_BUFFERS(s->d_results), OCL_NUMBERS(s->cut.count));
    enqueue(l, l->kernels[ADD_UP], l->buffers.tuning.add_up_group, l->buffers.tuning.add_up_group,
            NULL);

    ocl_set_args(l->kernels[WRITE],
                 OCL_BUFFERS(l->buffers.d_coefficients, l->buffers.d_damaged, s->d_results,
                             l->buffers.d_data, s->d_scan, s->d_lookups, s->d_segments,
                             s->d_subsequences),
                 OCL_NUMBERS(s->cut.count));
    OCL_CHECK(clSetKernelArg(l->kernels[WRITE], 9, s->plan.lookup_bytes, NULL));
    enqueue(l, l->kernels[WRITE], s->cut.count, l->buffers.tuning.group, done);
}

// Decodes all scans; most files have one.  *first and *done are the events of the first and the
// last command, or NULL.
static void decode(lesson *l, cl_event *first, cl_event *done)
{
    l->rounds = 0;
    l->was_finished = false;
    clear(l, l->buffers.d_damaged, sizeof(cl_uint), first);
    // Blocks beside the picture may be in no scan.
    if (!jpeg_all_written(l->file)) clear(l, l->buffers.d_coefficients, l->buffers.bytes, NULL);
    for (uint32_t i = 0; i < l->buffers.scan_count; i++)
        decode_scan(l, &l->buffers.scans[i], i + 1 == l->buffers.scan_count ? done : NULL);
}

// From the bytes of the file to pixels that the host can read.  Returns the nanoseconds.
static double decode_picture(lesson *l, ocl_blob bytes, const jpeg_pixels *pixels)
{
    cl_int err;
    const cl_command_queue queue = l->env->queue;
    const jpeg_file *const known = l->file;
    OCL_CHECK(clFinish(queue));
    const double begin_ns = ocl_wall_ns();
    jpeg_file file = jpeg_require(l->env->options, bytes);
    l->file = &file;
    jpeg_buffers_send(&l->buffers, &file, CL_FALSE);
    decode(l, NULL, NULL);
    if (l->is_damaged) jpeg_mend(l->env, &file, l->buffers.d_coefficients, l->buffers.d_damaged);
    jpeg_pixels_enqueue(pixels);
    void *mapped = OCL_CREATE(clEnqueueMapBuffer(queue, pixels->d_pixels, CL_TRUE, CL_MAP_READ, 0,
                                                 pixels->bytes, 0, NULL, NULL, &err));
    const double ns = ocl_wall_ns() - begin_ns;
    OCL_CHECK(clEnqueueUnmapMemObject(queue, pixels->d_pixels, mapped, 0, NULL, NULL));
    l->file = known;
    jpeg_free(&file);
    return ns;
}

static void try_synchronise(lesson *l, ocl_report *report, const int16_t *ref)
{
    ocl_trial t =
        ocl_trial_open(l->env, "synchronise", l->buffers.d_coefficients, l->buffers.bytes);
    while (ocl_trial_next(&t)) {
        decode(l, &t.first, &t.done);
        if (l->is_damaged)
            jpeg_mend(l->env, l->file, l->buffers.d_coefficients, l->buffers.d_damaged);
    }
    ocl_report_note(report, "synchronise: %u rounds%s", l->rounds,
                    l->was_finished ? ", and the rest one after another" : "");
    const ocl_work work = { .amount = (double)l->file->width * l->file->height,
                            .unit = "Mpixel/s" };
    ocl_trial_report(
        &t, report, &work,
        ocl_verify_buffer(l->env, t.name, l->buffers.d_coefficients, ref, l->buffers.bytes));
}

static void try_picture(lesson *l, ocl_report *report, ocl_blob bytes, const jpeg_answer *answer)
{
    const jpeg_pixels pixels = jpeg_pixels_open(l->env, l->file, l->buffers.d_coefficients);
    ocl_trial t = ocl_trial_open(l->env, "picture", pixels.d_pixels, pixels.bytes);
    ocl_trial_scratch(&t, l->buffers.d_coefficients, l->buffers.bytes);
    ocl_trial_scratch(&t, pixels.d_samples, JPEG_BLOCK * (size_t)l->file->blocks);
    while (ocl_trial_next(&t))
        t.host_ns = decode_picture(l, bytes, &pixels);
    uint8_t *rgba = ocl_alloc(pixels.bytes);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, pixels.d_pixels, CL_TRUE, 0, pixels.bytes, rgba, 0,
                                  NULL, NULL));
    const ocl_work work = { .amount = (double)answer->pixels, .unit = "Mpixel/s" };
    ocl_trial_report(&t, report, &work, jpeg_verify(t.name, rgba, answer));
    free(rgba);
    jpeg_pixels_close(&pixels);
}

int main(int argc, char **argv)
{
    jpeg_prescribed prescribed;
    const ocl_options opt = jpeg_entropy_parse(argc, argv, &prescribed);
    ocl_env env = ocl_open(&opt);
    const ocl_blob bytes = jpeg_input(&opt, "astronaut.jpg");
    jpeg_file file = jpeg_require(&opt, bytes);
    jpeg_require_memory(&env, &file);

    // Buffers, and the right answer.
    ocl_report *report = ocl_report_open(&opt, env.device);
    jpeg_report(report, &file);
    const jpeg_tuning tuning = jpeg_tuning_of(env.device, &file, prescribed);
    lesson l = { .env = &env, .file = &file, .buffers = jpeg_buffers_open(&env, &file, tuning) };
    int16_t *ref = ocl_alloc(l.buffers.bytes);
    jpeg_answer answer;
    OCL_TIME_REFERENCE(report, answer = jpeg_answer_new(&file, ref));
    jpeg_print_warnings(&opt, &file);
    l.is_damaged = file.warning_count > 0;

    // Program and kernels.
    cl_int err;
    cl_program program = ocl_build(
        &env, "jpeg_entropy.cl",
        "-DGROUP=%zu -DADD_UP_GROUP=%zu -DLEAD=%u -DLOOKUP_BITS=%u -DJUMP_BITS=%u", tuning.group,
        tuning.add_up_group, tuning.lead, tuning.lookup_bits, tuning.jump_bits);
    for (size_t k = 0; k < KERNELS; k++)
        l.kernels[k] = OCL_CREATE(clCreateKernel(program, NAMES[k], &err));

    jpeg_buffers_send(&l.buffers, &file, CL_TRUE);
    if (ocl_wants(&opt, JPEG_VARIANTS[JPEG_SYNCHRONISE])) try_synchronise(&l, report, ref);
    if (ocl_wants(&opt, JPEG_VARIANTS[JPEG_PICTURE])) try_picture(&l, report, bytes, &answer);

    for (size_t k = KERNELS; k-- > 0;)
        OCL_CHECK(clReleaseKernel(l.kernels[k]));
    OCL_CHECK(clReleaseProgram(program));
    jpeg_buffers_close(&l.buffers);
    ocl_close(&env);
    jpeg_answer_free(&answer);
    jpeg_free(&file);
    free(ref);
    free((void *)bytes.data);
    return ocl_report_close(report);
}
