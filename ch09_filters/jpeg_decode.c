// SPDX-License-Identifier: MIT
//
// jpeg_decode - a JPEG file becomes a picture: Huffman codes on the host, the rest on the device.
//
//     host     markers, tables -> Huffman codes -> coefficients: 64 per block
//     device   coefficients * quantisation -> inverse DCT -> samples: 8 x 8 per block
//              samples -> upsampling, colour -> pixels
//
// Shows   ways to an inverse DCT; a device that works on rows while the host decodes the next ones
// Uses    clEnqueueWriteBuffer, clEnqueueNDRangeKernel, clFlush, clEnqueueMapBuffer
// Rates   Kernels: pixels, by their events; the limit is the copy of coefficients and pixels.  The
//         others: from the file's bytes to pixels on the host, by its clock, as the reference.
// Try     jpeg_decode -i photo.jpg -o photo.bmp; jpeg_decode -V pipelined --band 1

#include "ocl.h"

#include "shared/jpeg/entropy.h"
#include "shared/jpeg/jpeg_input.h"
#include "shared/jpeg/jpeg_reference.h"
#include "shared/jpeg_rungs.h"

// The variants: the kernels alone, then from the file's bytes to pixels on the host.
enum { SEQUENTIAL = JPEG_RUNG_COUNT, PIPELINED };
static const char *const VARIANTS[] = { "direct",     "separable", "fast", "vector",
                                        "sequential", "pipelined", NULL };

typedef struct {
    const ocl_env *env;
    cl_command_queue queue;
    ocl_pace pace;
    ocl_blob bytes;     // the file
    jpeg_file *file;    // what it says
    uint32_t band;      // of pipelined: rows of MCUs per step
    size_t sample_bytes, pixel_bytes;
    cl_mem d_pixels, d_samples, d_coefficients, d_components, pinned;
    int16_t *coefficients;    // on the host: what `pinned` is mapped to
    const jpeg_rung *rung;
    cl_kernel idct, colour;
} lesson;

// The host's coefficients lie in pinned memory: a buffer that no kernel uses stays mapped.
static void create_buffers(lesson *l)
{
    const cl_mem_flags pin = CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR;
    l->sample_bytes = JPEG_BLOCK * (size_t)l->file->blocks;
    const size_t bytes = l->sample_bytes * sizeof(int16_t);
    jpeg_device_component components[JPEG_MAX_COMPONENTS];
    jpeg_device_components(components, l->file);
    l->pixel_bytes = 4 * (size_t)l->file->width * l->file->height;
    l->d_pixels = ocl_buffer(l->env, pin, l->pixel_bytes, NULL);
    l->d_samples = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->sample_bytes, NULL);
    l->d_coefficients = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes, NULL);
    l->d_components = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof components, components);
    l->pinned = ocl_buffer(l->env, pin, bytes, NULL);
    cl_int err;
    l->coefficients = OCL_CREATE(clEnqueueMapBuffer(l->queue, l->pinned, CL_TRUE, CL_MAP_WRITE, 0,
                                                    bytes, 0, NULL, NULL, &err));
}

static void release_buffers(const lesson *l)
{
    OCL_CHECK(clEnqueueUnmapMemObject(l->queue, l->pinned, l->coefficients, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(l->pinned));
    OCL_CHECK(clReleaseMemObject(l->d_components));
    OCL_CHECK(clReleaseMemObject(l->d_coefficients));
    OCL_CHECK(clReleaseMemObject(l->d_samples));
    OCL_CHECK(clReleaseMemObject(l->d_pixels));
}

static cl_kernel create_kernel(cl_program program, const char *name, const cl_mem buffers[3])
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
    return kernel;
}

