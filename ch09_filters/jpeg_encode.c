// SPDX-License-Identifier: MIT
//
// jpeg_encode - a picture becomes a JPEG file: all arithmetic on the device, Huffman codes on the
// host.
//
//     device   pixels -> colour, subsampling -> samples: 8 x 8 per block
//              samples -> DCT -> coefficients / quantisation: 64 per block, most of them 0
//     host     coefficients -> runs of zeros, Huffman codes -> the file's bytes
//
// Shows   ways to a DCT; a host that codes some rows while the device works on the next ones
// Uses    clCreateBuffer, clEnqueueWriteBuffer, clEnqueueNDRangeKernel, clEnqueueReadBuffer,
//         clFlush, clWaitForEvents
// Rates   Kernels: pixels, by their events; the limit is the copy of pixels and coefficients.  The
//         others: from pixels on the host to the file's bytes, by its clock.  The reference is the
//         arithmetic alone.
// Try     jpeg_encode -i photo.bmp -o photo.jpg; jpeg_encode -Q 10 -D lost.png
//
// jpeg_decode goes the other way, and its page says how a file is made.

#include "ocl.h"

#include "jpeg_encode/rungs.h"
#include "shared/jpeg/jpeg_input.h"
#include "shared/jpeg_encode/jpeg_encode.h"

// The variants: the kernels alone, then from pixels on the host to the file's bytes.
enum { SEQUENTIAL = JPEG_FORWARD_COUNT, PIPELINED };
static const char *const VARIANTS[] = { "direct", "separable",  "fast",      "wide",
                                        "vector", "sequential", "pipelined", NULL };

typedef struct {
    const ocl_env *env;
    cl_command_queue queue;
    ocl_pace pace;
    jpeg_file *frame;    // what the file will say
    bool optimise;       // its Huffman tables
    uint32_t band;       // of pipelined: rows of MCUs per step
    size_t pixel_bytes, sample_bytes, coefficient_bytes;
    bool one_memory;    // host and device share it: d_pixels is the host's array
    cl_mem d_coefficients, d_samples, d_pixels, d_components, pinned;
    int16_t *coefficients;    // on the host: what `pinned` is mapped to
    uint8_t *pixels;
    const jpeg_forward_rung *rung;
    cl_kernel samples, dct;
    jpeg_coder *coder;    // of the last file
    ocl_blob file;
} lesson;

// The buffer of pixels uses the host's array where host and device share memory
// (CL_MEM_USE_HOST_PTR): nothing is copied then.  The coefficients are copied, band by band: while
// a part of a buffer is mapped, no kernel may write to any part of it.  The host's lie in pinned
// memory: a buffer that no kernel uses stays mapped.
static void create_buffers(lesson *l, const ocl_picture *picture)
{
    cl_int err;
    jpeg_device_component components[JPEG_MAX_COMPONENTS];
    jpeg_device_components(components, l->frame);
    l->one_memory = ocl_device_number(l->env->device, CL_DEVICE_HOST_UNIFIED_MEMORY);
    l->pixels = picture->rgba;
    l->pixel_bytes = 4 * (size_t)picture->width * picture->height;
    l->sample_bytes = JPEG_BLOCK * (size_t)l->frame->blocks;
    l->coefficient_bytes = l->sample_bytes * sizeof(int16_t);
    l->d_coefficients = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->coefficient_bytes, NULL);
    l->pinned =
        ocl_buffer(l->env, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, l->coefficient_bytes, NULL);
    l->coefficients =
        OCL_CREATE(clEnqueueMapBuffer(l->queue, l->pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                      l->coefficient_bytes, 0, NULL, NULL, &err));
    l->d_samples = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->sample_bytes, NULL);
    const cl_mem_flags pixels = CL_MEM_READ_ONLY | (l->one_memory ? CL_MEM_USE_HOST_PTR : 0);
    l->d_pixels = OCL_CREATE(clCreateBuffer(l->env->context, pixels, l->pixel_bytes,
                                            l->one_memory ? l->pixels : NULL, &err));
    l->d_components = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof components, components);
}

static void release_buffers(const lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_components));
    OCL_CHECK(clReleaseMemObject(l->d_pixels));
    OCL_CHECK(clReleaseMemObject(l->d_samples));
    OCL_CHECK(clEnqueueUnmapMemObject(l->queue, l->pinned, l->coefficients, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(l->pinned));
    OCL_CHECK(clReleaseMemObject(l->d_coefficients));
}

static cl_kernel create_kernel(cl_program program, const char *name, const cl_mem buffers[3])
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
    return kernel;
}

