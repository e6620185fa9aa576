// SPDX-License-Identifier: MIT

#include "rungs.h"

// Copies of each counter in private memory: a GPU has room for one, a CPU has its cache.
enum { CPU_COPIES = 4, GPU_COPIES = 1 };

// The rungs for CPUs, on a CPU: work-groups of one work-item per compute unit.  A core runs one
// work-item at a time.
enum { CPU_GROUPS = 4 };

// histogram_merge: all powers of two up to this one divide the number of bins.
enum { MERGE_SIZE = 256 };

const histogram_rung HISTOGRAM_RUNGS[HISTOGRAM_RUNG_COUNT] = {
    { .name = "atomic",
      .kernel = "histogram_atomic",
      .program = HISTOGRAM_LADDER_CL,
      .group_size = 256,
      .groups_per_unit = SIZE_MAX,
      .item_pixels = 256,
      .local_bytes = HISTOGRAM_BYTES,
      .merged_by = BY_HOST },
    { .name = "atomic_fit",
      .kernel = "histogram_atomic",
      .program = HISTOGRAM_LADDER_CL,
      .group_size = 256,
      .groups_per_unit = 8,
      .item_pixels = 1,
      .local_bytes = HISTOGRAM_BYTES,
      .merged_by = BY_HOST },
    { .name = "replicated",
      .kernel = "histogram_replicated",
      .program = HISTOGRAM_LADDER_CL,
      .group_size = 256,
      .groups_per_unit = 4,
      .item_pixels = 1,
      .local_bytes = HISTOGRAM_BYTES,
      .told_pixels = true,
      .merged_by = BY_HOST },
    { .name = "in_flight",
      .kernel = "histogram_in_flight",
      .program = HISTOGRAM_LADDER_CL,
      .item_pixels = 4,
      .local_bytes = HISTOGRAM_BYTES,
      .merged_by = BY_HOST },
    { .name = "last_group",
      .kernel = "histogram_last_group",
      .program = HISTOGRAM_LADDER_CL,
      .item_pixels = 4,
      .local_bytes = HISTOGRAM_BYTES,
      .merged_by = BY_LAST_GROUP },
    { .name = "merged_atomic",
      .kernel = "histogram_merged_atomic",
      .program = HISTOGRAM_LADDER_CL,
      .item_pixels = 4,
      .local_bytes = HISTOGRAM_BYTES,
      .merged_by = BY_EVERY_GROUP },
    { .name = "per_item",
      .kernel = "histogram_per_item",
      .program = HISTOGRAM_LADDER_CPU_CL,
      .group_size = SIZE_MAX,
      .groups_per_unit = 8,
      .item_pixels = CL_UCHAR_MAX,
      .local_bytes = HISTOGRAM_BINS,
      .item_bytes = HISTOGRAM_BINS,
      .merged_by = BY_HOST },
    { .name = "private",
      .kernel = "histogram_private",
      .program = HISTOGRAM_LADDER_CPU_CL,
      .group_size = 64,
      .groups_per_unit = 1,
      .item_pixels = 4096,
      .merged_by = BY_SECOND_KERNEL },
    { .name = "private_copies",
      .kernel = "histogram_private_copies",
      .program = HISTOGRAM_LADDER_CPU_CL,
      .group_size = 64,
      .groups_per_unit = 1,
      .item_pixels = 4096,
      .merged_by = BY_SECOND_KERNEL },
    { .name = "private_runs",
      .kernel = "histogram_private_runs",
      .program = HISTOGRAM_LADDER_CPU_CL,
      .group_size = 64,
      .groups_per_unit = 1,
      .item_pixels = 4096,
      .merged_by = BY_SECOND_KERNEL },
};

// 16 copies of the counters in local memory, one large work-group per compute unit.
const histogram_sizes HISTOGRAM_SIZES = {
    .local_memory = 16 * HISTOGRAM_BYTES, .local_size = 1024, .groups = 1, .loads = 4
};