static void create_kernels(lesson *l, cl_program program, const jpeg_rung *rung)
{
    const jpeg_file *f = l->file;
    const cl_mem idct[] = { l->d_samples, l->d_coefficients, l->d_components };
    const cl_mem colour[] = { l->d_pixels, l->d_samples, l->d_components };
    const cl_uint picture[] = { f->width, f->height, f->h_max, f->v_max, f->inverted };
    l->rung = rung;
    l->idct = create_kernel(program, rung->idct, idct);
    l->colour = create_kernel(program, rung->colour, colour);
    for (cl_uint i = 0; i < 5; i++)
        OCL_CHECK(clSetKernelArg(l->colour, 3 + i, sizeof picture[i], &picture[i]));
}

// From the coefficients of `rows` rows of MCUs to their pixels.
static void enqueue_rows(const lesson *l, cl_uint first, cl_uint rows, cl_event *begin,
                         cl_event *end)
{
    const ocl_range_2d idct = jpeg_idct_range(l->env, l->idct, l->rung, l->file, rows);
    OCL_CHECK(clSetKernelArg(l->idct, 3, sizeof first, &first));
    OCL_CHECK(clSetKernelArg(l->idct, 4, sizeof rows, &rows));
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue, l->idct, 2, NULL, idct.global, idct.local, 0, NULL,
                                     begin));
    const ocl_range_2d colour = jpeg_colour_range(l->env, l->colour, l->rung, l->file, rows);
    const cl_uint first_y = 8 * l->file->v_max * first;
    OCL_CHECK(clSetKernelArg(l->colour, 8, sizeof first_y, &first_y));
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue, l->colour, 2, NULL, colour.global, colour.local, 0,
                                     NULL, end));
}

// Sends the coefficients of `rows` rows of MCUs: those of one component lie in one piece.
static void write_rows(const lesson *l, uint32_t first, uint32_t rows)
{
    for (uint32_t i = 0; i < l->file->count; i++) {
        const jpeg_piece p = jpeg_band_piece(&l->file->components[i], first, rows);
        OCL_CHECK(clEnqueueWriteBuffer(l->queue, l->d_coefficients, CL_FALSE,
                                       p.at * sizeof(int16_t), p.count * sizeof(int16_t),
                                       l->coefficients + p.at, 0, NULL, NULL));
    }
}

// The kernels alone, on coefficients that the device has.
static void time_kernels(const lesson *l, ocl_trial *t)
{
    write_rows(l, 0, l->file->mcus_y);
    while (ocl_trial_next(t))
        enqueue_rows(l, 0, l->file->mcus_y, &t->first, &t->done);
}

// From the bytes of the file to pixels that the host can read, `band` rows of MCUs at a time: the
// device works on a band while the host decodes the next one.  Returns the nanoseconds.
static double decode_bands(const lesson *l, uint32_t band)
{
    cl_int err;
    OCL_CHECK(clFinish(l->queue));

    const double begin_ns = ocl_wall_ns();
    jpeg_file file = jpeg_require(l->env->options, l->bytes);
    jpeg_decoder *decoder = jpeg_require_decoder(&file, l->coefficients);
    for (uint32_t row = 0, next; row < file.mcus_y; row = next) {
        next = jpeg_decoder_rows(decoder, row + band);
        write_rows(l, row, next - row);
        enqueue_rows(l, row, next - row, NULL, NULL);
        OCL_CHECK(clFlush(l->queue));
    }
    void *pixels = OCL_CREATE(clEnqueueMapBuffer(l->queue, l->d_pixels, CL_TRUE, CL_MAP_READ, 0,
                                                 l->pixel_bytes, 0, NULL, NULL, &err));
    const double ns = ocl_wall_ns() - begin_ns;

    OCL_CHECK(clEnqueueUnmapMemObject(l->queue, l->d_pixels, pixels, 0, NULL, NULL));
    jpeg_decoder_close(decoder);
    jpeg_free(&file);
    return ns;
}

