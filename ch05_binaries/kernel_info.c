// SPDX-License-Identifier: MIT
//
// kernel_info - what a program knows of its kernels, and a kernel of its arguments and work-groups.
//
// Shows   queries of program, kernel, argument and work-group, compared with what the source says
// Uses    clGetProgramInfo, clCreateKernelsInProgram, clGetKernelInfo, clGetKernelArgInfo,
//         clGetKernelWorkGroupInfo, clGetKernelSubGroupInfo, clCloneKernel, -cl-kernel-arg-info
// Try     kernel_info -k your.cl --build "-cl-std=CL1.2 -DN=4"

#include "kernel_info/facts.h"

enum { MAX_KERNELS = 64, SCRATCH = 1000 };

// Answers that hold for any program: of one device and context, with the source that it was made of.
static ocl_result kernel_info_program(const ocl_env *env, const program_answers *a,
                                      const char *source, size_t kernels)
{
    size_t names = a->names[0] != '\0';
    for (const char *c = a->names; *c; c++)
        names += *c == ';';
    const uint64_t got[] = { a->devices, a->device == env->device, a->context == env->context,
                             a->kernels, names };
    return ocl_result_both(ocl_verify_u64("devices, device, context, kernels, their names", got,
                                          (uint64_t[]){ 1, true, true, kernels, kernels }, 5),
                           ocl_verify_equal("the source", strcmp(a->source, source) == 0, true));
}

static cl_ulong kernel_info_local_bytes(const ocl_env *env, cl_kernel kernel)
{
    cl_ulong bytes;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, env->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                       &bytes, NULL));
    return bytes;
}

// Local memory of an argument counts from when its size is set.
static ocl_result kernel_info_local(const ocl_env *env, cl_kernel kernel)
{
    const cl_ulong before = kernel_info_local_bytes(env, kernel);
    OCL_CHECK(clSetKernelArg(kernel, 3, SCRATCH, NULL));
    const cl_ulong after = kernel_info_local_bytes(env, kernel);
    return ocl_verify_equal("local memory grows", after >= before + SCRATCH, true);
}

static cl_uint kernel_info_count_program(cl_program program)
{
    cl_uint count;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

static cl_uint kernel_info_count_kernel(cl_kernel kernel)
{
    cl_uint count;
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

// One reference more, and without it.  Whether a kernel counts as a reference to its program is the driver's
// business; it keeps the program alive in any case.
static ocl_result kernel_info_references(cl_program program, cl_kernel kernel)
{
    const cl_uint of_program = kernel_info_count_program(program);
    const cl_uint of_kernel = kernel_info_count_kernel(kernel);
    cl_uint got[4];
    OCL_CHECK(clRetainProgram(program));
    OCL_CHECK(clRetainKernel(kernel));
    got[0] = kernel_info_count_program(program);
    got[1] = kernel_info_count_kernel(kernel);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    got[2] = kernel_info_count_program(program);
    got[3] = kernel_info_count_kernel(kernel);
    const cl_uint want[] = { of_program + 1, of_kernel + 1, of_program, of_kernel };
    return ocl_verify_u32("references of program and kernel", got, want, 4);
}

// out[k] = factor * (31 - k).
static ocl_result kernel_info_launch(const ocl_env *env, cl_kernel kernel, cl_mem out,
                                     cl_uint factor)
{
    const size_t size[2] = { 8, 4 };
    cl_uint ref[GROUP];
    for (cl_uint k = 0; k < GROUP; k++)
        ref[k] = factor * (GROUP - 1 - k);
    ocl_poison(env->queue, out, sizeof ref);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, size, size, 0, NULL, NULL));
    return ocl_verify_buffer(env, "kernel's result", out, ref, sizeof ref);
}

// A clone has the arguments that were set, and from then on its own.
static void kernel_info_clone(const ocl_env *env, cl_kernel kernel, cl_mem out, ocl_report *report)
{
    const cl_uint factor = 5, other = 7;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof out, &out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof factor, &factor));
    ocl_report_result(report, "a required group launched",
                      kernel_info_launch(env, kernel, out, factor));
    if (ocl_device_version(env->device) < 21) {
        ocl_report_print(report, "no clCloneKernel: this device is older than OpenCL 2.1\n");
        return;
    }
    cl_int err;
    cl_kernel clone = OCL_CREATE(clCloneKernel(kernel, &err));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof other, &other));
    ocl_report_result(report, "a clone with arguments of its own",
                      ocl_result_both(kernel_info_launch(env, clone, out, factor),
                                      kernel_info_launch(env, kernel, out, other)));
    OCL_CHECK(clReleaseKernel(clone));
}

static cl_int kernel_info_create(cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseKernel(kernel));
    return err;
}

