// SPDX-License-Identifier: MIT
//
// sub_devices - one device cut in each way that it offers, and all of its parts at work.
//
// Shows   equal parts, parts by counts, by caches or memory that they share, and by the names of
//         compute units; what a sub-device says about itself; a context of all parts
// Uses    clCreateSubDevices, clReleaseDevice, CL_DEVICE_PARTITION_PROPERTIES,
//         CL_DEVICE_PARTITION_AFFINITY_DOMAIN, CL_DEVICE_PARTITION_TYPE, CL_DEVICE_PARENT_DEVICE,
//         CL_DEVICE_PARTITION_BY_NAMES_INTEL
// Try     sub_devices -n 100K

#include "ocl.h"

enum { LOCAL = 64, MAX_WORDS = 8, MAX_PARTS = 256, WAYS = 4 };

// Of newer headers: by the names of compute units, which end with -1.
enum { BY_NAMES = 0x4052, NAMES_END = -1 };    // CL_DEVICE_PARTITION_BY_NAMES_INTEL

// A way to cut.
typedef struct {
    const char *name;
    cl_device_partition_property list[MAX_WORDS];    // for clCreateSubDevices
    size_t words;     // of the list that a part gives back: all but zeros at the end
    cl_uint parts;    // that there must be; 0: any number
    cl_uint units;    // that the parts have together
    cl_device_id devices[MAX_PARTS];    // the parts
    cl_uint count;
} way;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    ocl_table table;    // of all parts
    cl_uint units;      // of the whole device
    size_t n;
    cl_int *x, *y, *ref;
} lesson;

static cl_uint units_of(cl_device_id device)
{
    return (cl_uint)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
}

// Whether the device can be cut in this way.
static bool offers(cl_device_id device, cl_device_partition_property wanted)
{
    cl_device_partition_property list[MAX_WORDS] = { 0 };
    size_t bytes;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, sizeof list, list, &bytes));
    for (size_t k = 0; k < bytes / sizeof *list; k++)
        if (list[k] == wanted) return true;
    return false;
}

// A part knows where it comes from, and the list that it was made with.  The drivers differ in
// whether the last 0 behind a list of counts is given back.
static ocl_result verify_part(const lesson *l, const way *w, cl_device_id part)
{
    cl_device_id parent = NULL;
    cl_uint references = 0;
    cl_device_partition_property type[MAX_WORDS] = { 0 };
    size_t bytes = 0;
    OCL_CHECK(clGetDeviceInfo(part, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
    OCL_CHECK(
        clGetDeviceInfo(part, CL_DEVICE_REFERENCE_COUNT, sizeof references, &references, NULL));
    OCL_CHECK(clGetDeviceInfo(part, CL_DEVICE_PARTITION_TYPE, sizeof type, type, &bytes));
    const uint32_t got[] = { parent == l->env->device, references,
                             bytes > w->words * sizeof *type };
    const ocl_result result =
        ocl_verify_u32("parent, references, list", got, (uint32_t[]){ true, 1, true }, 3);
    return ocl_result_both(result,
                           ocl_verify_bytes("list", type, w->list, w->words * sizeof *type));
}

// Numbers begin to end of all, on one part.  The program was built for the parts, not for the whole
// device: the kernel's limits are those on the part.
static void run_part(const lesson *l, cl_kernel kernel, cl_device_id part, cl_command_queue queue,
                     size_t begin, size_t end)
{
    const cl_uint n = (cl_uint)(end - begin);
    const size_t bytes = n * sizeof *l->y, local = ocl_local_size(kernel, part, LOCAL);
    const size_t items = ocl_round_up(n, local);
    if (n == 0) return;
    cl_context context;
    OCL_CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL));
    cl_int err;
    cl_mem d_y = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    cl_mem d_x = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                                           l->x + begin, &err));
    ocl_poison_run(queue, d_y, bytes, 0);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, bytes, l->y + begin, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
}

// Each part gets as many of the numbers as it has compute units.
static ocl_result run_parts(const lesson *l, const way *w, cl_uint units)
{
    cl_int err;
    cl_context context = OCL_CREATE(clCreateContext(NULL, w->count, w->devices, NULL, NULL, &err));
    const char *file = l->env->options->kernel;
    char *source = ocl_load_source(l->env->options, "sub_devices.cl");
    const char *text = source;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(context, 1, &text, NULL, &err));
    err = clBuildProgram(program, w->count, w->devices, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, file ? file : "sub_devices.cl", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "sub_devices_part", &err));
    memset(l->y, 0xff, l->n * sizeof *l->y);
    cl_uint before = 0;    // units of the parts before this one
    for (cl_uint k = 0; k < w->count; k++) {
        const cl_int part = (cl_int)k;
        const cl_uint after = before + units_of(w->devices[k]);
        const size_t begin = l->n * before / units, end = l->n * after / units;
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof part, &part));
        cl_command_queue queue = OCL_CREATE(clCreateCommandQueue(context, w->devices[k], 0, &err));
        run_part(l, kernel, w->devices[k], queue, begin, end);
        OCL_CHECK(clReleaseCommandQueue(queue));
        for (size_t i = begin; i < end; i++)
            l->ref[i] = 3 * l->x[i] + part;
        before = after;
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseContext(context));
    free(source);
    return ocl_verify_bytes(w->name, l->y, l->ref, l->n * sizeof *l->y);
}

