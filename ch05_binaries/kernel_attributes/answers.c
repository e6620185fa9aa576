// SPDX-License-Identifier: MIT

#include "answers.h"

// A text takes two calls: one for its length, one for its bytes.
char *kernel_text(cl_kernel kernel, cl_kernel_info query)
{
    size_t bytes;
    OCL_CHECK(clGetKernelInfo(kernel, query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetKernelInfo(kernel, query, bytes, text, NULL));
    text[bytes] = '\0';
    return text;
}

char *argument_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info query)
{
    size_t bytes;
    OCL_CHECK(clGetKernelArgInfo(kernel, index, query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetKernelArgInfo(kernel, index, query, bytes, text, NULL));
    text[bytes] = '\0';
    return text;
}

void free_program_answers(const program_answers *answers)
{
    free(answers->source);
    free(answers->names);
}

void free_kernel_answers(const kernel_answers *answers)
{
    for (cl_uint i = 0; i < answers->arguments; i++) {
        free(answers->argument[i].name);
        free(answers->argument[i].type);
    }
    free(answers->argument);
    free(answers->attributes);
    free(answers->name);
}

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

enum { MAX_QUALIFIERS = 64 };

static void qualifier_names(char text[MAX_QUALIFIERS], cl_kernel_arg_type_qualifier qualifiers)
{
    snprintf(text, MAX_QUALIFIERS, "%s%s%s%s",
             qualifiers & CL_KERNEL_ARG_TYPE_CONST ? "const " : "",
             qualifiers & CL_KERNEL_ARG_TYPE_RESTRICT ? "restrict " : "",
             qualifiers & CL_KERNEL_ARG_TYPE_VOLATILE ? "volatile " : "",
             qualifiers & CL_KERNEL_ARG_TYPE_PIPE ? "pipe " : "");
    const size_t length = strlen(text);
    if (length > 0) text[length - 1] = '\0';    // the last blank
}

void report_program(ocl_report *report, const program_answers *a)
{
    ocl_report_print(report, "\n");
    ocl_report_fact(report, "kernel names", "%s", a->names);
    ocl_report_fact(report, "source bytes", "%zu", strlen(a->source));
    ocl_report_fact(report, "binary bytes", "%zu", a->binary_bytes);
    ocl_report_fact(report, "devices", "%u", (unsigned)a->devices);
    ocl_report_fact(report, "references", "%u", (unsigned)a->references);
}

static void report_arguments(ocl_table *table, const kernel_answers *kernel)
{
    for (cl_uint i = 0; i < kernel->arguments; i++) {
        const argument_answers *a = &kernel->argument[i];
        char qualifiers[MAX_QUALIFIERS];
        qualifier_names(qualifiers, a->qualifiers);
        ocl_table_row(table, "%-27s  %-8s  %-10s  %-20s  %-14s  %-4s", kernel->name,
                      address_name(a->address), access_name(a->access), a->type, qualifiers,
                      a->name);
    }
}

void report_kernels(ocl_report *report, const kernel_answers *kernels, cl_uint count)
{
    ocl_table arguments =
        ocl_table_open(report, "arguments", "kernel, address, access, type, qualifiers, name");
    for (cl_uint k = 0; k < count; k++)
        report_arguments(&arguments, &kernels[k]);

    ocl_table table = ocl_table_open(report, "kernels",
                                     "kernel, arguments, most items, required, multiple, "
                                     "local bytes, private bytes, sub-group");
    for (cl_uint k = 0; k < count; k++) {
        const kernel_answers *a = &kernels[k];
        char required[64] = "-";
        if (a->required[0])
            snprintf(required, sizeof required, "%zux%zux%zu", a->required[0], a->required[1],
                     a->required[2]);
        ocl_table_row(&table, "%-27s %u %zu  %8s %zu %llu %llu %zu", a->name,
                      (unsigned)a->arguments, a->most_items, required, a->multiple,
                      (unsigned long long)a->local_bytes, (unsigned long long)a->private_bytes,
                      a->sub_group_items);
    }

    ocl_table attributes = ocl_table_open(report, "attributes", "kernel, attributes");
    for (cl_uint k = 0; k < count; k++)
        if (kernels[k].attributes && kernels[k].attributes[0])
            ocl_table_row(&attributes, "%-27s  %-10s", kernels[k].name, kernels[k].attributes);
}
