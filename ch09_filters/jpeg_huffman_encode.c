// SPDX-License-Identifier: MIT
//
// jpeg_huffman_encode - the Huffman codes of a JPEG file, written in parallel.
//
//     coefficients -> codes of each block, in its slot -> bits of each block
//     bits         -> scan -> where each block begins -> all codes, one behind the other
//     bytes        -> how many are 0xff -> scan -> where each byte goes -> the file's data
//
// Shows   a scan, which tells work-items with results of different lengths where to write
// Uses    clEnqueueNDRangeKernel, clEnqueueReadBuffer, clEnqueueFillBuffer
// Rates   pixels, by the host's clock, from coefficients to the file's data.  The reference writes
//         the same codes with one thread of the host.
// Try     jpeg_huffman_encode -Q 10; jpeg_huffman_encode -i photo.bmp -o photo.jpg
//
// jpeg_encode makes the coefficients on the device, scan_ladder has faster scans.

#include "ocl.h"

#include "shared/jpeg_encode/headers.h"
#include "shared/jpeg_encode/jpeg_encode.h"

enum { SLOT_WORDS = 54, CHUNK = 16 };    // as in jpeg_huffman_encode.cl
enum { GROUP = 256, MAX_BLOCKS = UINT32_MAX / (32 * SLOT_WORDS) };

// What the kernels know of a file.
typedef struct {
    cl_uint blocks, mcus_x;
    jpeg_planned_block plan[JPEG_MAX_MCU_BLOCKS];
    cl_uint codes[4][256];
} jpeg_coding;

typedef struct {
    const ocl_env *env;
    cl_command_queue queue;
    const jpeg_file *frame;
    size_t group;         // work-items per work-group
    size_t word_bytes;    // room for all codes, if each block had the most
    cl_mem d_file, d_words, d_slots;
    cl_mem d_bits;              // of each block; later the 0xff of each chunk
    cl_mem d_places, d_sums;    // of the scan
    cl_mem d_coefficients, d_coding;
    cl_program program;
    cl_kernel code, scan_groups, scan_sums, join, count, stuff;
} lesson;

// The blocks of an MCU in the order of the file, and the codes of the frame's Huffman tables.
static jpeg_coding make_coding(const jpeg_file *frame)
{
    jpeg_coding coding = { .mcus_x = frame->mcus_x };
    for (uint32_t i = 0; i < frame->count; i++) {
        const jpeg_component *c = &frame->components[i];
        jpeg_planned_block block = { .dc = c->dc,
                                     .ac = c->ac,
                                     .component = i,
                                     .columns = c->h,
                                     .rows = c->v,
                                     .first_block = c->first_block,
                                     .blocks_x = c->blocks_x };
        for (block.y = 0; block.y < block.rows; block.y++)
            for (block.x = 0; block.x < block.columns; block.x++)
                coding.plan[coding.blocks++] = block;
    }
    for (uint32_t i = 0; i < frame->tables; i++) {
        const jpeg_huffman *table = &frame->huffman[i];
        cl_uint code = 0, symbol = 0;
        for (cl_uint length = 1; length <= 16; length++, code *= 2)
            for (unsigned j = 0; j < table->counts[length - 1]; j++)
                coding.codes[i][table->symbols[symbol++]] = length << 16 | code++;
    }
    return coding;
}

static void create_buffers(lesson *l, const int16_t *coefficients)
{
    const jpeg_coding coding = make_coding(l->frame);
    const size_t blocks = l->frame->blocks, slot_bytes = SLOT_WORDS * sizeof(cl_uint);
    const size_t chunks = blocks * slot_bytes / CHUNK + 1, groups = chunks / l->group + 2;
    const size_t coefficient_bytes = JPEG_BLOCK * blocks * sizeof *coefficients;
    l->word_bytes = blocks * slot_bytes + CHUNK;
    l->d_file = ocl_buffer(l->env, CL_MEM_READ_WRITE, 2 * l->word_bytes, NULL);
    l->d_words = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->word_bytes, NULL);
    l->d_slots = ocl_buffer(l->env, CL_MEM_READ_WRITE, blocks * slot_bytes, NULL);
    l->d_bits = ocl_buffer(l->env, CL_MEM_READ_WRITE, chunks * sizeof(cl_uint), NULL);
    l->d_places = ocl_buffer(l->env, CL_MEM_READ_WRITE, chunks * sizeof(cl_uint), NULL);
    l->d_sums = ocl_buffer(l->env, CL_MEM_READ_WRITE, groups * sizeof(cl_uint), NULL);
    l->d_coefficients = ocl_buffer(l->env, CL_MEM_READ_WRITE, coefficient_bytes, coefficients);
    l->d_coding = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof coding, &coding);
}

