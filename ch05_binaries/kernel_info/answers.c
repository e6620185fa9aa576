// SPDX-License-Identifier: MIT

#include "answers.h"

// --- asking

static char *kernel_text(cl_kernel kernel, cl_kernel_info query)
{
    size_t bytes;
    OCL_CHECK(clGetKernelInfo(kernel, query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetKernelInfo(kernel, query, bytes, text, NULL));
    text[bytes] = '\0';
    return text;
}

static char *argument_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info query)
{
    size_t bytes;
    OCL_CHECK(clGetKernelArgInfo(kernel, index, query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetKernelArgInfo(kernel, index, query, bytes, text, NULL));
    text[bytes] = '\0';
    return text;
}

program_answers ask_program(cl_program program)
{
    program_answers a;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof a.references,
                               &a.references, NULL));
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof a.context, &a.context, NULL));
    OCL_CHECK(
        clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof a.devices, &a.devices, NULL));
    // Built for one device: lists of one.
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof a.device, &a.device, NULL));
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof a.binary_bytes,
                               &a.binary_bytes, NULL));
    OCL_CHECK(
        clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof a.kernels, &a.kernels, NULL));
    a.names = ocl_program_text(program, CL_PROGRAM_KERNEL_NAMES);
    a.source = ocl_program_text(program, CL_PROGRAM_SOURCE);
    return a;
}

void free_program_answers(program_answers *answers)
{
    free(answers->source);
    free(answers->names);
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

// Sub-groups of a work-group of the kernel's own size, else of the largest.
static void ask_sub_groups(cl_kernel kernel, cl_device_id device, kernel_answers *a)
{
    const size_t size[3] = { a->compile_size[0] ? a->compile_size[0] : a->most_items,
                             a->compile_size[0] ? a->compile_size[1] : 1,
                             a->compile_size[0] ? a->compile_size[2] : 1 };
    OCL_CHECK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                      sizeof size, size, sizeof a->sub_group_items,
                                      &a->sub_group_items, NULL));
    OCL_CHECK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                      sizeof size, size, sizeof a->sub_groups, &a->sub_groups,
                                      NULL));
}

static void ask_work_group(cl_kernel kernel, cl_device_id device, kernel_answers *a)
{
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE,
                                       sizeof a->most_items, &a->most_items, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof a->compile_size, a->compile_size, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof a->multiple, &a->multiple, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE,
                                       sizeof a->local_bytes, &a->local_bytes, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE,
                                       sizeof a->private_bytes, &a->private_bytes, NULL));
    // The call is of OpenCL 2.1; sub-groups came with it, and are optional again since 3.0.
    if (ocl_device_version(device) >= 21 && ocl_device_number(device, CL_DEVICE_MAX_NUM_SUB_GROUPS))
        ask_sub_groups(kernel, device, a);
}

kernel_answers ask_kernel(cl_kernel kernel, cl_device_id device)
{
    kernel_answers a = { .sub_groups = 0 };
    a.name = kernel_text(kernel, CL_KERNEL_FUNCTION_NAME);
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof a.arguments, &a.arguments, NULL));
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof a.references, &a.references,
                              NULL));
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof a.context, &a.context, NULL));
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof a.program, &a.program, NULL));
    // Oclgrind's answer is memory that is freed.
    const bool known = ocl_known_platform(device) != OCL_OCLGRIND;
    a.attributes = known ? kernel_text(kernel, CL_KERNEL_ATTRIBUTES) : ocl_alloc(2);
    if (!known) strcpy(a.attributes, "?");
    if (a.arguments > MAX_ARGUMENTS)
        ocl_exit(OCL_EXIT_USAGE, "kernel %s: %u arguments, %d are the most here", a.name,
                 (unsigned)a.arguments, MAX_ARGUMENTS);
    for (cl_uint i = 0; i < a.arguments; i++)
        ask_argument(kernel, i, &a.argument[i]);
    ask_work_group(kernel, device, &a);
    return a;
}

void free_kernel_answers(kernel_answers *answers)
{
    for (cl_uint i = 0; i < answers->arguments; i++) {
        free(answers->argument[i].name);
        free(answers->argument[i].type);
    }
    free(answers->attributes);
    free(answers->name);
}

// --- printing

static const char *address_name(cl_kernel_arg_address_qualifier address)
{
    switch (address) {
    case CL_KERNEL_ARG_ADDRESS_GLOBAL:
        return "global";
    case CL_KERNEL_ARG_ADDRESS_LOCAL:
        return "local";
    case CL_KERNEL_ARG_ADDRESS_CONSTANT:
        return "constant";
    case CL_KERNEL_ARG_ADDRESS_PRIVATE:
        return "private";
    default:
        return "?";
    }
}

