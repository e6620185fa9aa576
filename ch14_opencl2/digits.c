// SPDX-License-Identifier: MIT
//
// digits - a network with weights of 8 bits reads handwritten digits.
//
// Shows   the products of bytes of integer_dot_product in use: two layers, in integers from end to
//         end; how many digits are read rightly; the functions against plain multiplications
// Uses    clSetKernelArg, clEnqueueNDRangeKernel; dot, dot_4x8packed_us_int
// Try     digits -o digits.png; digits -n 1M -V packed

#include "ocl.h"

#include "digits/drawing.h"
#include "digits/network.h"
#include "named_versions.h"

enum { MULTIPLICATIONS, CHAR4, PACKED, FORMS };
static const char *const VARIANTS[] = { "multiplications", "char4", "packed", NULL };
static const char *const MACROS[] = { "MULTIPLICATIONS", "CHAR4", "PACKED" };

// What the compiler must have.
static const char *const FEATURES[] = { NULL, "__opencl_c_integer_dot_product_input_4x8bit",
                                        "__opencl_c_integer_dot_product_input_4x8bit_packed" };

enum { PIXEL_WORDS = IMAGE_PIXELS / 4, HIDDEN_WORDS = HIDDEN_UNITS / 4 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    network net;
    image *images;
    size_t count, n;    // images; what is read: image i is images[i % count]
    cl_int *ref;        // score of digit k of image i: ref[k * n + i]
    cl_mem d_scores, d_pixels, d_first, d_first_bias, d_second, d_second_bias;
} lesson;

static bool can_run(const lesson *l, int variant)
{
    return variant == MULTIPLICATIONS || ocl_has_feature(l->env->device, FEATURES[variant]);
}

// Four bytes in a word, the first one in its lowest byte.
static cl_uint pack(const void *bytes)
{
    const cl_uchar *b = bytes;
    return b[0] | (cl_uint)b[1] << 8 | (cl_uint)b[2] << 16 | (cl_uint)b[3] << 24;
}

static void make_reference(const lesson *l)
{
    for (size_t i = 0; i < l->n; i++) {
        cl_int scores[DIGITS];
        network_ref(&l->net, &l->images[i % l->count], scores);
        for (size_t k = 0; k < DIGITS; k++)
            l->ref[k * l->n + i] = scores[k];
    }
}

// Images and weights as words.
static void create_buffers(lesson *l)
{
    const network *net = &l->net;
    cl_uint *pixels = ocl_alloc(l->n * IMAGE_PIXELS);
    cl_uint first[HIDDEN_UNITS * PIXEL_WORDS], second[DIGITS * HIDDEN_WORDS];
    for (size_t w = 0; w < PIXEL_WORDS; w++)
        for (size_t i = 0; i < l->n; i++)
            pixels[w * l->n + i] = pack(&l->images[i % l->count].pixels[4 * w]);
    for (size_t w = 0; w < HIDDEN_UNITS * PIXEL_WORDS; w++)
        first[w] = pack(&net->first[w / PIXEL_WORDS][4 * (w % PIXEL_WORDS)]);
    for (size_t w = 0; w < DIGITS * HIDDEN_WORDS; w++)
        second[w] = pack(&net->second[w / HIDDEN_WORDS][4 * (w % HIDDEN_WORDS)]);

    const cl_mem_flags flags = CL_MEM_READ_ONLY;
    l->d_scores = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, DIGITS * l->n * sizeof(cl_int), NULL);
    l->d_pixels = ocl_buffer(l->env, flags, l->n * IMAGE_PIXELS, pixels);
    l->d_first = ocl_buffer(l->env, flags, sizeof first, first);
    l->d_first_bias = ocl_buffer(l->env, flags, sizeof net->first_bias, net->first_bias);
    l->d_second = ocl_buffer(l->env, flags, sizeof second, second);
    l->d_second_bias = ocl_buffer(l->env, flags, sizeof net->second_bias, net->second_bias);
    free(pixels);
}

static void release_buffers(const lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_second_bias));
    OCL_CHECK(clReleaseMemObject(l->d_second));
    OCL_CHECK(clReleaseMemObject(l->d_first_bias));
    OCL_CHECK(clReleaseMemObject(l->d_first));
    OCL_CHECK(clReleaseMemObject(l->d_pixels));
    OCL_CHECK(clReleaseMemObject(l->d_scores));
}