static void release_buffers(const lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_coding));
    OCL_CHECK(clReleaseMemObject(l->d_coefficients));
    OCL_CHECK(clReleaseMemObject(l->d_sums));
    OCL_CHECK(clReleaseMemObject(l->d_places));
    OCL_CHECK(clReleaseMemObject(l->d_bits));
    OCL_CHECK(clReleaseMemObject(l->d_slots));
    OCL_CHECK(clReleaseMemObject(l->d_words));
    OCL_CHECK(clReleaseMemObject(l->d_file));
}

// A kernel with its buffers; NULL ends them.  The sizes are set when it is launched.
static cl_kernel create_kernel(cl_program program, const char *name, const cl_mem *buffers)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    for (cl_uint i = 0; buffers[i]; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
    return kernel;
}

static void create_kernels(lesson *l)
{
    const cl_mem code[] = { l->d_slots, l->d_bits, l->d_coefficients, l->d_coding, NULL };
    const cl_mem groups[] = { l->d_places, l->d_sums, l->d_bits, NULL };
    const cl_mem sums[] = { l->d_sums, NULL };
    const cl_mem join[] = { l->d_words, l->d_slots, l->d_bits, l->d_places, l->d_sums, NULL };
    const cl_mem count[] = { l->d_bits, l->d_words, NULL };
    const cl_mem stuff[] = { l->d_file, l->d_words, l->d_places, l->d_sums, NULL };
    l->program = ocl_build(l->env, "jpeg_huffman_encode.cl", "-DGROUP=%zu", l->group);
    l->code = create_kernel(l->program, "code_blocks", code);
    l->scan_groups = create_kernel(l->program, "scan_groups", groups);
    l->scan_sums = create_kernel(l->program, "scan_sums", sums);
    l->join = create_kernel(l->program, "join_blocks", join);
    l->count = create_kernel(l->program, "count_stuffing", count);
    l->stuff = create_kernel(l->program, "stuff_bytes", stuff);
}

static void release_kernels(const lesson *l)
{
    OCL_CHECK(clReleaseKernel(l->stuff));
    OCL_CHECK(clReleaseKernel(l->count));
    OCL_CHECK(clReleaseKernel(l->join));
    OCL_CHECK(clReleaseKernel(l->scan_sums));
    OCL_CHECK(clReleaseKernel(l->scan_groups));
    OCL_CHECK(clReleaseKernel(l->code));
    OCL_CHECK(clReleaseProgram(l->program));
}

