// SPDX-License-Identifier: MIT
//
// compile_link_library - one program made of several: each is compiled alone, then the linker joins
// them.
//
//     headers: programs with a name --+
//                                     v
//     kernel   --clCompileProgram--> object ------------------------+
//     mirror   --clCompileProgram--> object ------------------------+--clLinkProgram--> executable
//     tone     --clCompileProgram--> object --clLinkProgram--> library
//
// Shows   headers that are programs; two objects and a library; the type of each program; the
//         linked program in a file
// Uses    clCompileProgram, clLinkProgram, clGetProgramBuildInfo, clUnloadPlatformCompiler
// Try     compile_link_library -i photo.bmp -o out.bmp
//         compile_link_library --program filter.clbin
//         compile_link_library -k your_copy_of_compile_link_library.cl

#include "ocl.h"

#include "compile_link_library/variations.h"
#include "proof/compile_link_library/image_filter.h"

// The text of the kernel file, malloc'ed: of --kernel instead, if `replaceable`.  Exits with
// OCL_EXIT_USAGE when it cannot be read.  (ocl_load_source would put the text of a header into the
// place of its #include.)
static char *read_part(const ocl_options *options, const char *name, bool replaceable,
                       size_t *bytes)
{
    static const ocl_file_form form = { .text = "OpenCL C", .most = 16 << 20 };
    ocl_options own = *options;
    if (!replaceable) own.kernel = NULL;
    char *path = ocl_find_kernel(&own, name);
    unsigned char *data;
    ocl_message why;
    if (!ocl_read_file_as(path, &form, &data, bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(path);
    return (char *)data;
}

// The objects: a program with a kernel, and two programs with functions that it calls.
static const char *const FILE_NAMES[PARTS] = { "compile_link_library.cl",
                                               "compile_link_library_mirror.cl",
                                               "compile_link_library_tone.cl" };

// The names that the sources #include, and where the texts are.  The driver opens no file.
enum { HEADERS = 2 };
static const char *HEADER_NAMES[HEADERS] = { "edges/mirror.h", "tone.h" };
static const char *const HEADER_FILES[HEADERS] = { "include/edges/mirror.h", "include/tone.h" };

enum { ROUNDED = 1 };    // a value near a half may be rounded up or down

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    filter_data host;
    cl_mem d_dst, d_src, d_weights;
    ocl_table stages;        // what each program is, and
    ocl_result as_wanted;    // whether it is what it must be
} lesson;

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
    const bool is_own = env->options->kernel && name == FILE_NAMES[FILTER];
    ocl_require_build(object, is_own ? env->options->kernel : name, "clCompileProgram", err);
    return object;
}

// An object becomes a library, as an author of functions would ship it.
static cl_program make_library(const ocl_env *env, cl_program object)
{
    cl_int err;
    return OCL_CREATE(clLinkProgram(env->context, 1, &env->device, "-create-library", 1, &object,
                                    NULL, NULL, &err));
}

// Objects and libraries become a program whose kernels can run.
static cl_program link_parts(const ocl_env *env, const cl_program parts[PARTS])
{
    cl_int err;
    cl_program executable =
        clLinkProgram(env->context, 1, &env->device, NULL, PARTS, parts, NULL, NULL, &err);
    const char *fault = ocl_known_fault(env->device, "objects with different versions of SPIR-V");
    if (fault && err == CL_LINK_PROGRAM_FAILURE) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    OCL_CHECK(err);
    return executable;
}

// Lists what the program is.  Its type must be `wanted`, and its status follows from that.
static void show_stage(lesson *l, const char *what, cl_program program,
                       cl_program_binary_type wanted)
{
    static const char *const types[] = { "none", "compiled object", "library", "", "executable" };
    cl_device_id device = l->env->device;
    cl_build_status status;
    cl_program_binary_type type;
    OCL_CHECK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, NULL));
    OCL_CHECK(
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    char *options = ocl_build_text(program, device, CL_PROGRAM_BUILD_OPTIONS);
    ocl_table_row(&l->stages, "%-22s  %-15s  %s", what, type < 5 ? types[type] : "?", options);
    free(options);

    const cl_build_status wanted_status = wanted ? CL_BUILD_SUCCESS : CL_BUILD_NONE;
    if (wanted || !ocl_known_fault(device, "the type of a program that was not compiled"))
        l->as_wanted = ocl_result_both(l->as_wanted, ocl_verify_equal(what, type, wanted));
    l->as_wanted = ocl_result_both(l->as_wanted, ocl_verify_equal(what, status, wanted_status));
}