static void create_kernels(lesson *l, cl_program program, const jpeg_forward_rung *rung)
{
    const jpeg_file *f = l->frame;
    const cl_mem samples[] = { l->d_samples, l->d_pixels, l->d_components };
    const cl_mem dct[] = { l->d_coefficients, l->d_samples, l->d_components };
    const cl_uint picture[] = { f->width, f->height, f->h_max, f->v_max };
    l->rung = rung;
    l->samples = create_kernel(program, rung->samples, samples);
    l->dct = create_kernel(program, rung->dct, dct);
    for (cl_uint i = 0; i < 4; i++)
        OCL_CHECK(clSetKernelArg(l->samples, 3 + i, sizeof picture[i], &picture[i]));
}

// Sends the pixels of `rows` rows of MCUs, unless the device has them.
static void write_rows(const lesson *l, uint32_t first, uint32_t rows)
{
    if (l->one_memory) return;
    const size_t mcu_row = 8 * (size_t)l->frame->v_max * l->frame->width * 4;
    const size_t begin = mcu_row * first,
                 end = ocl_smaller(mcu_row * (first + rows), l->pixel_bytes);
    OCL_CHECK(clEnqueueWriteBuffer(l->queue, l->d_pixels, CL_FALSE, begin, end - begin,
                                   l->pixels + begin, 0, NULL, NULL));
}

// From their pixels to their coefficients.
static void enqueue_rows(const lesson *l, cl_uint first, cl_uint rows, cl_event *begin,
                         cl_event *end)
{
    const jpeg_range samples = jpeg_samples_range(l->env, l->samples, l->rung, l->frame, rows);
    OCL_CHECK(clSetKernelArg(l->samples, 7, sizeof first, &first));
    OCL_CHECK(clSetKernelArg(l->samples, 8, sizeof rows, &rows));
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue, l->samples, 3, NULL, samples.global, samples.local,
                                     0, NULL, begin));
    const ocl_range_2d dct = jpeg_dct_range(l->env, l->dct, l->rung, l->frame, rows);
    OCL_CHECK(clSetKernelArg(l->dct, 3, sizeof first, &first));
    OCL_CHECK(clSetKernelArg(l->dct, 4, sizeof rows, &rows));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->queue, l->dct, 2, NULL, dct.global, dct.local, 0, NULL, end));
}

// The host gets the coefficients.  `done` is complete when they are there.
static void read_rows(const lesson *l, uint32_t first, uint32_t rows, cl_event *done)
{
    for (uint32_t i = 0; i < l->frame->count; i++) {
        const jpeg_piece p = jpeg_band_piece(&l->frame->components[i], first, rows);
        OCL_CHECK(clEnqueueReadBuffer(l->queue, l->d_coefficients, CL_FALSE, p.at * sizeof(int16_t),
                                      p.count * sizeof(int16_t), l->coefficients + p.at, 0, NULL,
                                      i + 1 == l->frame->count ? done : NULL));
    }
}

// Begins the file.
static void open_coder(lesson *l)
{
    if (l->coder) jpeg_coder_close(l->coder);
    l->coder = jpeg_coder_open(l->frame, l->coefficients);
}

// Codes the rows of MCUs before row `end`.  Tables that suit the picture are known when all its
// symbols are counted: then the rows are coded at the end.
static void code_rows(lesson *l, uint32_t end)
{
    const uint32_t done =
        l->optimise ? jpeg_coder_count(l->coder, end) : jpeg_coder_rows(l->coder, end);
    if (done < l->frame->mcus_y) return;
    if (l->optimise) jpeg_coder_rows(l->coder, done);
    l->file = jpeg_coder_end(l->coder);
}

// From pixels on the host to the bytes of the file, `band` rows of MCUs at a time: the host codes a
// band while the device works on the next ones.  Returns the nanoseconds.
static double encode_bands(lesson *l, uint32_t band)
{
    const uint32_t rows = l->frame->mcus_y;
    cl_event *done = ocl_alloc(ocl_divide_up(rows, band) * sizeof *done);
    read_rows(l, 0, rows, NULL);    // what the trial has put there: nothing of an earlier run stays
    OCL_CHECK(clFinish(l->queue));

    const double begin_ns = ocl_wall_ns();
    for (uint32_t row = 0; row < rows; row += band) {
        const uint32_t count = row + band < rows ? band : rows - row;
        write_rows(l, row, count);
        enqueue_rows(l, row, count, NULL, NULL);
        read_rows(l, row, count, &done[row / band]);
        OCL_CHECK(clFlush(l->queue));
    }
    open_coder(l);
    for (uint32_t row = 0; row < rows; row += band) {
        OCL_CHECK(clWaitForEvents(1, &done[row / band]));
        code_rows(l, row + band);
    }
    const double ns = ocl_wall_ns() - begin_ns;

    for (uint32_t row = 0; row < rows; row += band)
        OCL_CHECK(clReleaseEvent(done[row / band]));
    free(done);
    return ns;
}

