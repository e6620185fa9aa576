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

#include "jpeg_decode/entropy.h"
#include "jpeg_decode/input.h"
#include "jpeg_decode/reference.h"
#include "jpeg_decode/rungs.h"

typedef struct {
    const ocl_env *env;
    cl_command_queue queue;
    ocl_blob bytes;     // the file
    jpeg_file *file;    // what it says
    size_t pixel_bytes;
    cl_mem d_pixels, d_samples, d_coefficients, d_components, pinned;
    int16_t *coefficients;    // on the host: what `pinned` is mapped to
    const jpeg_rung *rung;
    cl_kernel idct, colour;
} job;

// The host's coefficients lie in pinned memory: a buffer that no kernel uses stays mapped.
static void create_buffers(job *j)
{
    const cl_mem_flags pin = CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR;
    const size_t samples = JPEG_BLOCK * (size_t)j->file->blocks, bytes = samples * sizeof(int16_t);
    jpeg_device_component components[JPEG_MAX_COMPONENTS];
    jpeg_device_components(components, j->file);
    j->pixel_bytes = 4 * (size_t)j->file->width * j->file->height;
    j->d_pixels = ocl_buffer(j->env, pin, j->pixel_bytes, NULL);
    j->d_samples = ocl_buffer(j->env, CL_MEM_READ_WRITE, samples, NULL);
    j->d_coefficients = ocl_buffer(j->env, CL_MEM_READ_ONLY, bytes, NULL);
    j->d_components = ocl_buffer(j->env, CL_MEM_READ_ONLY, sizeof components, components);
    j->pinned = ocl_buffer(j->env, pin, bytes, NULL);
    cl_int err;
    j->coefficients = OCL_CREATE(clEnqueueMapBuffer(j->queue, j->pinned, CL_TRUE, CL_MAP_WRITE, 0,
                                                    bytes, 0, NULL, NULL, &err));
}

static void release_buffers(const job *j)
{
    const cl_mem m[] = { j->pinned, j->d_components, j->d_coefficients, j->d_samples, j->d_pixels };
    OCL_CHECK(clEnqueueUnmapMemObject(j->queue, j->pinned, j->coefficients, 0, NULL, NULL));
    for (size_t i = 0; i < sizeof m / sizeof m[0]; i++)
        OCL_CHECK(clReleaseMemObject(m[i]));
}

static cl_kernel create_kernel(cl_program program, const char *name, const cl_mem buffers[3])
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
    return kernel;
}

static void create_kernels(job *j, cl_program program, const jpeg_rung *rung)
{
    const jpeg_file *f = j->file;
    const cl_mem idct[] = { j->d_samples, j->d_coefficients, j->d_components };
    const cl_mem colour[] = { j->d_pixels, j->d_samples, j->d_components };
    const cl_uint picture[] = { f->width, f->height, f->h_max, f->v_max, f->inverted };
    j->rung = rung;
    j->idct = create_kernel(program, rung->idct, idct);
    j->colour = create_kernel(program, rung->colour, colour);
    for (cl_uint i = 0; i < 5; i++)
        OCL_CHECK(clSetKernelArg(j->colour, 3 + i, sizeof picture[i], &picture[i]));
}

// From the coefficients of `rows` rows of MCUs to their pixels.
static void enqueue_rows(const job *j, cl_uint first, cl_uint rows, cl_event *begin, cl_event *end)
{
    const ocl_range_2d idct = jpeg_idct_range(j->rung, j->file, rows);
    OCL_CHECK(clSetKernelArg(j->idct, 3, sizeof first, &first));
    OCL_CHECK(clSetKernelArg(j->idct, 4, sizeof rows, &rows));
    OCL_CHECK(clEnqueueNDRangeKernel(j->queue, j->idct, 2, NULL, idct.global, idct.local, 0, NULL,
                                     begin));
    const ocl_range_2d colour = jpeg_colour_range(j->rung, j->file, rows);
    const cl_uint first_y = 8 * j->file->v_max * first;
    OCL_CHECK(clSetKernelArg(j->colour, 8, sizeof first_y, &first_y));
    OCL_CHECK(clEnqueueNDRangeKernel(j->queue, j->colour, 2, NULL, colour.global, colour.local, 0,
                                     NULL, end));
}

// Sends the coefficients of `rows` rows of MCUs: those of one component lie in one piece.
static void write_rows(const job *j, uint32_t first, uint32_t rows)
{
    for (uint32_t i = 0; i < j->file->count; i++) {
        const jpeg_component *c = &j->file->components[i];
        const size_t row = JPEG_BLOCK * (size_t)c->blocks_x * c->v;
        const size_t at = JPEG_BLOCK * (size_t)c->first_block + row * first;
        OCL_CHECK(clEnqueueWriteBuffer(j->queue, j->d_coefficients, CL_FALSE, at * sizeof(int16_t),
                                       row * rows * sizeof(int16_t), j->coefficients + at, 0, NULL,
                                       NULL));
    }
}

