// SPDX-License-Identifier: MIT
//
// compile_link - one program of several: compiled one by one, with headers that are programs, then linked.
//
// Shows   two objects and a library, what each stage is called, the binaries of all, what goes wrong
// Uses    clCompileProgram, clLinkProgram, clGetProgramBuildInfo, clCreateProgramWithBinary
// Try     compile_link -i photo.bmp -o out.bmp; -k with a copy of compile_link.cl that calls tone_negative

#include "compile_link/image_filter.h"
#include "compile_link/program_stage.h"

// The objects: a program with a kernel, and the two programs whose functions it calls; the last of them
// becomes a library.
enum { FILTER, MIRROR, TONE, PARTS };
static const char *const FILE_NAMES[PARTS] = { "compile_link.cl", "compile_link_mirror.cl",
                                               "compile_link_tone.cl" };

// What the sources say in #include, and where the text is.  A driver looks for neither file.
enum { HEADERS = 2 };
static const char *HEADER_NAMES[HEADERS] = { "edges/mirror.h", "tone.h" };
static const char *const HEADER_FILES[HEADERS] = { "include/edges/mirror.h", "include/tone.h" };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    filter_data filter;
    cl_program headers[HEADERS];
} compile_link_data;

// A kernel file as it is: its #include lines are for the compiler, and not resolved by ocl_load_source.
static cl_program compile_link_source(const ocl_env *env, const char *name)
{
    ocl_options options = *env->options;
    if (strcmp(name, FILE_NAMES[FILTER]) != 0) options.kernel = NULL;    // --kernel is for that one
    char *path = ocl_find_kernel(&options, name);
    unsigned char *text;
    size_t bytes;
    ocl_message why;
    if (!ocl_read_file(path, &text, &bytes, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    const char *source = (const char *)text;
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, &bytes, &err));
    free(text);
    free(path);
    return program;
}

// Each header is a name and a program that was never compiled.
static cl_int compile_link_compile(const compile_link_data *d, cl_program program, cl_uint headers)
{
    return clCompileProgram(program, 1, &d->env->device, "-cl-single-precision-constant", headers,
                            headers > 0 ? d->headers : NULL, headers > 0 ? HEADER_NAMES : NULL,
                            NULL, NULL);
}

static cl_program compile_link_object(const compile_link_data *d, const char *name)
{
    cl_program program = compile_link_source(d->env, name);
    cl_int err = compile_link_compile(d, program, HEADERS);
    const char *kernel = d->env->options->kernel;
    const char *shown = kernel && name == FILE_NAMES[FILTER] ? kernel : name;
    ocl_require_build(program, shown, "clCompileProgram", err);
    return program;
}

// Whether `call` has done it.  Two platforms need not: PoCL 3.1 has no options for arithmetic at link time, and
// NVIDIA's driver answers with errors of its own.  Elsewhere a failure ends the program.
static bool compile_link_can(const compile_link_data *d, const char *what, const char *call,
                             cl_int err)
{
    if (err == CL_SUCCESS) return true;
    const unsigned platform = ocl_known_platform(d->env->device);
    const bool excused =
        platform == OCL_NVIDIA || (platform == OCL_POCL && err == CL_INVALID_LINKER_OPTIONS);
    if (!excused)
        ocl_exit(OCL_EXIT_CALL, "%s: %s: %s (%d)", what, call, ocl_error_name(err), (int)err);
    ocl_report_print(d->report, "%s: this driver cannot: %s\n", what, ocl_error_name(err));
    return false;
}

// --- binaries

// A program of the same device from the binary of another; NULL when there is none or the driver refuses it.
static cl_program compile_link_reload(const compile_link_data *d, const char *what,
                                      cl_program program)
{
    size_t bytes;
    unsigned char *binary = ocl_program_binary(program, &bytes);
    if (!binary) {
        ocl_report_print(d->report, "%s: the driver gives no binary\n", what);
        return NULL;
    }
    const unsigned char *start = binary;
    cl_int taken = CL_SUCCESS, err;
    cl_program again = clCreateProgramWithBinary(d->env->context, 1, &d->env->device, &bytes,
                                                 &start, &taken, &err);
    free(binary);
    if (!compile_link_can(d, what, "clCreateProgramWithBinary", err)) return NULL;
    OCL_CHECK(taken);
    return again;
}

