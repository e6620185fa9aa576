// SPDX-License-Identifier: MIT
//
// printf_conversions - what printf prints when a kernel calls it.
//
// Shows   every conversion, flag and length, and the vector form, beside C's printf; when the text
//         appears, and in which order; what happens when the buffer is full; what is forbidden
// Uses    clGetDeviceInfo, clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clFlush,
//         clFinish, clEnqueueReadBuffer
// Try     printf_conversions -V vectors; printf_conversions -V order -n 1000

#include "ocl.h"

#include "printf_conversions/forbidden.h"
#include "proof/printf_conversions/cases.h"
#include "system/streams.h"

enum { MAX_CASES = 32, MAX_LINES = 32768, LONG_NUMBERS = 16 };
enum { LINE_ROOM = 64 };    // bytes: drivers keep less of a short line, NVIDIA's 32
static const char *const VARIANTS[] = { "integers", "lengths", "floats", "texts",    "vectors",
                                        "doubles",  "halves",  "order",  "overflow", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
} lesson;

// Cuts the next line off a text; NULL at its end.
static char *next_line(char **text)
{
    char *line = *text;
    if (!*line) return NULL;
    char *end = line + strcspn(line, "\n");
    *text = *end ? end + 1 : end;
    *end = '\0';
    return line;
}

// Launches the kernel, and gives what it has printed when the queue has finished, malloc'ed.
static char *print_and_capture(const lesson *l, cl_kernel kernel, size_t global, size_t *early)
{
    size_t bytes;
    ocl_capture *capture = ocl_capture_begin();
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clFlush(l->env->queue));
    *early = ocl_capture_bytes(capture);    // what has appeared without waiting
    OCL_CHECK(clFinish(l->env->queue));
    return ocl_capture_end(capture, &bytes);
}

// Why a text is not that of C; NULL: it is wrong.
static const char *excuse(const lesson *l, const printf_case *c, const printf_numbers *numbers,
                          const char *got)
{
    if (is_allowed(c, numbers, got)) return "may differ";
    cl_device_id device = l->env->device;
    const bool known = ocl_known_fault(device, "printf of %s", c->format) ||
                       (strchr(c->format, 'v') && ocl_known_fault(device, "vectors in printf"));
    return known ? "known fault" : NULL;
}

// Whether printf in a kernel returned success, which is 0.
static bool is_success(const lesson *l, cl_int returned)
{
    return returned == 0 || ocl_known_fault(l->env->device, "any number from printf") ||
           (returned > 0 && ocl_known_fault(l->env->device, "a positive number from printf"));
}

// One kernel prints one line per case.
static ocl_result compare_lines(const lesson *l, const printf_family *family, char *text,
                                const printf_numbers *numbers)
{
    cl_uint right[MAX_CASES], want[MAX_CASES];
    ocl_table table = ocl_table_open(l->report, family->name, "format, prints, as C");
    size_t lines = 0;
    for (size_t i = 0; i < family->count; i++) {
        const printf_case *c = &family->cases[i];
        char model[MAX_TEXT];
        model_text(model, c, numbers);
        const char *line = next_line(&text), *got = line ? line : "";
        lines += line != NULL;
        const bool same = strcmp(got, model) == 0;
        const char *why = same ? "yes" : excuse(l, c, numbers, got);
        right[i] = why != NULL;
        want[i] = 1;
        if (!why) ocl_warn("%s prints \"%s\", C prints \"%s\"", c->format, got, model);
        ocl_table_row(&table, "%-12s  %-44s  %s", c->format,
                      ocl_make_printable(got, strlen(got)).text, why ? why : "WRONG");
    }
    while (next_line(&text))
        lines++;
    return ocl_result_both(ocl_verify_u32(family->name, right, want, family->count),
                           ocl_verify_equal("lines", (long long)lines, (long long)family->count));
}

static void show_family(const lesson *l, const printf_family *family)
{
    const ocl_env *env = l->env;
    const printf_numbers numbers = make_numbers();
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof numbers.x, numbers.x);
    cl_mem d_l = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof numbers.l, numbers.l);
    cl_mem d_f = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof numbers.f, numbers.f);
    char name[64];
    snprintf(name, sizeof name, "printf_conversions_%s", family->name);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_l, &d_l));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_f, &d_f));
    size_t early;
    char *text = print_and_capture(l, kernel, 1, &early);
    ocl_report_result(l->report, family->name, compare_lines(l, family, text, &numbers));
    free(text);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_f));
    OCL_CHECK(clReleaseMemObject(d_l));
    OCL_CHECK(clReleaseMemObject(d_x));
}