// The kernels alone, on coefficients that the device has.
static void run_kernels(const job *j, size_t repeat, ocl_times *times)
{
    write_rows(j, 0, j->file->mcus_y);
    for (size_t run = 0; run <= repeat; run++) {
        cl_event begin, end;
        ocl_poison_run(j->queue, j->d_samples, JPEG_BLOCK * (size_t)j->file->blocks, run);
        ocl_poison_run(j->queue, j->d_pixels, j->pixel_bytes, run);
        enqueue_rows(j, 0, j->file->mcus_y, &begin, &end);
        ocl_times_take_span(times, run, begin, end);
        ocl_answers_add(&times->answers, j->queue, j->d_pixels, j->pixel_bytes);
    }
}

// From the bytes of the file to pixels that the host can read, `band` rows of MCUs at a time: the
// device works on a band while the host decodes the next one.
static void run_bands(const job *j, size_t repeat, uint32_t band, ocl_times *times)
{
    for (size_t run = 0; run <= repeat; run++) {
        cl_int err;
        ocl_poison_run(j->queue, j->d_samples, JPEG_BLOCK * (size_t)j->file->blocks, run);
        ocl_poison_run(j->queue, j->d_pixels, j->pixel_bytes, run);
        OCL_CHECK(clFinish(j->queue));
        const double begin = ocl_wall_ns();
        jpeg_file file = jpeg_require(j->env->options, j->bytes);
        jpeg_decoder *decoder = jpeg_require_decoder(&file, j->coefficients);
        for (uint32_t row = 0, next; row < file.mcus_y; row = next) {
            next = jpeg_decoder_rows(decoder, row + band);
            write_rows(j, row, next - row);
            enqueue_rows(j, row, next - row, NULL, NULL);
            OCL_CHECK(clFlush(j->queue));
        }
        void *pixels = OCL_CREATE(clEnqueueMapBuffer(j->queue, j->d_pixels, CL_TRUE, CL_MAP_READ, 0,
                                                     j->pixel_bytes, 0, NULL, NULL, &err));
        if (run > 0) ocl_times_add(times, ocl_wall_ns() - begin);
        ocl_answers_add_host(&times->answers, pixels, j->pixel_bytes);
        OCL_CHECK(clEnqueueUnmapMemObject(j->queue, j->d_pixels, pixels, 0, NULL, NULL));
        jpeg_decoder_close(decoder);
        jpeg_free(&file);
    }
}

int main(int argc, char **argv)
{
    size_t rows;    // of --band
    const ocl_options opt = jpeg_parse(argc, argv, &rows);
    ocl_env env = ocl_open(&opt);
    const ocl_blob bytes = jpeg_input(&opt);
    jpeg_file file = jpeg_require(&opt, bytes);
    jpeg_require_memory(&env, &file);
    const uint32_t band = jpeg_band(&env, &file, rows);
    job j = { .env = &env, .queue = env.queue, .bytes = bytes, .file = &file };
    create_buffers(&j);

    ocl_report *report = ocl_report_open(&opt, env.device);
    jpeg_report(report, &file);
    jpeg_answer ref;
    OCL_TIME_REFERENCE(report, ref = jpeg_answer_new(&file, j.coefficients));
    jpeg_print_warnings(&opt, &file);
    cl_program program = ocl_build(&env, "jpeg_decode.cl", "-DLEVEL=%d -DBLOCKS=%d -DCOLOUR=%d",
                                   JPEG_LEVEL, JPEG_GROUP_BLOCKS, (int)file.colour);
    ocl_picture out = { file.width, file.height, ocl_alloc(j.pixel_bytes) };
    for (size_t v = 0; JPEG_VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, JPEG_VARIANTS[v])) continue;
        const bool alone = v < JPEG_SEQUENTIAL;
        ocl_times times = { .runs = 0 };
        create_kernels(&j, program, alone ? &JPEG_RUNGS[v] : jpeg_best_rung(&env));
        if (alone) run_kernels(&j, opt.repeat, &times);
        if (!alone) run_bands(&j, opt.repeat, v == JPEG_PIPELINED ? band : file.mcus_y, &times);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, j.d_pixels, CL_TRUE, 0, j.pixel_bytes, out.rgba, 0,
                                      NULL, NULL));
        OCL_CHECK(clReleaseKernel(j.colour));
        OCL_CHECK(clReleaseKernel(j.idct));
        const ocl_result result = jpeg_verify(JPEG_VARIANTS[v], out.rgba, &ref);
        ocl_report_row(report, &(ocl_row){ .name = JPEG_VARIANTS[v],
                                           .times = &times,
                                           .work = (double)ref.pixels,
                                           .unit = "Mpixel/s",
                                           .limit = alone ? jpeg_limit(&env, &file) : 0.0,
                                           .result = result });
    }
    if (opt.output) ocl_output_picture(&out, opt.output);

    OCL_CHECK(clReleaseProgram(program));
    release_buffers(&j);
    ocl_close(&env);
    jpeg_answer_free(&ref);
    ocl_picture_free(&out);
    jpeg_free(&file);
    free((void *)bytes.data);
    return ocl_report_close(report);
}