// Whether the kernels alone can run in the time that is left.
static bool is_fast_enough(lesson *l, ocl_report *report)
{
    const cl_uint first = 0, rows = l->file->mcus_y;
    const ocl_range_2d idct = jpeg_idct_range(l->env, l->idct, l->rung, l->file, rows);
    OCL_CHECK(clSetKernelArg(l->idct, 3, sizeof first, &first));
    OCL_CHECK(clSetKernelArg(l->idct, 4, sizeof rows, &rows));
    return ocl_pace_allows(&l->pace, report, l->rung->name,
                           ocl_pace_estimate(&l->pace, l->idct, &idct));
}

static void try_variant(const lesson *l, size_t variant, ocl_report *report, const jpeg_answer *ref,
                        ocl_picture *out)
{
    const bool alone = variant < SEQUENTIAL;    // the kernels alone
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_pixels, l->pixel_bytes);
    ocl_trial_scratch(&t, l->d_samples, l->sample_bytes);
    if (alone) {
        time_kernels(l, &t);
    } else {
        while (ocl_trial_next(&t))
            t.host_ns = decode_bands(l, variant == PIPELINED ? l->band : l->file->mcus_y);
    }
    OCL_CHECK(clEnqueueReadBuffer(l->queue, l->d_pixels, CL_TRUE, 0, l->pixel_bytes, out->rgba, 0,
                                  NULL, NULL));
    const ocl_work work = { .amount = (double)ref->pixels,
                            .unit = "Mpixel/s",
                            .limit = alone ? jpeg_limit(l->env, l->file) : 0.0 };
    ocl_trial_report(&t, report, &work, jpeg_verify(VARIANTS[variant], out->rgba, ref));
}

int main(int argc, char **argv)
{
    size_t band = 0;
    const ocl_option own[] = {
        { .usage = "-b, --band N: rows of MCUs per step of pipelined", .count = &band }, { 0 }
    };
    const ocl_about about = { .name = "jpeg_decode",
                              .summary = "Decodes a JPEG file; its pixels are made on the device.",
                              .accepts = "diorVk",
                              .writes = OCL_PICTURE_FILE,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5 });

    ocl_env env = ocl_open(&opt);
    const ocl_blob bytes = jpeg_input(&opt, "astronaut.jpg");
    jpeg_file file = jpeg_require(&opt, bytes);
    jpeg_require_memory(&env, &file);
    lesson l = { .env = &env,
                 .queue = env.queue,
                 .pace = ocl_pace_open(&env),
                 .bytes = bytes,
                 .file = &file,
                 .band = jpeg_band_rows(&env, &file, band) };
    create_buffers(&l);

    ocl_report *report = ocl_report_open(&opt, env.device);
    jpeg_report(report, &file);
    jpeg_answer ref;
    OCL_TIME_REFERENCE(report, ref = jpeg_answer_new(&file, l.coefficients));
    jpeg_print_warnings(&opt, &file);
    // One file has the kernels with many small work-items, the other one those for a CPU.
    cl_program items = jpeg_rung_build(&env, &JPEG_RUNGS[JPEG_FAST], JPEG_LEVEL, file.colour);
    cl_program rows = jpeg_rung_build(&env, &JPEG_RUNGS[JPEG_VECTOR], JPEG_LEVEL, file.colour);

    ocl_picture out = { file.width, file.height, ocl_alloc(l.pixel_bytes) };
    for (size_t v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        const jpeg_rung *rung = v < SEQUENTIAL ? &JPEG_RUNGS[v] : jpeg_best_rung(&env);
        create_kernels(&l, rung->rows ? rows : items, rung);
        if (v >= SEQUENTIAL || is_fast_enough(&l, report)) try_variant(&l, v, report, &ref, &out);
        OCL_CHECK(clReleaseKernel(l.colour));
        OCL_CHECK(clReleaseKernel(l.idct));
    }
    if (opt.output) ocl_output_picture(&out, opt.output);

    OCL_CHECK(clReleaseProgram(rows));
    OCL_CHECK(clReleaseProgram(items));
    release_buffers(&l);
    ocl_close(&env);
    jpeg_answer_free(&ref);
    ocl_picture_free(&out);
    jpeg_free(&file);
    free((void *)bytes.data);
    return ocl_report_close(report);
}