const char *const *histogram_names(void)
{
    static const char *names[HISTOGRAM_RUNG_COUNT + 1];
    for (int r = 0; r < HISTOGRAM_RUNG_COUNT; r++)
        names[r] = HISTOGRAM_RUNGS[r].name;
    return names;
}

// What a work-group may use, in bytes.
static size_t local_memory(const histogram_sizes *sizes, cl_device_id device)
{
    const cl_ulong bytes = ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    return ocl_smaller((size_t)bytes, sizes->local_memory);
}

// LOCAL_COPIES: the largest power of two of whole histograms that local memory holds, at least 1.
static size_t local_copies(const histogram_sizes *sizes, cl_device_id device)
{
    const size_t histograms = local_memory(sizes, device) / HISTOGRAM_BYTES;
    size_t copies = 1;
    while (copies <= histograms / 2)
        copies *= 2;
    return copies;
}

// GROUP_SIZE: work-items per work-group of the kernels that are built for one size.
static size_t built_size(const histogram_sizes *sizes, cl_device_id device)
{
    const cl_ulong most = ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    return ocl_smaller((size_t)most, sizes->local_size);
}

bool histogram_wants(const ocl_env *env, const histogram_rung *rung)
{
    if (env->options->variant) return ocl_wants(env->options, rung->name);
    const bool is_for_cpus = rung->program == HISTOGRAM_LADDER_CPU_CL;
    return rung == &HISTOGRAM_RUNGS[0] || is_for_cpus == ocl_is_cpu(env->device);
}

cl_program histogram_build(const ocl_env *env, const histogram_rung *rung,
                           const histogram_sizes *sizes)
{
    const cl_device_id device = env->device;
    if (rung->program == HISTOGRAM_LADDER_CPU_CL)
        return ocl_build(env, "histogram_ladder_cpu.cl", "-DCOPIES=%d",
                         ocl_is_cpu(device) ? CPU_COPIES : GPU_COPIES);
    return ocl_build(env, "histogram_ladder.cl", "-DLOCAL_COPIES=%zu -DLOADS=%zu -DGROUP_SIZE=%zu",
                     local_copies(sizes, device), sizes->loads, built_size(sizes, device));
}

size_t histogram_local_size(const histogram_rung *rung, const histogram_sizes *sizes,
                            cl_kernel kernel, cl_device_id device)
{
    const size_t room = local_memory(sizes, device);
    // The counters of a work-item are an argument; those of a work-group are the kernel's own.
    const size_t left = ocl_smaller(sizes->local_memory, ocl_local_left(kernel, device));
    size_t wanted = ocl_smaller(rung->group_size, sizes->local_size);
    if (rung->item_bytes) wanted = ocl_smaller(wanted, left / rung->item_bytes);
    if (sizes->local_memory < rung->local_bytes)
        ocl_exit(OCL_EXIT_USAGE, "--local-memory: %s needs at least %zu bytes, not %zu", rung->name,
                 rung->local_bytes, sizes->local_memory);
    if (room < rung->local_bytes || (rung->item_bytes && wanted == 0))
        ocl_exit(OCL_EXIT_SKIP, "%s needs %zu bytes of local memory per work-group, not %zu",
                 rung->name, rung->local_bytes, room);
    if (rung->merged_by == BY_SECOND_KERNEL && ocl_is_cpu(device)) return 1;
    if (rung->group_size == 0) return built_size(sizes, device);
    return ocl_smaller(wanted, ocl_local_size(kernel, device, 2 * wanted - 1));
}

size_t histogram_groups(const histogram_rung *rung, const histogram_sizes *sizes,
                        cl_device_id device, size_t local, size_t n)
{
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t most = ocl_divide_up(n, rung->item_pixels * local);
    size_t per_unit = rung->groups_per_unit ? rung->groups_per_unit : sizes->groups;
    if (rung->merged_by == BY_SECOND_KERNEL && ocl_is_cpu(device)) per_unit = CPU_GROUPS;
    return per_unit < ocl_divide_up(most, units) ? per_unit * units : most;
}