// Launches a kernel with one work-item for each of `items`.  `size`, its last argument, is `index`.
static void launch(const lesson *l, cl_kernel kernel, size_t items, cl_uint index, cl_uint size)
{
    const size_t local = ocl_local_size(kernel, l->env->device, l->group);
    const size_t global = ocl_round_up(items, local);
    OCL_CHECK(clSetKernelArg(kernel, index, sizeof size, &size));
    OCL_CHECK(clEnqueueNDRangeKernel(l->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// Where each of `count` pieces begins, from d_bits.  Waits for the sum of all, and returns it.
static cl_uint scan(const lesson *l, cl_uint count)
{
    const cl_uint groups = (cl_uint)ocl_divide_up(count, l->group);
    cl_uint sum;
    launch(l, l->scan_groups, count, 3, count);
    launch(l, l->scan_sums, l->group, 1, groups);
    OCL_CHECK(clEnqueueReadBuffer(l->queue, l->d_sums, CL_TRUE, groups * sizeof sum, sizeof sum,
                                  &sum, 0, NULL, NULL));
    return sum;
}

// From coefficients to the data of the file.  Returns its bytes.
static size_t encode(const lesson *l)
{
    const cl_uint blocks = l->frame->blocks, zero = 0;
    launch(l, l->code, blocks, 4, blocks);
    const cl_uint bits = scan(l, blocks), bytes = bits / 8 + (bits % 8 > 0);
    if (bytes == 0 || bytes > l->word_bytes - CHUNK)
        ocl_exit(OCL_EXIT_WRONG, "the blocks have %u bits", bits);

    const size_t words = ocl_divide_up(bytes, sizeof zero);
    OCL_CHECK(clEnqueueFillBuffer(l->queue, l->d_words, &zero, sizeof zero, 0, words * sizeof zero,
                                  0, NULL, NULL));
    launch(l, l->join, blocks, 5, blocks);

    const cl_uint chunks = (cl_uint)ocl_divide_up(bytes, CHUNK);
    launch(l, l->count, chunks, 2, bytes);
    const cl_uint stuffed = scan(l, chunks);
    if (stuffed > bytes) ocl_exit(OCL_EXIT_WRONG, "%u of %u bytes are 0xff", stuffed, bytes);
    launch(l, l->stuff, chunks, 4, bytes);
    return (size_t)bytes + stuffed;
}

int main(int argc, char **argv)
{
    // Options.
    jpeg_settings s = { .encoding.quality = 90 };
    const ocl_option own[] = {
        { .usage = "-Q, --quality N: 1 (small file) to 100", .count = &s.encoding.quality },
        { .usage = "-S, --sampling NAME: pixels per sample of colour; 420: 2 x 2, 422: 2 x 1",
          .choice = &s.encoding.sampling,
          .choices = JPEG_SAMPLINGS },
        OCL_PATTERN_OPTION(&s.pattern),
        { 0 },
    };
    const ocl_about about = { .name = "jpeg_huffman_encode",
                              .summary = "Writes the Huffman codes of a JPEG file on the device.",
                              .accepts = "dniorks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .own = own };
    s.options = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5, .seed = 1 });
    if (s.encoding.quality > 100) ocl_exit(OCL_EXIT_USAGE, "--quality: give 1 to 100");

    // Device, and the coefficients: the host makes them.
    ocl_env env = ocl_open(&s.options);
    ocl_picture picture = jpeg_settings_picture(&env, &s);
    jpeg_file frame = jpeg_frame(picture.width, picture.height, &s.encoding);
    if (frame.blocks > MAX_BLOCKS)
        ocl_exit(OCL_EXIT_USAGE, "%u blocks: their bits may be too many for 32 bits; at most %u",
                 frame.blocks, (unsigned)MAX_BLOCKS);
    const double most = 4.0 * SLOT_WORDS * frame.blocks;
    ocl_require_memory(env.device, 2.0 * most, 5.1 * most, 0.0);
    jpeg_wanted wanted = jpeg_wanted_new(&frame, picture.rgba);

    // The reference: the same file, written by the host.
    ocl_report *report = ocl_report_open(&s.options, env.device);
    jpeg_settings_report(report, &s, &frame);
    jpeg_coder *coder = jpeg_coder_open(&frame, wanted.integer);
    OCL_TIME_REFERENCE(report, jpeg_coder_rows(coder, frame.mcus_y));
    const ocl_blob ref = jpeg_codes_of(&frame, jpeg_coder_end(coder));

    // Buffers, program and kernels.
    lesson l = { .env = &env, .queue = env.queue, .frame = &frame };
    l.group = ocl_group_size(env.device, GROUP);
    create_buffers(&l, wanted.integer);
    create_kernels(&l);

    // Launch and read.
    size_t bytes = 0;
    ocl_trial t = ocl_trial_open(&env, "blocks", l.d_file, ref.bytes);
    ocl_trial_scratch(&t, l.d_slots, sizeof(cl_uint) * SLOT_WORDS * frame.blocks);
    while (ocl_trial_next(&t)) {
        ocl_trial_start_clock(&t);
        bytes = encode(&l);
    }
    uint8_t *data = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_file, CL_TRUE, 0, bytes, data, 0, NULL, NULL));

    // Verify: the data is the host's, byte by byte, and our decoder reads the file.
    const ocl_blob file = jpeg_file_of(&frame, (ocl_blob){ data, bytes });
    ocl_result result = ocl_verify_equal("bytes", (long long)bytes, (long long)ref.bytes);
    if (result.pass) result = ocl_verify_bytes("blocks", data, ref.data, ref.bytes);
    result = ocl_result_both(result, jpeg_verify_file("blocks", file, &frame, wanted.integer));
    const ocl_work work = { .amount = (double)frame.width * frame.height, .unit = "Mpixel/s" };
    ocl_trial_report(&t, report, &work, result);
    ocl_report_fact(report, "file bytes", "%zu", file.bytes);
    if (s.options.output) jpeg_write_file(file, s.options.output);

    // Release.
    release_kernels(&l);
    release_buffers(&l);
    ocl_close(&env);
    jpeg_coder_close(coder);
    free((void *)file.data);
    free(data);
    jpeg_wanted_free(&wanted);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
