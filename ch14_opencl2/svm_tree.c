// SPDX-License-Identifier: MIT
//
// svm_tree - a tree that the host builds with pointers, and that the device searches.
//
// Shows   the tree as an array with indices, as in OpenCL 1.2; the tree itself in shared virtual
//         memory: coarse-grained, fine-grained, and memory of malloc; what each costs
// Uses    CL_DEVICE_SVM_CAPABILITIES, clSVMAlloc, clSVMFree, clEnqueueSVMMap, clEnqueueSVMUnmap,
//         clSetKernelArgSVMPointer, clSetKernelExecInfo
// Try     svm_tree -n 1000; svm_tree -n 300K; svm_tree -V coarse

#include "ocl.h"

#include "shared/features.h"
#include "svm_tree/tree.h"

static const cl_uint NONE = UINT32_MAX;    // no node

enum { INDICES, COARSE, FINE, SYSTEM, VARIANTS };
static const char *const VARIANT_NAMES[VARIANTS + 1] = { "indices", "coarse", "fine", "system",
                                                         NULL };

// The same structure as in svm_tree.cl.
typedef struct {
    cl_int value;
    cl_uint left, right;    // places in the array
} index_node;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t n;        // nodes; as many keys
    tree host;       // in memory of malloc
    cl_uint *ref;    // of each key: the number of its node, or NONE
    cl_mem d_keys;
} lesson;

// What a variant takes.  Times are in nanoseconds.
typedef struct {
    size_t node_bytes;
    double build;     // until the host has its tree
    double give;      // until the device may use it
    double search;    // the best launch
} cost;

// The search itself, the same for all: arguments 0, 1 and 3, and the launches.  Argument 2 is the
// tree.  `want` has the answer in the variant's own form.
static double search(const lesson *l, int variant, cl_kernel kernel, const void *want, size_t bytes)
{
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t items = ocl_round_up(l->n, local);
    const cl_ulong n = l->n;
    cl_mem d_found = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_found, &d_found));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_keys, &l->d_keys));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));

    const char *name = VARIANT_NAMES[variant];
    ocl_trial t = ocl_trial_open(l->env, name, d_found, bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &local, 0, NULL,
                                         &t.done));
    const ocl_work work = { .amount = (double)l->n, .unit = "Mkey/s" };
    ocl_trial_report(&t, l->report, &work, ocl_verify_buffer(l->env, name, d_found, want, bytes));
    OCL_CHECK(clReleaseMemObject(d_found));
    return ocl_best_ns(&t.times);
}

// OpenCL 1.2: the device has memory of its own, where the host's pointers mean nothing.  The host
// makes an array with indices of its tree, and copies it.
static cost run_indices(const lesson *l)
{
    tree t = l->host;    // made once more, for the time that it takes
    cost c = { .node_bytes = sizeof(index_node), .build = -ocl_wall_ns() };
    tree_fill(&t, l->n, l->env->options->seed);
    c.build += ocl_wall_ns();

    c.give = -ocl_wall_ns();
    index_node *nodes = ocl_alloc(l->n * sizeof *nodes);
    for (size_t i = 0; i < l->n; i++) {
        const node *from = tree_node(&t, i);
        nodes[i] = (index_node){ .value = from->value,
                                 .left = from->left ? from->left->number : NONE,
                                 .right = from->right ? from->right->number : NONE };
    }
    cl_mem d_nodes = ocl_buffer(l->env, CL_MEM_READ_ONLY, l->n * sizeof *nodes, nodes);
    c.give += ocl_wall_ns();
    free(nodes);

    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "svm_tree_indices", &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_nodes, &d_nodes));
    c.search = search(l, INDICES, kernel, l->ref, l->n * sizeof *l->ref);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_nodes));
    return c;
}

// A block of the tree, which host and device have at the same address.
static node *allocate(const lesson *l, int variant)
{
    const size_t bytes = l->host.per_block * sizeof(node);
    if (variant == SYSTEM) return ocl_alloc(bytes);
    const cl_svm_mem_flags flags =
        CL_MEM_READ_WRITE | (variant == FINE ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0);
    node *block = clSVMAlloc(l->env->context, flags, bytes, 0);
    if (!block)
        ocl_exit(OCL_EXIT_CALL, "clSVMAlloc gives no %zu bytes: try a smaller --size", bytes);
    return block;
}

static void wait_for_all(const cl_event done[BLOCKS])
{
    OCL_CHECK(clWaitForEvents(BLOCKS, done));
    for (size_t b = 0; b < BLOCKS; b++)
        OCL_CHECK(clReleaseEvent(done[b]));
}

// The host may use coarse-grained memory only while it is mapped, and the device only while it is
// not.
static void map(const lesson *l, const tree *t)
{
    cl_event done[BLOCKS];
    for (size_t b = 0; b < BLOCKS; b++)
        OCL_CHECK(clEnqueueSVMMap(l->env->queue, CL_FALSE, CL_MAP_WRITE_INVALIDATE_REGION,
                                  t->blocks[b], t->per_block * sizeof(node), 0, NULL, &done[b]));
    wait_for_all(done);
}

static void unmap(const lesson *l, const tree *t)
{
    cl_event done[BLOCKS];
    for (size_t b = 0; b < BLOCKS; b++)
        OCL_CHECK(clEnqueueSVMUnmap(l->env->queue, t->blocks[b], 0, NULL, &done[b]));
    wait_for_all(done);
}

// The kernel gets a pointer to the root.  All blocks that it only reaches through pointers must be
// named to the driver, or all memory of the host.
static void set_tree(cl_kernel kernel, const tree *t, int variant)
{
    OCL_CHECK(clSetKernelArgSVMPointer(kernel, 2, tree_node(t, 0)));
    const cl_bool all = CL_TRUE;
    if (variant == SYSTEM)
        OCL_CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof all,
                                      &all));
    else
        OCL_CHECK(
            clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof t->blocks, t->blocks));
}