static const char *access_name(cl_kernel_arg_access_qualifier access)
{
    switch (access) {
    case CL_KERNEL_ARG_ACCESS_READ_ONLY:
        return "read_only";
    case CL_KERNEL_ARG_ACCESS_WRITE_ONLY:
        return "write_only";
    case CL_KERNEL_ARG_ACCESS_READ_WRITE:
        return "read_write";
    case CL_KERNEL_ARG_ACCESS_NONE:
        return "-";
    default:
        return "?";
    }
}

enum { QUALIFIERS_TEXT = 64 };

static void qualifier_names(char text[QUALIFIERS_TEXT], cl_kernel_arg_type_qualifier qualifiers)
{
    snprintf(text, QUALIFIERS_TEXT, "%s%s%s%s",
             qualifiers & CL_KERNEL_ARG_TYPE_CONST ? "const " : "",
             qualifiers & CL_KERNEL_ARG_TYPE_RESTRICT ? "restrict " : "",
             qualifiers & CL_KERNEL_ARG_TYPE_VOLATILE ? "volatile " : "",
             qualifiers & CL_KERNEL_ARG_TYPE_PIPE ? "pipe " : "");
}

static void print_argument(ocl_report *report, const argument_answers *a)
{
    char qualifiers[QUALIFIERS_TEXT];
    qualifier_names(qualifiers, a->qualifiers);
    ocl_report_print(report, "    %-10s%-12s%-22s%-17s%s\n", address_name(a->address),
                     access_name(a->access), a->type, qualifiers, a->name);
}

static json_t *json_argument(const argument_answers *a)
{
    char qualifiers[QUALIFIERS_TEXT];
    qualifier_names(qualifiers, a->qualifiers);
    return json_pack("{so ss ss so ss}", "name", ocl_json_text(a->name), "address",
                     address_name(a->address), "access", access_name(a->access), "type",
                     ocl_json_text(a->type), "qualifiers", qualifiers);
}

json_t *json_kernel(const kernel_answers *a)
{
    json_t *arguments = json_array();
    for (cl_uint i = 0; i < a->arguments; i++)
        json_array_append_new(arguments, json_argument(&a->argument[i]));
    return json_pack(
        "{so so so sI s[III] sI sI sI sI}", "name", ocl_json_text(a->name), "arguments", arguments,
        "attributes", ocl_json_text(a->attributes), "work_group_size", (json_int_t)a->most_items,
        "compile_work_group_size", (json_int_t)a->compile_size[0], (json_int_t)a->compile_size[1],
        (json_int_t)a->compile_size[2], "preferred_multiple", (json_int_t)a->multiple,
        "local_bytes", (json_int_t)a->local_bytes, "private_bytes", (json_int_t)a->private_bytes,
        "sub_group_size", (json_int_t)a->sub_group_items);
}

void print_program(ocl_report *report, const program_answers *a)
{
    ocl_report_print(report,
                     "\nprogram with %zu kernels: %s\n"
                     "    source of %zu bytes, binary of %zu bytes, %u device%s, %u reference%s\n",
                     a->kernels, a->names, strlen(a->source), a->binary_bytes, (unsigned)a->devices,
                     a->devices == 1 ? "" : "s", (unsigned)a->references,
                     a->references == 1 ? "" : "s");
}

void print_kernel(ocl_report *report, const kernel_answers *a)
{
    ocl_report_print(report, "\n%s, %u argument%s\n", a->name, (unsigned)a->arguments,
                     a->arguments == 1 ? "" : "s");
    for (cl_uint i = 0; i < a->arguments; i++)
        print_argument(report, &a->argument[i]);
    ocl_report_print(report, "    work-group: ");
    if (a->compile_size[0])
        ocl_report_print(report, "%zu x %zu x %zu work-items", a->compile_size[0],
                         a->compile_size[1], a->compile_size[2]);
    else
        ocl_report_print(report, "at most %zu work-items", a->most_items);
    ocl_report_print(report, ", best a multiple of %zu", a->multiple);
    if (a->sub_groups) ocl_report_print(report, ", sub-groups of up to %zu", a->sub_group_items);
    ocl_report_print(report, "\n    memory: %llu bytes local, %llu private\n",
                     (unsigned long long)a->local_bytes, (unsigned long long)a->private_bytes);
    if (a->attributes[0]) ocl_report_print(report, "    attributes: %s\n", a->attributes);
}
