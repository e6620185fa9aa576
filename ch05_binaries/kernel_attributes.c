// SPDX-License-Identifier: MIT
//
// kernel_attributes - what programs and kernels know about themselves.
//
// Shows   queries of program, kernel, argument and work-group, compared with what the source says
// Uses    clCreateKernelsInProgram, clGetProgramInfo, clGetKernelInfo, clGetKernelArgInfo,
//         clGetKernelWorkGroupInfo, clGetKernelSubGroupInfo, -cl-kernel-arg-info
// Try     kernel_attributes -k your.cl --build "-cl-std=CL1.2 -DN=4"

#include "ocl.h"

#include "kernel_attributes/answers.h"
#include "proof/kernel_attributes/facts.h"
#include "proof/kernel_attributes/results.h"

// Not from the cache: a program from a binary has no source, and may know nothing about arguments.
static cl_program build(const ocl_env *env, const char *source, const char *options)
{
    char all[1024];
    if (snprintf(all, sizeof all, "-cl-kernel-arg-info %s", options) >= (int)sizeof all)
        ocl_exit(OCL_EXIT_USAGE, "--build: more than 1000 characters");
    const char *file = env->options->kernel ? env->options->kernel : "kernel_attributes.cl";
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, all, NULL, NULL);
    ocl_require_build(program, file, "clBuildProgram", err);
    return program;
}

// --- the queries

static program_answers ask_program(cl_program program)
{
    program_answers a;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof a.references,
                               &a.references, NULL));
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof a.context, &a.context, NULL));
    OCL_CHECK(
        clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof a.devices, &a.devices, NULL));
    // The program is built for one device: these lists have one element.
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof a.device, &a.device, NULL));
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof a.binary_bytes,
                               &a.binary_bytes, NULL));
    OCL_CHECK(
        clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof a.kernels, &a.kernels, NULL));
    a.names = ocl_program_text(program, CL_PROGRAM_KERNEL_NAMES);
    a.source = ocl_program_text(program, CL_PROGRAM_SOURCE);
    return a;
}

static void ask_argument(cl_kernel kernel, cl_uint index, argument_answers *a)
{
    OCL_CHECK(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof a->address,
                                 &a->address, NULL));
    OCL_CHECK(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof a->access,
                                 &a->access, NULL));
    OCL_CHECK(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof a->qualifiers,
                                 &a->qualifiers, NULL));
    a->type = argument_text(kernel, index, CL_KERNEL_ARG_TYPE_NAME);
    a->name = argument_text(kernel, index, CL_KERNEL_ARG_NAME);
}

// The answers also depend on the device: a program may be built for several.
static void ask_work_group(cl_kernel kernel, cl_device_id device, kernel_answers *a)
{
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE,
                                       sizeof a->most_items, &a->most_items, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof a->required, a->required, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof a->multiple, &a->multiple, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE,
                                       sizeof a->local_bytes, &a->local_bytes, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE,
                                       sizeof a->private_bytes, &a->private_bytes, NULL));
}

// The sub-groups of a work-group of the required size, or else of the largest.
static void ask_sub_groups(cl_kernel kernel, cl_device_id device, kernel_answers *a)
{
    // OpenCL 2.1 introduced the call.  Since 3.0 a device may have no sub-groups.
    if (ocl_device_version(device) < 21 || !ocl_device_number(device, CL_DEVICE_MAX_NUM_SUB_GROUPS))
        return;
    const size_t largest[3] = { a->most_items, 1, 1 };
    const size_t *size = a->required[0] ? a->required : largest;
    OCL_CHECK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                      sizeof largest, size, sizeof a->sub_group_items,
                                      &a->sub_group_items, NULL));
    OCL_CHECK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                      sizeof largest, size, sizeof a->sub_groups, &a->sub_groups,
                                      NULL));
}

static kernel_answers ask_kernel(cl_kernel kernel, cl_device_id device)
{
    kernel_answers a = { .sub_groups = 0 };
    a.name = kernel_text(kernel, CL_KERNEL_FUNCTION_NAME);
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof a.arguments, &a.arguments, NULL));
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof a.references, &a.references,
                              NULL));
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof a.context, &a.context, NULL));
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof a.program, &a.program, NULL));
    if (!ocl_known_fault(device, "CL_KERNEL_ATTRIBUTES"))
        a.attributes = kernel_text(kernel, CL_KERNEL_ATTRIBUTES);
    a.argument = ocl_alloc((a.arguments + 1) * sizeof *a.argument);
    for (cl_uint i = 0; i < a.arguments; i++)
        ask_argument(kernel, i, &a.argument[i]);
    ask_work_group(kernel, device, &a);
    ask_sub_groups(kernel, device, &a);
    return a;
}

// --- what changes an answer

enum { GROUP = 32 };    // work-items of kernel_attributes_required

static cl_uint count_program(cl_program program)
{
    cl_uint count;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

static cl_uint count_kernel(cl_kernel kernel)
{
    cl_uint count;
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

// Retain adds 1 to the count that the queries return, release subtracts 1.  Whether a kernel counts
// as a reference to its program differs between drivers.  It keeps the program alive in any case.
static ocl_result verify_references(cl_program program, cl_kernel kernel)
{
    const cl_uint of_program = count_program(program), of_kernel = count_kernel(kernel);
    cl_uint got[4];
    OCL_CHECK(clRetainProgram(program));
    OCL_CHECK(clRetainKernel(kernel));
    got[0] = count_program(program);
    got[1] = count_kernel(kernel);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    got[2] = count_program(program);
    got[3] = count_kernel(kernel);
    const cl_uint want[] = { of_program + 1, of_kernel + 1, of_program, of_kernel };
    return ocl_verify_u32("references of program and kernel", got, want, 4);
}

static cl_ulong local_bytes(const ocl_env *env, cl_kernel kernel)
{
    cl_ulong bytes;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, env->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                       &bytes, NULL));
    return bytes;
}

