// SPDX-License-Identifier: MIT
//
// compile_link - one program made of several: each is compiled alone, then the linker joins them.
//
// Shows   headers that are programs; two objects and a library; the type of each program
// Uses    clCompileProgram, clLinkProgram, clGetProgramBuildInfo, clUnloadPlatformCompiler
// Try     compile_link -i photo.bmp -o out.bmp; compile_link -k your_copy_of_compile_link.cl

#include "compile_link/image_filter.h"
#include "compile_link/mistakes.h"
#include "compile_link/source.h"
#include "compile_link/variations.h"

// The objects: a program with a kernel, and two programs with functions that it calls.
static const char *const FILE_NAMES[PARTS] = { "compile_link.cl", "compile_link_mirror.cl",
                                               "compile_link_tone.cl" };

// The names that the sources #include, and where the texts are.  The driver opens no file.
enum { HEADERS = 2, ROUNDED = 1 };    // ROUNDED: a value near a half may be rounded up or down
static const char *HEADER_NAMES[HEADERS] = { "edges/mirror.h", "tone.h" };
static const char *const HEADER_FILES[HEADERS] = { "include/edges/mirror.h", "include/tone.h" };

// The filter's data on the host and on the device.
typedef struct {
    const ocl_env *env;
    ocl_report *report;
    filter_data host;
    cl_mem d_dst, d_src, d_weights;
    ocl_table stages;        // what each program is, and
    ocl_result as_wanted;    // whether it is what it must be
} filter_work;

// A program with the text of a kernel file.  The compiler itself resolves #include.
static cl_program create_from_file(const ocl_env *env, const char *name)
{
    size_t bytes;
    char *text = read_part(env->options, name, name == FILE_NAMES[FILTER], &bytes);
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, (const char **)&text, &bytes, &err));
    free(text);
    return program;
}

// The program becomes an object.  A header is a name and a program that is never compiled.
static cl_program compile(const ocl_env *env, const char *name, const cl_program headers[HEADERS])
{
    cl_program object = create_from_file(env, name);
    cl_int err = clCompileProgram(object, 1, &env->device, "-cl-single-precision-constant", HEADERS,
                                  headers, HEADER_NAMES, NULL, NULL);
    const bool own = env->options->kernel && name == FILE_NAMES[FILTER];
    ocl_require_build(object, own ? env->options->kernel : name, "clCompileProgram", err);
    return object;
}

// Lists what the program is.  Its type must be `wanted`, and its status follows from that.
static void stage(filter_work *w, const char *what, cl_program program,
                  cl_program_binary_type wanted)
{
    static const char *const types[] = { "none", "compiled object", "library", "", "executable" };
    cl_device_id device = w->env->device;
    cl_build_status status;
    cl_program_binary_type type;
    OCL_CHECK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, NULL));
    OCL_CHECK(
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    char *options = ocl_build_text(program, device, CL_PROGRAM_BUILD_OPTIONS);
    ocl_table_row(&w->stages, "%-22s  %-15s  %s", what, type < 5 ? types[type] : "?", options);
    free(options);
    w->as_wanted = ocl_result_both(w->as_wanted, ocl_verify_equal(what, type, wanted));
    w->as_wanted = ocl_result_both(
        w->as_wanted, ocl_verify_equal(what, status, wanted ? CL_BUILD_SUCCESS : CL_BUILD_NONE));
}

// Runs the kernel of an executable on the picture.
static void run(filter_work *w, const char *row, cl_program executable)
{
    const ocl_env *env = w->env;
    const cl_int columns = COLUMNS, rows = ROWS;
    const size_t origin[3] = { 0 }, region[3] = { w->host.src.width, w->host.src.height, 1 };
    const size_t global[2] = { ocl_round_up(region[0], 16), ocl_round_up(region[1], 16) };
    uint8_t *got = w->host.got.rgba;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(executable, "image_filter", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof w->d_dst, &w->d_dst));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof w->d_src, &w->d_src));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof w->d_weights, &w->d_weights));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof columns, &columns));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof rows, &rows));
    ocl_times times = { .runs = 0 };
    for (size_t k = 0; k <= env->options->repeat; k++) {
        memset(got, ocl_poison_byte(k), 4 * region[0] * region[1]);
        OCL_CHECK(clEnqueueWriteImage(env->queue, w->d_dst, CL_TRUE, origin, region, 0, 0, got, 0,
                                      NULL, NULL));
        cl_event done;
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, NULL, 0, NULL, &done));
        ocl_times_take(&times, k, done);
        OCL_CHECK(clEnqueueReadImage(env->queue, w->d_dst, CL_TRUE, origin, region, 0, 0, got, 0,
                                     NULL, NULL));
        ocl_answers_add_host(&times.answers, got, 4 * region[0] * region[1]);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    ocl_report_row(w->report, &(ocl_row){ .name = row,
                                          .times = &times,
                                          .work = (double)(region[0] * region[1]),
                                          .unit = "Mpixel/s",
                                          .result = ocl_verify_picture(row, &w->host.got,
                                                                       &w->host.ref, ROUNDED) });
}