size_t histogram_each(const histogram_rung *rung, size_t global, size_t n)
{
    const size_t share = ocl_divide_up(n, global);
    return share > rung->item_pixels ? share : rung->item_pixels;
}

size_t histogram_merge_size(const histogram_sizes *sizes, cl_kernel merge, cl_device_id device)
{
    return ocl_local_size(merge, device, ocl_smaller(MERGE_SIZE, sizes->local_size));
}

// Written and not filled: Oclgrind takes a filled buffer for one that was never written.
cl_mem histogram_buffer(const ocl_env *env, size_t count, int byte)
{
    const size_t bytes = count * HISTOGRAM_BYTES;
    void *host = memset(ocl_alloc(bytes), byte, bytes);
    cl_mem d_histograms = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, host);
    free(host);
    return d_histograms;
}

void histogram_ref(uint32_t ref[HISTOGRAM_BINS], const uint8_t *rgba, size_t n)
{
    memset(ref, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            ref[256 * c + rgba[4 * i + c]]++;
}

void histogram_add_up(uint32_t counts[HISTOGRAM_BINS], const uint32_t *histograms, size_t count)
{
    memset(counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < count * HISTOGRAM_BINS; i++)
        counts[i % HISTOGRAM_BINS] += histograms[i];
}

// --- the results of runs

static const size_t ROOM = (size_t)1 << 27;    // bytes of all buffers, where two runs fit

histogram_results histogram_results_open(const ocl_env *env, const histogram_rung *rung,
                                         size_t groups, size_t global)
{
    histogram_results r = { .merged_by = rung->merged_by };
    r.histograms = rung->merged_by == BY_HOST ? groups : 1;
    if (rung->merged_by == BY_LAST_GROUP) r.between = 2;    // totals, and the finished groups
    if (rung->merged_by == BY_SECOND_KERNEL) r.between = global;    // one per work-item
    const size_t fit = ROOM / ((r.histograms + r.between) * HISTOGRAM_BYTES);
    r.queued = fit < 2 ? 2 : fit < HISTOGRAM_QUEUED ? fit : HISTOGRAM_QUEUED;
    for (size_t i = 0; i <= r.queued; i++)
        r.d_results[i] = histogram_buffer(env, r.histograms, 0);
    for (size_t i = 0; i < r.queued && r.between; i++)
        r.d_between[i] = histogram_buffer(env, r.between, 0);
    return r;
}

// Written and not filled: Oclgrind takes a filled buffer for one that was never written.
static void write(cl_command_queue queue, cl_mem buffer, size_t count, int byte)
{
    const size_t bytes = count * HISTOGRAM_BYTES;
    void *host = memset(ocl_alloc(bytes), byte, bytes);
    OCL_CHECK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, host, 0, NULL, NULL));
    free(host);
}

void histogram_results_poison(const histogram_results *r, cl_command_queue queue, size_t first_run)
{
    for (size_t i = 0; i <= r->queued; i++) {
        const bool zeros = r->merged_by == BY_EVERY_GROUP && i == 0;
        write(queue, r->d_results[i], r->histograms, zeros ? 0 : ocl_poison_byte(first_run + i));
        if (r->merged_by == BY_SECOND_KERNEL && i < r->queued)
            write(queue, r->d_between[i], r->between, ocl_poison_byte(first_run + i));
    }
}

void histogram_results_close(histogram_results *r)
{
    for (size_t i = 0; i < r->queued && r->between; i++)
        OCL_CHECK(clReleaseMemObject(r->d_between[i]));
    for (size_t i = 0; i <= r->queued; i++)
        OCL_CHECK(clReleaseMemObject(r->d_results[i]));
}