// Prints with `items` work-items, and reads what their calls returned.
static char *print_many(const lesson *l, const char *name, cl_int *returned, size_t bytes,
                        size_t items)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    cl_mem d_out = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    ocl_poison_run(l->env->queue, d_out, bytes, 1);
    size_t early;
    char *text = print_and_capture(l, kernel, items, &early);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, d_out, CL_TRUE, 0, bytes, returned, 0, NULL, NULL));
    ocl_table table =
        ocl_table_open(l->report, "appears", "work-items, bytes before clFinish, after clFinish");
    ocl_table_row(&table, "%10zu  %21zu  %14zu", items, early, strlen(text));
    ocl_report_print(l->report, "\n");
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    return text;
}

// The bytes that the calls of one launch may print.  More may be lost, but not less.
static size_t printf_room(const lesson *l)
{
    size_t room;
    OCL_CHECK(
        clGetDeviceInfo(l->env->device, CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof room, &room, NULL));
    return room;
}

// Every line must be there once.  Which order they have is told, and not compared.  Lines that the
// buffer need not hold may be lost; then their calls must say so.
static void show_order(const lesson *l, size_t items)
{
    const size_t lines = 2 * items, bytes = lines * sizeof(cl_int);
    const bool fits = lines <= printf_room(l) / LINE_ROOM;
    const bool is_told = !ocl_known_fault(l->env->device, "more printf than its buffer holds");
    cl_int *returned = ocl_alloc(bytes);
    cl_uint *seen = calloc(lines, sizeof *seen), *want = ocl_alloc(bytes);
    if (!seen) ocl_exit(OCL_EXIT_USAGE, "there is no memory for %zu lines", lines);
    char *const text = print_many(l, "printf_conversions_order", returned, bytes, items),
                *rest = text;
    bool ordered = true, begins_first = true;
    size_t last = 0, lost = 0, wrong = 0;
    for (char *line; (line = next_line(&rest));) {
        char *word;
        const size_t item = strtoul(line, &word, 10), ends = strcmp(word, " ends") == 0;
        if (item >= items || (!ends && strcmp(word, " begins") != 0)) continue;
        ordered = ordered && item >= last;
        begins_first = begins_first && (!ends || seen[2 * item]);
        last = item;
        seen[2 * item + ends]++;
    }
    for (size_t i = 0; i < lines; i++) {
        const bool success = is_success(l, returned[i]);
        const bool may_miss = !fits && !seen[i];
        want[i] = !may_miss;
        lost += may_miss;
        wrong += may_miss ? success && is_told : !success;
    }
    const size_t most_lost = fits ? 0 : lines - printf_room(l) / LINE_ROOM;
    ocl_report_fact(l->report, "work-items in order", "%s", ordered ? "yes" : "no");
    ocl_report_fact(l->report, "a work-item's lines in order", "%s", begins_first ? "yes" : "no");
    ocl_report_fact(l->report, "a call returned", "%d", returned[0]);
    if (lost > 0)
        ocl_report_note(l->report, "%zu of %zu lines are lost: the buffer has %zu bytes", lost,
                        lines, printf_room(l));
    ocl_report_result(
        l->report, "order",
        ocl_result_both(
            ocl_verify_u32("lines", seen, want, lines),
            ocl_result_both(ocl_verify_equal("calls with a wrong result", (long long)wrong, 0),
                            ocl_verify_equal("too many lines are lost", lost > most_lost, 0))));
    free(text);
    free(want);
    free(seen);
    free(returned);
}

