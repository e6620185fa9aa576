// SPDX-License-Identifier: MIT

#include "facts.h"

// What kernel_attributes.cl says, in the form in which drivers must report it.  `const` and
// `volatile` are those of the type that a pointer points to, `restrict` is the pointer's own.
// `constant` is `const`. Qualifiers of a value are not reported.  `unsigned char` is `uchar`.
typedef struct {
    const char *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_access_qualifier access;
    cl_kernel_arg_type_qualifier qualifiers;
} argument_facts;

typedef struct {
    const char *name, *attributes[2];
    size_t required[3], local_bytes;
    cl_uint arguments;
    argument_facts argument[7];
} kernel_facts;

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

enum { FACT_COUNT = 4, GROUP = 32 };    // GROUP: work-items of kernel_attributes_required
static const kernel_facts FACTS[FACT_COUNT] = {
    { .name = "kernel_attributes_arguments",
      .arguments = 7,
      .argument = { { "out", "float4*", GLOBAL, NO_IMAGE, RESTRICT },
                    { "in", "uint*", GLOBAL, NO_IMAGE, CONST | VOLATILE },
                    { "table", "short*", CONSTANT, NO_IMAGE, CONST },
                    { "scratch", "uchar*", LOCAL, NO_IMAGE, 0 },
                    { "n", "uint", PRIVATE, NO_IMAGE, 0 },
                    { "z", "kernel_attributes_complex", PRIVATE, NO_IMAGE, 0 },
                    { "v", "float3", PRIVATE, NO_IMAGE, 0 } } },
    { .name = "kernel_attributes_required",
      .attributes = { "reqd_work_group_size(8,4,1)" },
      .required = { 8, 4, 1 },
      .local_bytes = GROUP * sizeof(cl_uint),
      .arguments = 2,
      .argument = { { "out", "uint*", GLOBAL, NO_IMAGE, 0 },
                    { "factor", "uint", PRIVATE, NO_IMAGE, 0 } } },
    { .name = "kernel_attributes_hinted",
      .attributes = { "work_group_size_hint(16,1,1)", "vec_type_hint(float4)" },
      .arguments = 1,
      .argument = { { "x", "float4*", GLOBAL, NO_IMAGE, 0 } } },
    { .name = "kernel_attributes_images",    // only where the device has images: the last
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

// The driver chooses how attributes are spelled and where the blanks are.
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

static ocl_result compare_argument(const argument_answers *got, const argument_facts *want)
{
    const uint64_t answers[] = { got->address, got->access, got->qualifiers };
    const uint64_t facts[] = { want->address, want->access, want->qualifiers };
    ocl_result result = compare_text("argument's name", got->name, want->name);
    result = ocl_result_both(result, compare_text("argument's type", got->type, want->type));
    return ocl_result_both(result, ocl_verify_u64(want->name, answers, facts, 3));
}

// Arguments, work-group, local memory and attributes.
static ocl_result compare_kernel(const kernel_answers *got, const kernel_facts *want,
                                 cl_device_id device)
{
    const size_t most = (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const bool knows = !ocl_known_fault(device, "work-groups of a kernel");
    const size_t *required = knows ? got->required : want->required;
    const bool possible =
        !knows || (got->most_items >= 1 && got->most_items <= most && got->multiple >= 1);
    // A driver may need some local memory for itself.
    const bool enough =
        got->local_bytes >= want->local_bytes ||
        (got->local_bytes == 0 && ocl_known_fault(device, "local variables of a kernel"));
    const uint64_t numbers[] = { got->arguments, required[0], required[1],
                                 required[2],    possible,    enough };
    const uint64_t wanted[] = {
        want->arguments, want->required[0], want->required[1], want->required[2], true, true
    };
    ocl_result result = ocl_verify_u64(want->name, numbers, wanted, 6);
    for (cl_uint i = 0; i < got->arguments && i < want->arguments; i++)
        result = ocl_result_both(result, compare_argument(&got->argument[i], &want->argument[i]));
    if (!ocl_known_fault(device, "CL_KERNEL_ATTRIBUTES"))
        result = ocl_result_both(result, compare_attributes(got, want));
    return result;
}

bool report_facts(ocl_report *report, cl_device_id device, const kernel_answers *kernels,
                  cl_uint count)
{
    const bool images = ocl_device_number(device, CL_DEVICE_IMAGE_SUPPORT);
    const size_t facts = images ? FACT_COUNT : FACT_COUNT - 1;
    bool complete = true;
    for (size_t f = 0; f < facts; f++) {
        ocl_result result = { .pass = false };
        cl_uint k = 0;
        while (k < count && strcmp(kernels[k].name, FACTS[f].name) != 0)
            k++;
        if (k < count) {
            result = compare_kernel(&kernels[k], &FACTS[f], device);
        } else {
            ocl_warn("no kernel %s in the program", FACTS[f].name);
            complete = false;
        }
        ocl_report_result(report, FACTS[f].name, result);
    }
    return complete;
}

ocl_result verify_program(const ocl_env *env, const program_answers *a, const char *source,
                          size_t kernels)
{
    size_t names = a->names[0] != '\0';
    for (const char *c = a->names; *c; c++)
        names += *c == ';';
    const uint64_t got[] = { a->devices, a->device == env->device, a->context == env->context,
                             a->kernels, names };
    const uint64_t want[] = { 1, true, true, kernels, kernels };
    return ocl_result_both(
        ocl_verify_u64("devices, device, context, kernels, their names", got, want, 5),
        ocl_verify_equal("the source", strcmp(a->source, source) == 0, true));
}

ocl_result verify_owners(const kernel_answers *kernels, cl_uint count, cl_program program,
                         cl_context context)
{
    size_t strangers = 0;
    for (cl_uint k = 0; k < count; k++)
        strangers += kernels[k].program != program || kernels[k].context != context;
    return ocl_verify_equal("kernels of another program", (long long)strangers, 0);
}
