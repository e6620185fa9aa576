// SPDX-License-Identifier: MIT
//
// device_address_lists - a list of buffers: each buffer has the device's address of the next one.
//
// Shows   buffers with a fixed address; a kernel that goes from buffer to buffer, against indices
//         into one buffer; what the host must declare; a link changed by one write; wrong addresses
// Uses    clCreateBufferWithProperties with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, clGetMemObjectInfo
//         with CL_MEM_DEVICE_ADDRESS_EXT, clSetKernelArgDevicePointerEXT, clSetKernelExecInfo with
//         CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT
// Try     device_address_lists -n 5000; device_address_lists -n 1

#include "ocl.h"

#include "device_address_lists/lists.h"

#define EXTENSION "cl_ext_buffer_device_address"

// Its numbers, under shorter names: see device_address.c.
enum { DEVICE_PRIVATE_ADDRESS = 0x5000, DEVICE_ADDRESS = 0x5001, DEVICE_PTRS = 0x5002 };

enum { INDICES, ADDRESSES };
static const char *const VARIANTS[] = { "indices", "addresses", NULL };

typedef cl_int(CL_API_CALL *set_pointer_fn)(cl_kernel kernel, cl_uint index, cl_ulong address);

typedef struct {
    cl_uint next, first, count;
} index_piece;

// The head of a buffer; the numbers follow.  Both are the same structures as in
// device_address_lists.cl.
typedef struct {
    cl_ulong next, count;
} piece;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    set_pointer_fn clSetKernelArgDevicePointerEXT;
    lists host;
    size_t bytes;    // of the sums
    cl_int *ref;
    cl_mem d_sums;
    double build[2], run[2];    // nanoseconds of each variant
} lesson;

// Why the device cannot run ADDRESSES, or NULL.
static const char *lacks_addresses(cl_device_id device)
{
    const cl_version version = ocl_extension_version(device, EXTENSION);
    if (version == 0) return "this device has no " EXTENSION;
    // Before, clSetKernelArgDevicePointerEXT took a pointer to the address, and 0.1.0 had other
    // numbers.
    return version < CL_MAKE_VERSION(1, 0, 2) ? "this device has " EXTENSION " before 1.0.2" : NULL;
}

static void launch(lesson *l, int variant, cl_kernel kernel)
{
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->host.n, local);
    const char *name = VARIANTS[variant];
    ocl_trial t = ocl_trial_open(l->env, name, l->d_sums, l->bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &t.done));
    const ocl_work work = { .amount = (double)l->host.count, .unit = "Mnumber/s" };
    l->run[variant] = ocl_best_ns(&t.times);
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, name, l->d_sums, l->ref, l->bytes));
}

// OpenCL 1.2: addresses mean nothing, so the pieces of all lists are in two buffers.
static void run_indices(lesson *l)
{
    const lists *host = &l->host;
    const cl_uint n = (cl_uint)host->n;
    l->build[INDICES] = -ocl_wall_ns();
    cl_uint *heads = ocl_alloc(host->n * sizeof *heads);
    index_piece *pieces = ocl_alloc(host->pieces * sizeof *pieces);
    for (size_t i = 0; i < host->n; i++) {
        heads[i] = 0;
        for (cl_uint p = host->firsts[i + 1]; p-- > host->firsts[i]; heads[i] = p + 1)
            pieces[p] = (index_piece){ .next = heads[i],
                                       .first = host->starts[p],
                                       .count = host->starts[p + 1] - host->starts[p] };
    }
    cl_mem d_heads = ocl_buffer(l->env, CL_MEM_READ_ONLY, host->n * sizeof *heads, heads);
    cl_mem d_pieces = ocl_buffer(l->env, CL_MEM_READ_ONLY, host->pieces * sizeof *pieces, pieces);
    cl_mem d_numbers =
        ocl_buffer(l->env, CL_MEM_READ_ONLY, host->count * sizeof *host->numbers, host->numbers);
    l->build[INDICES] += ocl_wall_ns();

    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "device_address_lists_indices", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_heads, &d_heads));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_pieces, &d_pieces));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_numbers, &d_numbers));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    launch(l, INDICES, kernel);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_numbers));
    OCL_CHECK(clReleaseMemObject(d_pieces));
    OCL_CHECK(clReleaseMemObject(d_heads));
    free(pieces);
    free(heads);
}