// Runs the kernel of an executable on the picture.
static void run(lesson *l, const char *row, cl_program executable)
{
    const ocl_env *env = l->env;
    const cl_int columns = COLUMNS, rows = ROWS;
    const size_t origin[3] = { 0 }, region[3] = { l->host.src.width, l->host.src.height, 1 };
    const size_t global[2] = { ocl_round_up(region[0], 16), ocl_round_up(region[1], 16) };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(executable, "image_filter", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_dst, &l->d_dst));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_src, &l->d_src));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_weights, &l->d_weights));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof columns, &columns));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof rows, &rows));

    ocl_trial t = ocl_trial_open(env, row, l->d_dst, 0);
    while (ocl_trial_next(&t))
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, NULL, 0, NULL, &t.done));
    OCL_CHECK(clEnqueueReadImage(env->queue, l->d_dst, CL_TRUE, origin, region, 0, 0,
                                 l->host.got.rgba, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    const ocl_work work = { .amount = (double)(region[0] * region[1]), .unit = "Mpixel/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_picture(row, &l->host.got, &l->host.ref, ROUNDED));
}

// Runs an executable that was made in another way.  Releases it.
static void run_other(lesson *l, const char *row, cl_program executable)
{
    if (!executable) return;    // the driver cannot make it
    run(l, row, executable);
    OCL_CHECK(clReleaseProgram(executable));
}

// Everything from sources to an executable, and other ways to it.
static cl_program make_executable(lesson *l)
{
    const ocl_env *env = l->env;
    cl_program headers[HEADERS], objects[PARTS];
    for (int i = 0; i < HEADERS; i++)
        headers[i] = create_from_file(env, HEADER_FILES[i]);
    for (int i = 0; i < PARTS; i++)
        objects[i] = compile(env, FILE_NAMES[i], headers);
    cl_program library = make_library(env, objects[TONE]);
    const cl_program parts[PARTS] = { objects[FILTER], objects[MIRROR], library };
    cl_program executable = link_parts(env, parts);

    l->stages = ocl_table_open(l->report, "stages", "program, type, options");
    for (int i = 0; i < HEADERS; i++)
        show_stage(l, HEADER_NAMES[i], headers[i], CL_PROGRAM_BINARY_TYPE_NONE);
    for (int i = 0; i < PARTS; i++)
        show_stage(l, FILE_NAMES[i], objects[i], CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    show_stage(l, "library", library, CL_PROGRAM_BINARY_TYPE_LIBRARY);
    show_stage(l, "executable", executable, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    run(l, "linked", executable);
    run_other(l, "binaries, linked", link_binaries(env, l->report, parts));
    run_other(l, "relaxed at link", link_relaxed(env, l->report, objects));

    // The executable needs nothing else: the parts can be released.
    OCL_CHECK(clReleaseProgram(library));
    for (int i = PARTS; i-- > 0;)
        OCL_CHECK(clReleaseProgram(objects[i]));
    for (int i = HEADERS; i-- > 0;)
        OCL_CHECK(clReleaseProgram(headers[i]));
    return executable;
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const char *program_file = NULL;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern),
                               { .usage = "--program FILE: keep the linked program there, and run "
                                          "what the file holds",
                                 .text = &program_file },
                               { 0 } };
    const ocl_about about = { .name = "compile_link_library",
                              .summary = "Links a filter from two objects and a library.",
                              .accepts = "dniorsk",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .own = own,
                              .seeds_more = true };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 3, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    if (!ocl_device_number(env.device, CL_DEVICE_LINKER_AVAILABLE))
        ocl_exit(OCL_EXIT_SKIP, "this device has no linker (CL_DEVICE_LINKER_AVAILABLE)");
    const char *fault = ocl_known_fault(env.device, "headers of clCompileProgram");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);

    const ocl_picture picture = ocl_input_picture(&env, pattern, "chelsea.bmp");
    const size_t extents[2] = { picture.width, picture.height };
    const double bytes = 4.0 * picture.width * picture.height;
    ocl_require_image_2d(env.device, extents);
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 3.0 * bytes);
    lesson l = { .env = &env,
                 .host = filter_data_make(picture, opt.seed),
                 .as_wanted = { .pass = true } };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", picture.width);
    ocl_report_count(l.report, "height", picture.height);
    OCL_TIME_REFERENCE(l.report, filter_ref(&l.host.ref, &l.host.src, l.host.weights));
    const cl_image_format rgba = { CL_RGBA, CL_UNORM_INT8 };
    l.d_dst = ocl_image_2d(&env, CL_MEM_WRITE_ONLY, rgba, extents, NULL);
    l.d_src = ocl_image_2d(&env, CL_MEM_READ_ONLY, rgba, extents, picture.rgba);
    l.d_weights = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof l.host.weights, l.host.weights);

    cl_program executable = make_executable(&l);
    OCL_CHECK(clUnloadPlatformCompiler(env.platform));    // the executable does not need it either
    run(&l, "alone", executable);
    cl_program again = build_binary(&env, l.report, executable);
    l.stages = ocl_table_open(l.report, "stages", "program, type, options");
    if (again) show_stage(&l, "binary", again, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    run_other(&l, "binary", again);
    if (program_file && store_program(&env, l.report, executable, program_file))
        run_other(&l, "from the file", load_program(&env, l.report, program_file));
    ocl_report_result(l.report, "status and type of each stage", l.as_wanted);
    if (opt.output) ocl_output_picture(&l.host.got, opt.output);

    OCL_CHECK(clReleaseProgram(executable));
    OCL_CHECK(clReleaseMemObject(l.d_weights));
    OCL_CHECK(clReleaseMemObject(l.d_src));
    OCL_CHECK(clReleaseMemObject(l.d_dst));
    filter_data_free(&l.host);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