static void kernel_info_refusals(const ocl_env *env, cl_program program, cl_kernel kernel,
                                 ocl_report *report)
{
    const char *text = "kernel void twice(global uint *x) { x[0] *= 2; }";
    size_t size[3], two[2] = { 2, 2 };
    cl_kernel one;
    cl_uint number;
    cl_int err;
    cl_program fresh = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &text, NULL, &err));
    const ocl_refusal refusals[] = {
        { "a kernel that is not in the program", kernel_info_create(program, "kernel_info"),
          CL_INVALID_KERNEL_NAME, 0 },
        { "a kernel of a program that is not built", kernel_info_create(fresh, "twice"),
          CL_INVALID_PROGRAM_EXECUTABLE, OCL_OCLGRIND },
        { "room for one kernel, where there are more",
          clCreateKernelsInProgram(program, 1, &one, NULL), CL_INVALID_VALUE, 0 },
        { "an argument past the last",
          clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof number, &number,
                             NULL),
          CL_INVALID_ARG_INDEX, OCL_INTEL | OCL_NVIDIA },
        { "less room than the answer needs",
          clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, 1, &number, NULL), CL_INVALID_VALUE, 0 },
        { "CL_KERNEL_GLOBAL_WORK_SIZE of an ordinary kernel",
          clGetKernelWorkGroupInfo(kernel, env->device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof size,
                                   size, NULL),
          CL_INVALID_VALUE, 0 },
        { "a group of 2 x 2 where 8 x 4 is required",
          clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, two, two, 0, NULL, NULL),
          CL_INVALID_WORK_GROUP_SIZE, 0 },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseProgram(fresh));
}

static cl_program kernel_info_build(const ocl_env *env, const char *source, const char *options)
{
    char all[1024];
    if (snprintf(all, sizeof all, "-cl-kernel-arg-info %s", options) >= (int)sizeof all)
        ocl_exit(OCL_EXIT_USAGE, "--build: more than 1000 characters");
    // Not from the cache: a program made of a binary has no source, and may know nothing of arguments.
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, all, NULL, NULL);
    const char *kernel = env->options->kernel;
    ocl_require_build(program, kernel ? kernel : "kernel_info.cl", "clBuildProgram", err);
    return program;
}

// The checks against the facts: only of the file that comes with the sample.
static void kernel_info_facts(const ocl_env *env, cl_program program, cl_kernel *kernels,
                              cl_uint count, ocl_report *report)
{
    const bool images = ocl_device_number(env->device, CL_DEVICE_IMAGE_SUPPORT);
    const size_t facts = images ? FACT_COUNT : FACT_COUNT - 1;
    cl_kernel found[FACT_COUNT] = { NULL };
    for (size_t f = 0; f < facts; f++) {
        ocl_result check = { .pass = false };
        for (cl_uint k = 0; k < count; k++) {
            kernel_answers answers = ask_kernel(kernels[k], env->device);
            if (strcmp(answers.name, FACTS[f].name) == 0) {
                found[f] = kernels[k];
                check = compare_kernel(&answers, &FACTS[f], env->device);
            }
            free_kernel_answers(&answers);
        }
        if (!found[f]) ocl_warn("no kernel %s in the program", FACTS[f].name);
        ocl_report_result(report, FACTS[f].name, check);
    }
    if (!found[0] || !found[1]) return;
    ocl_report_result(report, "local memory of an argument", kernel_info_local(env, found[0]));
    ocl_report_result(report, "references", kernel_info_references(program, found[1]));
    cl_mem out = ocl_buffer(env, CL_MEM_WRITE_ONLY, GROUP * sizeof(cl_uint), NULL);
    kernel_info_clone(env, found[1], out, report);
    kernel_info_refusals(env, program, found[1], report);
    OCL_CHECK(clFinish(env->queue));    // what was not refused may still run
    OCL_CHECK(clReleaseMemObject(out));
}

int main(int argc, char **argv)
{
    const char *options = "-cl-std=CL1.2";
    const ocl_option own[] = {
        { 'b', "build", OCL_TEXT, &options, "OPTIONS", "build options, in place of -cl-std=CL1.2",
          NULL },
        { 0 },
    };
    const ocl_about about = { .name = "kernel_info",
                              .summary = "What programs and kernels know of themselves.",
                              .accepts = "dk",
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    char *source = ocl_load_source(&opt, "kernel_info.cl");
    cl_program program = kernel_info_build(&env, source, options);

    // All kernels at once: first how many, then the kernels.
    cl_kernel kernels[MAX_KERNELS];
    cl_uint count;
    OCL_CHECK(clCreateKernelsInProgram(program, 0, NULL, &count));
    if (count > MAX_KERNELS)
        ocl_exit(OCL_EXIT_USAGE, "%u kernels, %d are the most here", (unsigned)count, MAX_KERNELS);
    OCL_CHECK(clCreateKernelsInProgram(program, count, kernels, NULL));

    ocl_report *report = ocl_report_open(&opt, env.device);
    program_answers answers = ask_program(program);
    print_program(report, &answers);
    size_t strangers = 0;
    json_t *list = json_array();
    json_object_set_new(ocl_report_details(report), "kernels", list);
    for (cl_uint k = 0; k < count; k++) {
        kernel_answers a = ask_kernel(kernels[k], env.device);
        strangers += a.program != program || a.context != env.context;
        print_kernel(report, &a);
        json_array_append_new(list, json_kernel(&a));
        free_kernel_answers(&a);
    }
    ocl_report_result(
        report, "the program",
        ocl_result_both(kernel_info_program(&env, &answers, source, count),
                        ocl_verify_equal("kernels of another program", (long long)strangers, 0)));
    if (!opt.kernel) kernel_info_facts(&env, program, kernels, count, report);

    free_program_answers(&answers);
    for (cl_uint k = 0; k < count; k++)
        OCL_CHECK(clReleaseKernel(kernels[k]));
    OCL_CHECK(clReleaseProgram(program));
    free(source);
    ocl_close(&env);
    return ocl_report_close(report);
}