static ocl_result run_way(lesson *l, way *w)
{
    cl_uint units = 0;
    OCL_CHECK(clCreateSubDevices(l->env->device, w->list, MAX_PARTS, w->devices, &w->count));
    ocl_result result = ocl_verify_equal("parts", w->count, w->parts > 0 ? w->parts : w->count);
    for (cl_uint k = 0; k < w->count; k++) {
        const cl_uint its = units_of(w->devices[k]);
        result = ocl_result_both(result, verify_part(l, w, w->devices[k]));
        ocl_table_row(&l->table, "%-16s %6u %14u", w->name, k, its);
        units += its;
    }
    result = ocl_result_both(result, ocl_verify_equal("compute units", units, w->units));
    return ocl_result_both(result, run_parts(l, w, units));
}

// At the end of the program: PoCL 3.1 looks at a device for a moment after its last command.
static void release_parts(const way *w)
{
    for (cl_uint k = 0; k < w->count; k++)
        OCL_CHECK(clReleaseDevice(w->devices[k]));
}

// Each list has zeros at its end.
static size_t make_ways(const lesson *l, way ways[WAYS])
{
    const cl_device_id device = l->env->device;
    const cl_uint units = l->units, half = units / 2, third = (units + 2) / 3;
    typedef cl_device_partition_property word;
    cl_device_affinity_domain domains = 0;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof domains, &domains,
                              NULL));
    size_t count = 0;
    if (offers(device, CL_DEVICE_PARTITION_EQUALLY))
        ways[count++] = (way){ .name = "equally",
                               .list = { CL_DEVICE_PARTITION_EQUALLY, (word)half },
                               .words = 2,
                               .parts = units / half,
                               .units = units / half * half };
    if (offers(device, CL_DEVICE_PARTITION_BY_COUNTS))
        ways[count++] =
            (way){ .name = "by counts",
                   .list = { CL_DEVICE_PARTITION_BY_COUNTS, (word)third, (word)(units - third) },
                   .words = 3,
                   .parts = 2,
                   .units = units };
    if (offers(device, CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) && domains != 0)
        ways[count++] =
            (way){ .name = "by domain",    // of the largest one that there is: the lowest bit
                   .list = { CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                             (cl_device_partition_property)(domains & (~domains + 1)) },
                   .words = 2,
                   .units = units };
    if (offers(device, BY_NAMES))
        ways[count++] = (way){ .name = "by name",
                               .list = { BY_NAMES, (word)units - 1, NAMES_END },
                               .words = 3,
                               .parts = 1,
                               .units = 1 };
    return count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sub_devices",
                              .summary = "One device cut in each way that it offers.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = UINT32_MAX };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_int) * (double)opt.n[0];
    ocl_require_memory(env.device, size, 2 * size, 3 * size);

    lesson l = { .env = &env, .units = units_of(env.device), .n = opt.n[0] };
    way ways[WAYS];
    const size_t count = l.units > 1 ? make_ways(&l, ways) : 0;
    if (count == 0)
        ocl_exit(OCL_EXIT_SKIP, "this device cannot be cut: CL_DEVICE_PARTITION_PROPERTIES, "
                                "CL_DEVICE_MAX_COMPUTE_UNITS");
    l.x = ocl_alloc(l.n * sizeof *l.x);
    l.y = ocl_alloc(l.n * sizeof *l.y);
    l.ref = ocl_alloc(l.n * sizeof *l.ref);
    for (size_t i = 0; i < l.n; i++)
        l.x[i] = (cl_int)(ocl_random(opt.seed, i) % 2001) - 1000;
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_count(l.report, "compute units", l.units);
    l.table = ocl_table_open(l.report, "parts", "way, part, compute units");

    ocl_result results[WAYS];
    for (size_t k = 0; k < count; k++)
        results[k] = run_way(&l, &ways[k]);
    for (size_t k = 0; k < count; k++)
        ocl_report_result(l.report, ways[k].name, results[k]);
    for (size_t k = 0; k < count; k++)
        release_parts(&ways[k]);

    free(l.ref);
    free(l.y);
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