// A buffer that stays where it is on the device.
static cl_mem create(const lesson *l, size_t bytes, const void *host, cl_ulong *address)
{
    const cl_mem_properties properties[] = { DEVICE_PRIVATE_ADDRESS, CL_TRUE, 0 };
    cl_int err;
    cl_mem buffer = OCL_CREATE(clCreateBufferWithProperties(
        l->env->context, properties, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
        (void *)(uintptr_t)host, &err));
    OCL_CHECK(clGetMemObjectInfo(buffer, DEVICE_ADDRESS, sizeof *address, address, NULL));
    return buffer;
}

// The lists on the device.
typedef struct {
    cl_mem *d_pieces;        // one buffer for each piece
    link_of_piece *links;    // their addresses, and where they lead
    cl_ulong *addresses;     // the same for the driver
    cl_ulong *heads;         // the address of each list's first piece
    cl_mem d_heads;
    cl_ulong heads_address;
} chains;

// From the end of a list to its head: a buffer can only lead to one that is there.
static chains make_chains(const lesson *l)
{
    const lists *host = &l->host;
    chains c = { .d_pieces = ocl_alloc(host->pieces * sizeof *c.d_pieces),
                 .links = ocl_alloc(host->pieces * sizeof *c.links),
                 .addresses = ocl_alloc(host->pieces * sizeof *c.addresses),
                 .heads = ocl_alloc(host->n * sizeof *c.heads) };
    struct {
        piece head;
        cl_int numbers[MOST_NUMBERS];
    } image;
    for (size_t i = 0; i < host->n; i++) {
        c.heads[i] = 0;
        for (cl_uint p = host->firsts[i + 1]; p-- > host->firsts[i];) {
            const size_t count = host->starts[p + 1] - host->starts[p];
            const size_t bytes = count * sizeof *host->numbers;
            image.head = (piece){ .next = c.heads[i], .count = count };
            memcpy(image.numbers, host->numbers + host->starts[p], bytes);
            c.links[p].next = c.heads[i];
            c.d_pieces[p] = create(l, sizeof(piece) + bytes, &image, &c.heads[i]);
            c.links[p].address = c.addresses[p] = c.heads[i];
        }
    }
    c.d_heads = create(l, host->n * sizeof *c.heads, c.heads, &c.heads_address);
    return c;
}

static void release_chains(const lesson *l, chains *c)
{
    OCL_CHECK(clReleaseMemObject(c->d_heads));
    for (size_t p = 0; p < l->host.pieces; p++)
        OCL_CHECK(clReleaseMemObject(c->d_pieces[p]));
    free(c->heads);
    free(c->addresses);
    free(c->links);
    free(c->d_pieces);
}

// One write of 8 bytes takes a piece out of a list.  The argument is an address, so it may point to
// the middle of a buffer: the kernel gets the second half of the lists.
static void run_changed_link(const lesson *l, const chains *c, cl_kernel kernel)
{
    const lists *host = &l->host;
    const cl_command_queue queue = l->env->queue;
    const size_t half = host->n / 2, bytes = (host->n - half) * sizeof *l->ref;
    const cl_uint n = (cl_uint)(host->n - half);
    const cl_uint p = host->firsts[half];    // the first of three pieces
    cl_int *want = ocl_alloc(bytes);
    memcpy(want, l->ref + half, bytes);
    for (cl_uint k = host->starts[p + 1]; k < host->starts[p + 2]; k++)
        want[0] -= host->numbers[k];

    OCL_CHECK(clEnqueueWriteBuffer(queue, c->d_pieces[p], CL_TRUE, offsetof(piece, next),
                                   sizeof(cl_ulong), &c->links[p + 2].address, 0, NULL, NULL));
    OCL_CHECK(
        l->clSetKernelArgDevicePointerEXT(kernel, 1, c->heads_address + half * sizeof *c->heads));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(n, local);
    ocl_poison_run(queue, l->d_sums, l->bytes, 0);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    ocl_report_result(l->report, "a piece taken out",
                      ocl_verify_buffer(l->env, "second half", l->d_sums, want, bytes));
    OCL_CHECK(clEnqueueWriteBuffer(queue, c->d_pieces[p], CL_TRUE, offsetof(piece, next),
                                   sizeof(cl_ulong), &c->links[p].next, 0, NULL, NULL));
    free(want);
}