// A line is there if, and only if, its call says that it was a success.  Each call says something,
// and the buffer holds as many lines as four times their numbers leave room for.
static void show_overflow(const lesson *l)
{
    const size_t room = printf_room(l);
    const size_t asked = room / (LONG_NUMBERS * sizeof(cl_int)) * 5 / 4 + 1;
    const size_t lines = ocl_smaller(asked, MAX_LINES), bytes = lines * sizeof(cl_int);
    cl_int *returned = ocl_alloc(bytes);
    cl_uint *seen = calloc(lines, sizeof *seen), *want = ocl_alloc(bytes);
    if (!seen) ocl_exit(OCL_EXIT_USAGE, "there is no memory for %zu lines", lines);
    char *const text = print_many(l, "printf_conversions_overflow", returned, bytes, lines),
                *rest = text;
    size_t arrived = 0;
    for (char *line; (line = next_line(&rest));) {
        const size_t item = strtoul(line, NULL, 10);
        char whole[MAX_TEXT];
        int used = snprintf(whole, sizeof whole, "%zu: ", item);
        for (size_t k = 0; k < LONG_NUMBERS; k++)
            used += snprintf(whole + used, sizeof whole - (size_t)used, "%s%zu", k > 0 ? "," : "",
                             item + k);
        if (item < lines && strcmp(line, whole) == 0) arrived += ++seen[item] == 1;
    }
    size_t silent = 0;
    for (size_t i = 0; i < lines; i++) {
        want[i] = is_success(l, returned[i]);
        silent += !want[i] && returned[i] > 0;    // poison
    }
    const size_t fit = ocl_smaller(lines, room / (4 * LONG_NUMBERS * sizeof(cl_int)));
    ocl_report_fact(l->report, "CL_DEVICE_PRINTF_BUFFER_SIZE", "%zu", room);
    ocl_report_fact(l->report, "long lines", "%zu", lines);
    ocl_report_fact(l->report, "of them, arrived", "%zu", arrived);
    ocl_report_fact(l->report, "the last call returned", "%d", returned[lines - 1]);
    ocl_report_result(
        l->report, "overflow",
        ocl_result_both(
            ocl_verify_u32("lines", seen, want, lines),
            ocl_result_both(ocl_verify_equal("calls without a result", (long long)silent, 0),
                            ocl_verify_equal("too few lines arrived", arrived < fit, 0))));
    free(text);
    free(want);
    free(seen);
    free(returned);
}

// Of all variants one is left out; alone it is skipped.
static void leave_out(const lesson *l, const char *variant, const char *who, const char *what)
{
    if (!ocl_wants(l->env->options, "all"))
        ocl_exit(OCL_EXIT_SKIP, "%s: %s %s", variant, who, what);
    ocl_report_note(l->report, "%s left out: %s %s", variant, who, what);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "printf_conversions",
                              .summary = "printf in kernels, beside C's.",
                              .accepts = "dnVk",
                              .size_help = "work-items that print at the same time",
                              .extents = 1,
                              .most = MAX_LINES,
                              .variants = VARIANTS };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 67 } });
    ocl_env env = ocl_open(&opt);
    const char *fault = ocl_known_fault(env.device, "output of printf");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device) };
    ocl_report_count(l.report, "work-items", opt.n[0]);
    const bool has_sizes = ocl_device_version(env.device) >= 31;
    l.program = ocl_build(&env, "printf_conversions.cl", has_sizes ? "-DHAS_SIZES" : "");

    for (size_t i = 0; i < FAMILIES; i++) {
        printf_family family = PRINTF_FAMILIES[i];
        if (!ocl_wants(&opt, family.name)) continue;
        if (i == LENGTHS && !has_sizes) family.count -= LENGTHS_OF_31;
        if (i == DOUBLES && !ocl_has_extension(env.device, "cl_khr_fp64"))
            leave_out(&l, family.name, "there is", "no cl_khr_fp64");
        else if (i == HALVES && !ocl_has_extension(env.device, "cl_khr_fp16"))
            leave_out(&l, family.name, "there is", "no cl_khr_fp16");
        else
            show_family(&l, &family);
    }
    if (ocl_wants(&opt, "order")) show_order(&l, opt.n[0]);
    if (ocl_wants(&opt, "overflow")) {
        fault = ocl_known_fault(env.device, "more printf than its buffer holds");
        if (fault)
            leave_out(&l, "overflow", "this driver", fault);
        else
            show_overflow(&l);
    }
    if (ocl_wants(&opt, "all") && !ocl_known_fault(env.device, "formats that OpenCL C lacks"))
        report_forbidden(&env, l.report);

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