static cl_kernel create_kernel(const lesson *l, int variant)
{
    cl_program program = ocl_build(l->env, "digits.cl", "%s -D%s -DHIDDEN=%d -DSHIFT=%d",
                                   variant == MULTIPLICATIONS ? "-cl-std=CL1.2" : "-cl-std=CL3.0",
                                   MACROS[variant], HIDDEN_UNITS, l->net.shift);
    const cl_uint n = (cl_uint)l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "digits_read", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_scores, &l->d_scores));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_pixels, &l->d_pixels));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_first, &l->d_first));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_first_bias, &l->d_first_bias));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof l->d_second, &l->d_second));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof l->d_second_bias, &l->d_second_bias));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof n, &n));
    OCL_CHECK(clReleaseProgram(program));    // the kernel keeps it
    return kernel;
}

static void run_variant(const lesson *l, int variant)
{
    cl_kernel kernel = create_kernel(l, variant);
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->n, local);
    const size_t bytes = DIGITS * l->n * sizeof(cl_int);
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_scores, bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &t.done));
    const double products = HIDDEN_UNITS * (IMAGE_PIXELS + DIGITS);
    const ocl_work work = { .amount = products * (double)l->n, .unit = "Gproduct/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, VARIANTS[variant], l->d_scores, l->ref, bytes));
    OCL_CHECK(clReleaseKernel(kernel));
}

// What the device reads in each image, from the scores of the last variant.
static void read_digits(const lesson *l, int *read)
{
    cl_int *scores = ocl_alloc(DIGITS * l->n * sizeof *scores);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_scores, CL_TRUE, 0,
                                  DIGITS * l->n * sizeof *scores, scores, 0, NULL, NULL));
    for (size_t i = 0; i < l->n; i++) {
        cl_int own[DIGITS];
        for (size_t k = 0; k < DIGITS; k++)
            own[k] = scores[k * l->n + i];
        read[i] = best_digit(own);
    }
    free(scores);
}

// How many digits are read rightly.  Draws images that were not learned: first some that are read
// rightly, then some that are not.
static void judge(const lesson *l, const char *path)
{
    int *read = ocl_alloc(l->n * sizeof *read), drawn_as[DRAWN];
    const image *drawn[DRAWN];
    size_t right[2] = { 0 }, all[2] = { 0 }, count = 0;
    read_digits(l, read);
    for (size_t i = 0; i < l->n && i < l->count; i++) {
        const int unseen = i >= LEARNED_IMAGES;
        all[unseen]++;
        right[unseen] += read[i] == l->images[i].digit;
    }
    ocl_table table = ocl_table_open(l->report, "read rightly", "images, number, right, percent");
    for (int unseen = 0; unseen < 2; unseen++)
        if (all[unseen] > 0)
            ocl_table_row(&table, "%-8s %6zu %6zu %7.1f", unseen ? "unseen" : "learned",
                          all[unseen], right[unseen],
                          100.0 * (double)right[unseen] / (double)all[unseen]);

    for (int wrong = 0; wrong < 2; wrong++)
        for (size_t i = LEARNED_IMAGES; i < l->n && i < l->count; i++)
            if ((read[i] != l->images[i].digit) == wrong && count < (wrong ? DRAWN : DRAWN - 8)) {
                drawn[count] = &l->images[i];
                drawn_as[count++] = read[i];
            }
    if (path) draw_digits(drawn, drawn_as, count, path);
    free(read);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "digits",
                              .summary = "A network of 8-bit weights reads handwritten digits.",
                              .accepts = "dnorVk",
                              .size_help = "images, those of the file again and again",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = VARIANTS,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options defaults = { .n = { 35941 }, .repeat = 20 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double n = (double)opt.n[0];
    ocl_require_memory(env.device, IMAGE_PIXELS * n, (IMAGE_PIXELS + 4.0 * DIGITS) * n,
                       (IMAGE_PIXELS + 12.0 * DIGITS) * n);

    lesson l = { .env = &env, .net = load_network(), .n = opt.n[0] };
    l.images = load_images(&l.count);
    l.ref = ocl_alloc(DIGITS * l.n * sizeof *l.ref);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    OCL_TIME_REFERENCE(l.report, make_reference(&l));
    create_buffers(&l);

    for (int v = MULTIPLICATIONS; v < FORMS; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        if (can_run(&l, v))
            run_variant(&l, v);
        else if (!ocl_wants(&opt, "all"))
            ocl_exit(OCL_EXIT_SKIP, "this device has no %s", FEATURES[v]);
        else
            ocl_report_note(l.report, "without %s: this device has no %s", VARIANTS[v],
                            FEATURES[v]);
    }
    judge(&l, opt.output);

    release_buffers(&l);
    free(l.ref);
    free(l.images);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