static void run_addresses(lesson *l)
{
    const cl_uint n = (cl_uint)l->host.n;
    l->build[ADDRESSES] = -ocl_wall_ns();
    chains c = make_chains(l);
    l->build[ADDRESSES] += ocl_wall_ns();

    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "device_address_lists_follow", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(l->clSetKernelArgDevicePointerEXT(kernel, 1, c.heads_address));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    // The pieces are no arguments: the driver must know that the kernel reaches them.
    OCL_CHECK(clSetKernelExecInfo(kernel, DEVICE_PTRS, l->host.pieces * sizeof *c.addresses,
                                  c.addresses));
    launch(l, ADDRESSES, kernel);
    run_changed_link(l, &c, kernel);
    // Any number is taken as an argument.  A kernel that follows a wrong one may end the program or
    // read what it finds: the host looks before the launch.
    OCL_CHECK(l->clSetKernelArgDevicePointerEXT(kernel, 1, (uintptr_t)l->host.numbers));
    report_walks(l->report, &l->host, c.links, c.heads);
    OCL_CHECK(clReleaseKernel(kernel));
    release_chains(l, &c);
}

static void show_costs(const lesson *l)
{
    ocl_table table = ocl_table_open(l->report, "costs", "lists with, buffers, build ms, run ms");
    for (int v = INDICES; v <= ADDRESSES; v++)
        if (l->run[v] > 0)
            ocl_table_row(&table, "%-10s %7zu %8.3f %8.3f", VARIANTS[v],
                          v == INDICES ? (size_t)3 : l->host.pieces + 1, l->build[v] / 1e6,
                          l->run[v] / 1e6);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_address_lists",
                              .summary = "Lists of buffers that a kernel follows.",
                              .accepts = "dnrVks",
                              .size_help = "lists",
                              .extents = 1,
                              .most = 1 << 20,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 401 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double bytes = MOST_PIECES * MOST_NUMBERS * sizeof(cl_int) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 2 * bytes, 2 * bytes);
    const char *missing = lacks_addresses(env.device);
    if (missing && !ocl_wants(&opt, VARIANTS[INDICES])) ocl_exit(OCL_EXIT_SKIP, "%s", missing);

    lesson l = { .env = &env, .bytes = opt.n[0] * sizeof(cl_int) };
    l.host = make_lists(opt.n[0], opt.seed);
    l.ref = ocl_alloc(l.bytes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "lists", l.host.n);
    ocl_report_count(l.report, "pieces", l.host.pieces);
    ocl_report_count(l.report, "numbers", l.host.count);
    OCL_TIME_REFERENCE(l.report, lists_ref(l.ref, &l.host));
    l.program = ocl_build(&env, "device_address_lists.cl", "%s", ocl_newest_c(env.device));
    l.d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);

    if (ocl_wants(&opt, VARIANTS[INDICES])) run_indices(&l);
    if (missing && ocl_wants(&opt, VARIANTS[ADDRESSES])) ocl_report_lacking(l.report, missing);
    if (!missing && ocl_wants(&opt, VARIANTS[ADDRESSES])) {
        *(void **)&l.clSetKernelArgDevicePointerEXT =
            ocl_extension_function(env.platform, "clSetKernelArgDevicePointerEXT");
        run_addresses(&l);
    }
    show_costs(&l);

    OCL_CHECK(clReleaseMemObject(l.d_sums));
    OCL_CHECK(clReleaseProgram(l.program));
    free(l.ref);
    free_lists(&l.host);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