// Links the parts with these options and runs what comes out of it.
static void compile_link_run_linked(compile_link_data *d, const char *row, const char *options,
                                    const cl_program parts[PARTS])
{
    cl_int err;
    cl_program executable =
        clLinkProgram(d->env->context, 1, &d->env->device, options, PARTS, parts, NULL, NULL, &err);
    if (compile_link_can(d, row, "clLinkProgram", err))
        filter_run(d->env, d->report, &d->filter, executable, row);
    if (executable) OCL_CHECK(clReleaseProgram(executable));    // some give one that failed
}

// Objects and libraries can be kept as binaries, too, and linked without being built.
static void compile_link_from_parts(compile_link_data *d, const cl_program parts[PARTS])
{
    cl_program again[PARTS];
    cl_uint count = 0;
    while (count < PARTS &&
           (again[count] = compile_link_reload(d, FILE_NAMES[count], parts[count])))
        count++;
    if (count == PARTS) compile_link_run_linked(d, "binaries, linked", NULL, again);
    while (count > 0)
        OCL_CHECK(clReleaseProgram(again[--count]));
}

// A library made with -enable-link-options obeys the options of a link that uses it.
static void compile_link_with_options(compile_link_data *d, const cl_program objects[PARTS])
{
    static const char library_options[] = "-create-library -enable-link-options";
    cl_int err;
    cl_program library = clLinkProgram(d->env->context, 1, &d->env->device, library_options, 1,
                                       &objects[TONE], NULL, NULL, &err);
    if (compile_link_can(d, library_options, "clLinkProgram", err)) {
        const cl_program parts[PARTS] = { objects[FILTER], objects[MIRROR], library };
        compile_link_run_linked(d, "relaxed at link", "-cl-fast-relaxed-math", parts);
    }
    if (library) OCL_CHECK(clReleaseProgram(library));
}