// OpenCL 2.0: the device follows the host's pointers.
static cost run_pointers(const lesson *l, int variant)
{
    tree t = { .per_block = l->host.per_block };
    cost c = { .node_bytes = sizeof(node), .build = -ocl_wall_ns() };
    for (size_t b = 0; b < BLOCKS; b++)
        t.blocks[b] = allocate(l, variant);
    if (variant == COARSE) map(l, &t);
    tree_fill(&t, l->n, l->env->options->seed);
    c.build += ocl_wall_ns();

    c.give = -ocl_wall_ns();
    if (variant == COARSE) unmap(l, &t);
    c.give += ocl_wall_ns();

    const size_t bytes = l->n * sizeof(node *);
    const node **want = ocl_alloc(bytes);
    for (size_t i = 0; i < l->n; i++)
        want[i] = l->ref[i] == NONE ? NULL : tree_node(&t, l->ref[i]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "svm_tree_pointers", &err));
    set_tree(kernel, &t, variant);
    c.search = search(l, variant, kernel, want, bytes);

    OCL_CHECK(clReleaseKernel(kernel));
    free(want);
    for (size_t b = 0; b < BLOCKS; b++)
        if (variant == SYSTEM)
            free(t.blocks[b]);
        else
            clSVMFree(l->env->context, t.blocks[b]);
    return c;
}

static void report_costs(ocl_report *report, const cost costs[VARIANTS])
{
    ocl_table table = ocl_table_open(
        report, "costs", "tree, bytes per node, host builds ms, device gets ms, search ms");
    for (int v = INDICES; v < VARIANTS; v++)
        if (costs[v].node_bytes > 0)
            ocl_table_row(&table, "%-8s %8zu %8.2f %8.2f %8.2f", VARIANT_NAMES[v],
                          costs[v].node_bytes, costs[v].build / 1e6, costs[v].give / 1e6,
                          costs[v].search / 1e6);
}

// The serial reference.
static void find_all(const lesson *l, const cl_int *keys)
{
    for (size_t i = 0; i < l->n; i++) {
        const node *found = tree_find(&l->host, keys[i]);
        l->ref[i] = found ? found->number : NONE;
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "svm_tree",
                              .summary = "The device searches a tree that the host has built.",
                              .accepts = "dnrVks",
                              .size_help = "nodes, and keys to search",
                              .extents = 1,
                              .most = UINT32_MAX / 2,
                              .variants = VARIANT_NAMES };
    const ocl_options defaults = { .n = { 10007 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double n = (double)opt.n[0];
    ocl_require_memory(env.device, sizeof(node) * n, 2 * sizeof(node) * n, 2 * sizeof(node) * n);
    // The device can follow only pointers that are as long as its own.
    const bool alike = ocl_device_number(env.device, CL_DEVICE_ADDRESS_BITS) == 8 * sizeof(void *);
    const cl_device_svm_capabilities svm = alike ? svm_capabilities(env.device) : 0;
    const bool can[VARIANTS] = { true, svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER,
                                 svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER,
                                 svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM };

    for (int v = INDICES; v < VARIANTS; v++)
        if (ocl_wants(&opt, VARIANT_NAMES[v]) && !ocl_wants(&opt, "all") && !can[v])
            ocl_exit(OCL_EXIT_SKIP, "CL_DEVICE_SVM_CAPABILITIES of this device has no '%s'",
                     VARIANT_NAMES[v]);

    // The host's own tree.  Every second key is in it.
    lesson l = { .env = &env, .n = opt.n[0] };
    l.host.per_block = ocl_divide_up(l.n, BLOCKS);
    for (size_t b = 0; b < BLOCKS; b++)
        l.host.blocks[b] = ocl_alloc(l.host.per_block * sizeof(node));
    tree_fill(&l.host, l.n, opt.seed);
    cl_int *keys = ocl_alloc(l.n * sizeof *keys);
    for (size_t i = 0; i < l.n; i++)
        keys[i] = tree_value((size_t)(ocl_random(opt.seed, i) % l.n) + (i % 2 ? l.n : 0), opt.seed);
    l.ref = ocl_alloc(l.n * sizeof *l.ref);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "nodes", l.n);
    ocl_report_count(l.report, "keys", l.n);
    OCL_TIME_REFERENCE(l.report, find_all(&l, keys));

    l.program = ocl_build(&env, "svm_tree.cl", "%s -DNONE=0x%xu", ocl_newest_c(env.device), NONE);
    l.d_keys = ocl_buffer(&env, CL_MEM_READ_ONLY, l.n * sizeof *keys, keys);
    cost costs[VARIANTS] = { 0 };
    for (int v = INDICES; v < VARIANTS; v++) {
        if (!ocl_wants(&opt, VARIANT_NAMES[v])) continue;
        if (can[v])
            costs[v] = v == INDICES ? run_indices(&l) : run_pointers(&l, v);
        else
            ocl_report_note(l.report, "without %s: CL_DEVICE_SVM_CAPABILITIES says no",
                            VARIANT_NAMES[v]);
        if (!can[v] && v == COARSE)
            ocl_report_lacking(l.report, "this device has no shared virtual memory");
    }
    report_costs(l.report, costs);

    OCL_CHECK(clReleaseMemObject(l.d_keys));
    OCL_CHECK(clReleaseProgram(l.program));
    free(l.ref);
    free(keys);
    for (size_t b = 0; b < BLOCKS; b++)
        free(l.host.blocks[b]);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