// The same for an executable that was made in another way.  Releases it.
static void run_other(filter_work *w, const char *row, cl_program executable)
{
    if (!executable) return;    // the driver cannot make it
    run(w, row, executable);
    OCL_CHECK(clReleaseProgram(executable));
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { 0 } };
    const ocl_about about = { .name = "compile_link",
                              .summary = "Links a filter from two objects and a library.",
                              .accepts = "dniorsk",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 3, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    if (!ocl_device_number(env.device, CL_DEVICE_LINKER_AVAILABLE))
        ocl_exit(OCL_EXIT_SKIP, "this device has no linker (CL_DEVICE_LINKER_AVAILABLE)");

    const ocl_picture picture = ocl_input_picture(&env, pattern, "chelsea.bmp");
    filter_work w = { .env = &env,
                      .host = filter_data_make(picture, opt.seed),
                      .as_wanted = { .pass = true } };
    ocl_report *report = w.report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    OCL_TIME_REFERENCE(report, filter_ref(&w.host.ref, &w.host.src, w.host.weights));
    const size_t extents[2] = { picture.width, picture.height };
    const cl_image_format rgba = { CL_RGBA, CL_UNORM_INT8 };
    w.d_dst = ocl_image_2d(&env, CL_MEM_WRITE_ONLY, rgba, extents, NULL);
    w.d_src = ocl_image_2d(&env, CL_MEM_READ_ONLY, rgba, extents, picture.rgba);
    w.d_weights = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof w.host.weights, w.host.weights);

    // Three objects.  The last goes into a library, as an author of functions would ship it.
    cl_int err;
    cl_program headers[HEADERS], objects[PARTS];
    for (int i = 0; i < HEADERS; i++)
        headers[i] = create_from_file(&env, HEADER_FILES[i]);
    for (int i = 0; i < PARTS; i++)
        objects[i] = compile(&env, FILE_NAMES[i], headers);
    cl_program library = OCL_CREATE(clLinkProgram(env.context, 1, &env.device, "-create-library", 1,
                                                  &objects[TONE], NULL, NULL, &err));
    const cl_program parts[PARTS] = { objects[FILTER], objects[MIRROR], library };
    cl_program executable =
        clLinkProgram(env.context, 1, &env.device, NULL, PARTS, parts, NULL, NULL, &err);
    require_link(env.device, err);

    w.stages = ocl_table_open(report, "stages", "program, type, options");
    for (int i = 0; i < HEADERS; i++)
        stage(&w, HEADER_NAMES[i], headers[i], CL_PROGRAM_BINARY_TYPE_NONE);
    for (int i = 0; i < PARTS; i++)
        stage(&w, FILE_NAMES[i], objects[i], CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    stage(&w, "library", library, CL_PROGRAM_BINARY_TYPE_LIBRARY);
    stage(&w, "executable", executable, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    run(&w, "linked", executable);
    run_other(&w, "binaries, linked", link_binaries(&env, report, parts));
    run_other(&w, "relaxed at link", link_relaxed(&env, report, objects));
    report_mistakes(&env, report, PARTS, parts);

    // The executable needs nothing else: the parts and the compiler can be released.
    OCL_CHECK(clReleaseProgram(library));
    for (int i = 0; i < PARTS; i++)
        OCL_CHECK(clReleaseProgram(objects[i]));
    for (int i = 0; i < HEADERS; i++)
        OCL_CHECK(clReleaseProgram(headers[i]));
    OCL_CHECK(clUnloadPlatformCompiler(env.platform));
    run(&w, "alone", executable);
    cl_program again = build_binary(&env, report, executable);
    w.stages = ocl_table_open(report, "stages", "program, type, options");
    if (again) stage(&w, "binary", again, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    run_other(&w, "binary", again);
    ocl_report_result(report, "status and type of each stage", w.as_wanted);
    if (opt.output) ocl_output_picture(&w.host.got, opt.output);
    OCL_CHECK(clReleaseProgram(executable));
    OCL_CHECK(clReleaseMemObject(w.d_weights));
    OCL_CHECK(clReleaseMemObject(w.d_src));
    OCL_CHECK(clReleaseMemObject(w.d_dst));
    filter_data_free(&w.host);
    ocl_close(&env);
    return ocl_report_close(report);
}