// The binary of an executable is built, which is quick: there is nothing left to compile or to link.
static void compile_link_from_executable(compile_link_data *d, cl_program executable)
{
    cl_program again = compile_link_reload(d, "executable", executable);
    if (!again) return;
    OCL_CHECK(clBuildProgram(again, 1, &d->env->device, NULL, NULL, NULL));
    ocl_report_result(d->report, "stage of the built binary",
                      program_stage(d->report, d->env->device, "binary", again,
                                    CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
    filter_run(d->env, d->report, &d->filter, again, "binary");
    OCL_CHECK(clReleaseProgram(again));
}

// --- what goes wrong

// Compiles a text with the headers; *program is released by the caller.
static cl_int compile_link_text(const compile_link_data *d, const char *text, cl_program *program)
{
    cl_int err;
    *program = OCL_CREATE(clCreateProgramWithSource(d->env->context, 1, &text, NULL, &err));
    err = compile_link_compile(d, *program, HEADERS);
    program_log(d->report, d->env->device, *program, err);
    return err;
}

static cl_int compile_link_bad_compile(const compile_link_data *d, const char *text)
{
    cl_program program;
    cl_int err = compile_link_text(d, text, &program);
    OCL_CHECK(clReleaseProgram(program));
    return err;
}

// A driver may give no program for a link that failed, and so no log.
static cl_int compile_link_bad_link(const compile_link_data *d, const char *options, cl_uint count,
                                    const cl_program *parts)
{
    cl_int err;
    cl_program program =
        clLinkProgram(d->env->context, 1, &d->env->device, options, count, parts, NULL, NULL, &err);
    if (!program) return err;
    program_log(d->report, d->env->device, program, err);
    OCL_CHECK(clReleaseProgram(program));
    return err;
}

static void compile_link_mistakes(const compile_link_data *d, const cl_program parts[PARTS])
{
    // Texts of their own: the mistakes are the same whatever file --kernel names.
    static const char undeclared[] = "kernel void wrong(global int *x) { x[0] = undeclared; }\n";
    static const char no_header[] = "#include \"compile_link_nowhere.h\"\n"
                                    "kernel void wrong(global int *x) { x[0] = 0; }\n";
    static const char calls_nothing[] =
        "int nowhere(int x);\n"
        "kernel void wrong(global int *x) { x[0] = nowhere(x[0]); }\n";
    cl_program caller;
    ocl_report_print(d->report, "\n");
    const cl_int err = compile_link_text(d, calls_nothing, &caller);
    ocl_require_build(caller, "a call of nowhere()", "clCompileProgram", err);
    const ocl_refusal calls[] = {
        { "compile: a name that is not declared", compile_link_bad_compile(d, undeclared),
          CL_COMPILE_PROGRAM_FAILURE, OCL_OCLGRIND | OCL_NVIDIA },
        { "compile: a header that is not given", compile_link_bad_compile(d, no_header),
          CL_COMPILE_PROGRAM_FAILURE, OCL_OCLGRIND | OCL_NVIDIA },
        { "link: a function that no part defines", compile_link_bad_link(d, NULL, 1, &caller),
          CL_LINK_PROGRAM_FAILURE, OCL_OCLGRIND | OCL_NVIDIA },
        { "link: an option that does not exist",
          compile_link_bad_link(d, "-no-such-option", PARTS, parts), CL_INVALID_LINKER_OPTIONS,
          OCL_OCLGRIND | OCL_NVIDIA },
    };
    OCL_CHECK(clReleaseProgram(caller));
    ocl_report_refusals(d->report, d->env->device, calls, sizeof calls / sizeof calls[0]);
}

// Every stage of the way so far: status and type of each program.
static ocl_result compile_link_stages(const compile_link_data *d, const cl_program objects[PARTS],
                                      cl_program library, cl_program executable)
{
    ocl_report_print(d->report, "\n");
    ocl_result all = { .pass = true };
    for (int i = 0; i < HEADERS; i++)
        all = ocl_result_both(all, program_stage(d->report, d->env->device, HEADER_NAMES[i],
                                                 d->headers[i], CL_PROGRAM_BINARY_TYPE_NONE));
    for (int i = 0; i < PARTS; i++)
        all =
            ocl_result_both(all, program_stage(d->report, d->env->device, FILE_NAMES[i], objects[i],
                                               CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
    all = ocl_result_both(all, program_stage(d->report, d->env->device, "library", library,
                                             CL_PROGRAM_BINARY_TYPE_LIBRARY));
    return ocl_result_both(all, program_stage(d->report, d->env->device, "executable", executable,
                                              CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { 0 } };
    const ocl_about about = { .name = "compile_link",
                              .summary = "A filter of two objects and a library, compiled one by "
                                         "one and linked.",
                              .accepts = "dniorsk",
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .own = own };
    const ocl_options defaults = { .n = { 0, 0 }, .repeat = 3, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    if (!ocl_device_number(env.device, CL_DEVICE_LINKER_AVAILABLE))
        ocl_exit(OCL_EXIT_SKIP, "this device has no linker (CL_DEVICE_LINKER_AVAILABLE)");

    ocl_picture picture = ocl_input_picture(&env, pattern, "chelsea.bmp");
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    compile_link_data d = { &env, report, filter_open(&env, report, picture), { NULL } };
    for (int i = 0; i < HEADERS; i++)
        d.headers[i] = compile_link_source(&env, HEADER_FILES[i]);

    // Three objects.  The last goes into a library: what a maker of functions would ship.  `parts` has
    // references of its own.
    cl_int err;
    cl_program objects[PARTS], parts[PARTS];
    for (int i = 0; i < PARTS; i++)
        parts[i] = objects[i] = compile_link_object(&d, FILE_NAMES[i]);
    OCL_CHECK(clRetainProgram(parts[FILTER]));
    OCL_CHECK(clRetainProgram(parts[MIRROR]));
    parts[TONE] = OCL_CREATE(clLinkProgram(env.context, 1, &env.device, "-create-library", 1,
                                           &objects[TONE], NULL, NULL, &err));
    cl_program executable = OCL_CREATE(
        clLinkProgram(env.context, 1, &env.device, NULL, PARTS, parts, NULL, NULL, &err));

    ocl_report_result(report, "status and type of each stage",
                      compile_link_stages(&d, objects, parts[TONE], executable));
    filter_run(&env, report, &d.filter, executable, "linked");
    compile_link_from_parts(&d, parts);
    compile_link_with_options(&d, objects);
    compile_link_mistakes(&d, parts);

    // The executable has all it needs: its parts may go, and the compiler too.
    for (int i = 0; i < PARTS; i++) {
        OCL_CHECK(clReleaseProgram(parts[i]));
        OCL_CHECK(clReleaseProgram(objects[i]));
    }
    for (int i = 0; i < HEADERS; i++)
        OCL_CHECK(clReleaseProgram(d.headers[i]));
    OCL_CHECK(clUnloadPlatformCompiler(env.platform));
    filter_run(&env, report, &d.filter, executable, "alone");
    compile_link_from_executable(&d, executable);
    if (opt.output) ocl_output_picture(&d.filter.got, opt.output);

    OCL_CHECK(clReleaseProgram(executable));
    filter_close(&d.filter);
    ocl_close(&env);
    return ocl_report_close(report);
}