// Local memory of an argument counts as soon as clSetKernelArg has set its size.
static ocl_result verify_local(const ocl_env *env, cl_kernel kernel)
{
    enum { SCRATCH = 1000 };    // bytes
    const cl_ulong before = local_bytes(env, kernel);
    OCL_CHECK(clSetKernelArg(kernel, 3, SCRATCH, NULL));
    const cl_ulong after = local_bytes(env, kernel);
    const bool grown = after >= before + SCRATCH;
    const bool excused =
        after == before && ocl_known_fault(env->device, "local arguments of a kernel");
    return ocl_verify_equal("local memory grows", grown || excused, true);
}

// One work-group of the required size; work-item k writes factor * (31 - k).
static ocl_result launch(const ocl_env *env, cl_kernel kernel, cl_mem d_out, cl_uint factor)
{
    const size_t size[2] = { 8, 4 };
    cl_uint ref[GROUP];
    for (cl_uint k = 0; k < GROUP; k++)
        ref[k] = factor * (GROUP - 1 - k);
    ocl_poison_run(env->queue, d_out, sizeof ref, 0);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, size, size, 0, NULL, NULL));
    return ocl_verify_buffer(env, "kernel's result", d_out, ref, sizeof ref);
}

// A clone has the arguments that were set.  From then on each of the two has its own.
static void report_clone(const ocl_env *env, ocl_report *report, cl_kernel kernel)
{
    const cl_uint factor = 5, other = 7;
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, GROUP * sizeof(cl_uint), NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof factor, &factor));
    ocl_report_result(report, "a required group launched", launch(env, kernel, d_out, factor));
    if (ocl_device_version(env->device) >= 21) {
        cl_int err;
        cl_kernel clone = OCL_CREATE(clCloneKernel(kernel, &err));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof other, &other));
        const ocl_result result = launch(env, clone, d_out, factor);
        ocl_report_result(report, "a clone with arguments of its own",
                          ocl_result_both(result, launch(env, kernel, d_out, other)));
        OCL_CHECK(clReleaseKernel(clone));
    } else {
        ocl_report_note(report, "no clCloneKernel: this device is older than OpenCL 2.1");
    }
    OCL_CHECK(clReleaseMemObject(d_out));
}

static void show_changes(const ocl_env *env, ocl_report *report, cl_program program)
{
    cl_int err;
    cl_kernel first = OCL_CREATE(clCreateKernel(program, "kernel_attributes_arguments", &err));
    cl_kernel second = OCL_CREATE(clCreateKernel(program, "kernel_attributes_required", &err));
    ocl_report_result(report, "local memory of an argument", verify_local(env, first));
    ocl_report_result(report, "references", verify_references(program, second));
    report_clone(env, report, second);
    OCL_CHECK(clReleaseKernel(second));
    OCL_CHECK(clReleaseKernel(first));
}

int main(int argc, char **argv)
{
    const char *options = "";
    const ocl_option own[] = {
        { .usage = "-b, --build OPTIONS: of the compiler", .text = &options }, { 0 }
    };
    const ocl_about about = { .name = "kernel_attributes",
                              .summary = "What programs and kernels know about themselves.",
                              .accepts = "dk",
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const size_t most = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    if (!opt.kernel && most < 8 * 4)
        ocl_exit(OCL_EXIT_SKIP, "a kernel prescribes 8 x 4 work-items; this device has %zu", most);
    char *source = ocl_load_source(&opt, "kernel_attributes.cl");
    cl_program program = build(&env, source, options);

    // All kernels at once: first how many, then the kernels.
    cl_uint count;
    OCL_CHECK(clCreateKernelsInProgram(program, 0, NULL, &count));
    cl_kernel *kernels = ocl_alloc((count + 1) * sizeof *kernels);
    kernel_answers *answers = ocl_alloc((count + 1) * sizeof *answers);
    OCL_CHECK(clCreateKernelsInProgram(program, count, kernels, NULL));
    for (cl_uint k = 0; k < count; k++)
        answers[k] = ask_kernel(kernels[k], env.device);
    const program_answers a = ask_program(program);

    ocl_report *report = ocl_report_open(&opt, env.device);
    report_program(report, &a);
    report_kernels(report, answers, count);
    ocl_report_result(report, "the program",
                      ocl_result_both(verify_program(&env, &a, source, count),
                                      verify_owners(answers, count, program, env.context)));

    // Only the sample's own file can be compared with facts.
    if (!opt.kernel && report_facts(report, env.device, answers, count)) {
        show_changes(&env, report, program);
        ocl_report_result(report, "the other kernels' results", verify_results(&env, program));
    }

    for (cl_uint k = 0; k < count; k++) {
        free_kernel_answers(&answers[k]);
        OCL_CHECK(clReleaseKernel(kernels[k]));
    }
    free(answers);
    free(kernels);
    free_program_answers(&a);
    OCL_CHECK(clReleaseProgram(program));
    free(source);
    ocl_close(&env);
    return ocl_report_close(report);
}
