// SPDX-License-Identifier: MIT

#include "facts.h"

// Short names for the columns of the table.
enum {
    GLOBAL = CL_KERNEL_ARG_ADDRESS_GLOBAL,
    CONSTANT = CL_KERNEL_ARG_ADDRESS_CONSTANT,
    LOCAL = CL_KERNEL_ARG_ADDRESS_LOCAL,
    PRIVATE = CL_KERNEL_ARG_ADDRESS_PRIVATE,
    READ = CL_KERNEL_ARG_ACCESS_READ_ONLY,
    WRITE = CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
    NO_IMAGE = CL_KERNEL_ARG_ACCESS_NONE,
    CONST = CL_KERNEL_ARG_TYPE_CONST,
    RESTRICT = CL_KERNEL_ARG_TYPE_RESTRICT,
    VOLATILE = CL_KERNEL_ARG_TYPE_VOLATILE,
};

const kernel_facts FACTS[FACT_COUNT] = {
    { .name = "kernel_info_arguments",
      .arguments = 7,
      .argument = { { "out", "float4*", GLOBAL, NO_IMAGE, RESTRICT },
                    { "in", "uint*", GLOBAL, NO_IMAGE, CONST | VOLATILE },
                    { "table", "short*", CONSTANT, NO_IMAGE, CONST },
                    { "scratch", "uchar*", LOCAL, NO_IMAGE, 0 },
                    { "n", "uint", PRIVATE, NO_IMAGE, 0 },
                    { "z", "kernel_info_complex", PRIVATE, NO_IMAGE, 0 },
                    { "v", "float3", PRIVATE, NO_IMAGE, 0 } } },
    { .name = "kernel_info_required",
      .attributes = { "reqd_work_group_size(8,4,1)" },
      .compile_size = { 8, 4, 1 },
      .local_bytes = GROUP * sizeof(cl_uint),
      .arguments = 2,
      .argument = { { "out", "uint*", GLOBAL, NO_IMAGE, 0 },
                    { "factor", "uint", PRIVATE, NO_IMAGE, 0 } } },
    { .name = "kernel_info_hinted",
      .attributes = { "work_group_size_hint(16,1,1)", "vec_type_hint(float4)" },
      .arguments = 1,
      .argument = { { "x", "float4*", GLOBAL, NO_IMAGE, 0 } } },
    { .name = "kernel_info_images",    // only where the device has images: the last
      .arguments = 3,
      .argument = { { "out", "image2d_t", GLOBAL, WRITE, 0 },
                    { "in", "image2d_t", GLOBAL, READ, 0 },
                    { "sampler", "sampler_t", PRIVATE, NO_IMAGE, 0 } } },
};

static ocl_result compare_text(const char *what, const char *got, const char *want)
{
    const bool same = strcmp(got, want) == 0;
    if (!same) ocl_warn("%s: got '%s', wanted '%s'", what, got, want);
    return ocl_verify_equal(what, same, true);
}

// How attributes are spelled, and where the blanks are, is the driver's business.
static ocl_result compare_attributes(const kernel_answers *got, const kernel_facts *want)
{
    char *dense = ocl_alloc(strlen(got->attributes) + 1), *end = dense;
    for (const char *c = got->attributes; *c; c++)
        if (*c != ' ') *end++ = *c;
    *end = '\0';
    size_t missing = 0;
    for (size_t i = 0; i < 2 && want->attributes[i]; i++)
        missing += strstr(dense, want->attributes[i]) == NULL;
    free(dense);
    return ocl_verify_equal("missing attributes", (long long)missing, 0);
}

ocl_result compare_kernel(const kernel_answers *got, const kernel_facts *want, cl_device_id device)
{
    const size_t most = (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const uint64_t numbers[] = { got->arguments, got->compile_size[0], got->compile_size[1],
                                 got->compile_size[2],
                                 got->most_items >= 1 && got->most_items <= most,
                                 got->multiple >= 1,
                                 // drivers may need some of their own
                                 got->local_bytes >= want->local_bytes };
    const uint64_t wanted[] = { want->arguments,
                                want->compile_size[0],
                                want->compile_size[1],
                                want->compile_size[2],
                                true,
                                true,
                                true };
    ocl_result check = ocl_verify_u64(want->name, numbers, wanted, 7);
    for (cl_uint i = 0; i < got->arguments && i < want->arguments; i++) {
        const argument_answers *a = &got->argument[i];
        const argument_facts *b = &want->argument[i];
        const uint64_t answers[] = { a->address, a->access, a->qualifiers };
        check = ocl_result_both(check, compare_text("argument's name", a->name, b->name));
        check = ocl_result_both(check, compare_text("argument's type", a->type, b->type));
        check = ocl_result_both(
            check, ocl_verify_u64(b->name, answers,
                                  (uint64_t[]){ b->address, b->access, b->qualifiers }, 3));
    }
    if (ocl_known_platform(device) != OCL_OCLGRIND)
        check = ocl_result_both(check, compare_attributes(got, want));
    return check;
}