// Whether the kernels alone can run in the time that is left.
static bool is_fast_enough(lesson *l, ocl_report *report)
{
    const cl_uint first = 0, rows = l->frame->mcus_y;
    const ocl_range_2d dct = jpeg_dct_range(l->env, l->dct, l->rung, l->frame, rows);
    OCL_CHECK(clSetKernelArg(l->dct, 3, sizeof first, &first));
    OCL_CHECK(clSetKernelArg(l->dct, 4, sizeof rows, &rows));
    return ocl_pace_allows(&l->pace, report, l->rung->name,
                           ocl_pace_estimate(&l->pace, l->dct, &dct));
}

static void try_variant(lesson *l, size_t variant, ocl_report *report, const jpeg_wanted *wanted)
{
    const char *name = VARIANTS[variant];
    const bool alone = variant < SEQUENTIAL;    // the kernels alone
    const uint32_t rows = l->frame->mcus_y;
    ocl_trial t = ocl_trial_open(l->env, name, l->d_coefficients, l->coefficient_bytes);
    ocl_trial_scratch(&t, l->d_samples, l->sample_bytes);
    write_rows(l, 0, rows);
    while (ocl_trial_next(&t)) {
        if (alone)
            enqueue_rows(l, 0, rows, &t.first, &t.done);
        else
            t.host_ns = encode_bands(l, variant == PIPELINED ? l->band : rows);
    }
    read_rows(l, 0, rows, NULL);
    OCL_CHECK(clFinish(l->queue));
    if (alone) {
        open_coder(l);
        code_rows(l, rows);
    }
    const ocl_result result = ocl_result_both(
        jpeg_verify_coefficients(name, l->coefficients, wanted, l->rung->in_integers),
        jpeg_verify_file(name, l->file, l->frame, l->coefficients));
    const ocl_work work = { .amount = (double)l->frame->width * l->frame->height,
                            .unit = "Mpixel/s",
                            .limit = alone ? jpeg_limit(l->env, l->frame) : 0.0 };
    ocl_trial_report(&t, report, &work, result);
}

int main(int argc, char **argv)
{
    const jpeg_settings settings = jpeg_settings_parse(argc, argv, VARIANTS);
    const ocl_options *opt = &settings.options;

    ocl_env env = ocl_open(opt);
    ocl_picture picture = jpeg_settings_picture(&env, &settings);
    jpeg_file frame = jpeg_frame(picture.width, picture.height, &settings.encoding);
    lesson l = { .env = &env,
                 .queue = env.queue,
                 .pace = ocl_pace_open(&env),
                 .frame = &frame,
                 .optimise = settings.encoding.optimise,
                 .band = jpeg_band_rows(&env, &frame, settings.band) };
    create_buffers(&l, &picture);

    ocl_report *report = ocl_report_open(opt, env.device);
    jpeg_settings_report(report, &settings, &frame);
    jpeg_wanted wanted;
    OCL_TIME_REFERENCE(report, wanted = jpeg_wanted_new(&frame, picture.rgba));
    cl_program plain = jpeg_forward_build(&env, false), fast = jpeg_forward_build(&env, true);
    for (size_t v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(opt, VARIANTS[v])) continue;
        const jpeg_forward_rung *rung =
            v < SEQUENTIAL ? &JPEG_FORWARD_RUNGS[v] : jpeg_forward_best(&env);
        create_kernels(&l, rung->fast_file ? fast : plain, rung);
        if (v >= SEQUENTIAL || is_fast_enough(&l, report)) try_variant(&l, v, report, &wanted);
        OCL_CHECK(clReleaseKernel(l.dct));
        OCL_CHECK(clReleaseKernel(l.samples));
    }
    if (opt->output) jpeg_write_file(l.file, opt->output);
    jpeg_report_file(report, l.file, &picture, settings.difference);

    OCL_CHECK(clReleaseProgram(fast));
    OCL_CHECK(clReleaseProgram(plain));
    release_buffers(&l);
    ocl_close(&env);
    if (l.coder) jpeg_coder_close(l.coder);
    jpeg_wanted_free(&wanted);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
