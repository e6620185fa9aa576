// SPDX-License-Identifier: MIT

#include "histogram_launch.h"

// per_item: bytes of a work-item's counters, work-groups a compute unit, pixels between two drains.
enum { ITEM_BYTES = HISTOGRAM_BINS, ITEM_GROUPS = 8, ITEM_BATCH = CL_UCHAR_MAX };

// merged_atomic: work-groups a compute unit, loads in flight, pixels a load.
enum { ATOMIC_GROUPS = 2, LOADS = 8, LOAD_PIXELS = 4 };

// merged_private: work-items a compute unit, copies of their counters, the least pixels worth an item.
// A CPU's work-item has a core to itself; a GPU needs many, and has little room for each.
enum { CPU_ITEMS = 4, CPU_COPIES = 4, GPU_ITEMS = 64, GPU_COPIES = 1, LEAST_PIXELS = 4096 };

const char *const HISTOGRAM_VARIANTS[] = { "per_item", "merged_atomic", "merged_private", NULL };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t divide_up(size_t n, size_t by)
{
    return n / by + (n % by != 0);
}

static size_t local_memory(const histogram_job *job)
{
    cl_ulong bytes = ocl_device_number(job->env->device, CL_DEVICE_LOCAL_MEM_SIZE);
    return bytes < job->local_memory ? (size_t)bytes : job->local_memory;
}

// What the kernel leaves for its arguments: a driver may need some of the local memory itself.
static size_t free_local_memory(const histogram_job *job, cl_kernel kernel)
{
    cl_ulong taken;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, job->env->device, CL_KERNEL_LOCAL_MEM_SIZE,
                                       sizeof taken, &taken, NULL));
    size_t all = local_memory(job);
    return taken < all ? all - (size_t)taken : 0;
}

static size_t local_size(const histogram_job *job, cl_kernel kernel, size_t wanted)
{
    return ocl_local_size(kernel, job->env->device, smaller(wanted, job->local_size));
}

// The largest power of two of whole histograms that local memory holds, at least 1.
static size_t local_copies(const histogram_job *job)
{
    size_t copies = 1;
    while (copies <= local_memory(job) / HISTOGRAM_BYTES / 2)
        copies *= 2;
    return copies;
}

cl_program histogram_build(const histogram_job *job)
{
    return ocl_build(job->env, "histogram.cl", "-DLOCAL_COPIES=%zu -DLOADS=%d -DPRIVATE_COPIES=%d",
                     local_copies(job), LOADS,
                     ocl_is_cpu(job->env->device) ? CPU_COPIES : GPU_COPIES);
}

static cl_kernel make_kernel(const histogram_job *job, const char *name)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(job->program, name, &err));
    return kernel;
}

// A buffer full of what ocl_alloc leaves: counts that would be noticed.
static cl_mem make_buffer(const histogram_job *job, size_t bytes)
{
    cl_int err;
    void *poison = ocl_alloc(bytes);
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_mem buffer = OCL_CREATE(clCreateBuffer(job->env->context, flags, bytes, poison, &err));
    free(poison);
    return buffer;
}

static size_t compute_units(const histogram_job *job)
{
    return (size_t)ocl_device_number(job->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
}

static void require_local(const char *variant, size_t bytes, size_t room)
{
    if (room < bytes)
        ocl_exit(OCL_EXIT_SKIP, "%s needs %zu bytes of local memory, not %zu", variant, bytes,
                 room);
}

// As many work-items as local memory has counters for; a histogram a work-group is left to the host.
static histogram_launch prepare_per_item(const histogram_job *job)
{
    histogram_launch launch = { .count = make_kernel(job, "histogram_per_item") };
    const size_t room = free_local_memory(job, launch.count);
    require_local("per_item", ITEM_BYTES, room);
    launch.local = local_size(job, launch.count, room / ITEM_BYTES);
    launch.histograms =
        smaller(compute_units(job) * ITEM_GROUPS, divide_up(job->n, ITEM_BATCH * launch.local));
    launch.global = launch.histograms * launch.local;
    launch.d_histograms = make_buffer(job, launch.histograms * HISTOGRAM_BYTES);

    OCL_CHECK(clSetKernelArg(launch.count, 0, sizeof(cl_mem), &launch.d_histograms));
    OCL_CHECK(clSetKernelArg(launch.count, 1, launch.local * ITEM_BYTES, NULL));    // local memory
    OCL_CHECK(clSetKernelArg(launch.count, 2, sizeof(cl_mem), &job->d_pixels));
    OCL_CHECK(clSetKernelArg(launch.count, 3, sizeof job->n, &job->n));
    return launch;
}

// The totals between the work-groups begin at 0, and each run leaves them so.
static histogram_launch prepare_merged_atomic(const histogram_job *job)
{
    require_local("merged_atomic", HISTOGRAM_BYTES, local_memory(job));
    histogram_launch launch = { .count = make_kernel(job, "histogram_merged_atomic") };
    launch.local = local_size(job, launch.count, job->local_size);
    launch.global = launch.local * smaller(compute_units(job) * ATOMIC_GROUPS,
                                           divide_up(job->n, LOAD_PIXELS * launch.local));
    launch.histograms = 1;
    launch.d_histograms = make_buffer(job, HISTOGRAM_BYTES);

    static const cl_uint zeros[HISTOGRAM_BINS + 1];    // one more: the groups that have finished
    launch.d_between = make_buffer(job, sizeof zeros);
    OCL_CHECK(clEnqueueWriteBuffer(job->env->queue, launch.d_between, CL_TRUE, 0, sizeof zeros,
                                   zeros, 0, NULL, NULL));

    OCL_CHECK(clSetKernelArg(launch.count, 0, sizeof(cl_mem), &launch.d_histograms));
    OCL_CHECK(clSetKernelArg(launch.count, 1, sizeof(cl_mem), &launch.d_between));
    OCL_CHECK(clSetKernelArg(launch.count, 2, sizeof(cl_mem), &job->d_pixels));
    OCL_CHECK(clSetKernelArg(launch.count, 3, sizeof job->n, &job->n));
    return launch;
}

// A histogram a work-item lies between the two kernels.
static histogram_launch prepare_merged_private(const histogram_job *job)
{
    bool cpu = ocl_is_cpu(job->env->device);
    histogram_launch launch = { .count = make_kernel(job, "histogram_merged_private"),
                                .merge = make_kernel(job, "histogram_merge") };
    launch.local = cpu ? 1 : local_size(job, launch.count, GPU_ITEMS);
    size_t items = smaller(compute_units(job) * (cpu ? CPU_ITEMS : GPU_ITEMS),
                           divide_up(job->n, LEAST_PIXELS));
    launch.global = ocl_round_up(items, launch.local);
    launch.merge_local = local_size(job, launch.merge, 256);
    launch.histograms = 1;
    launch.d_histograms = make_buffer(job, HISTOGRAM_BYTES);
    launch.d_between = make_buffer(job, launch.global * HISTOGRAM_BYTES);

    const cl_uint between = (cl_uint)launch.global;
    OCL_CHECK(clSetKernelArg(launch.count, 0, sizeof(cl_mem), &launch.d_between));
    OCL_CHECK(clSetKernelArg(launch.count, 1, sizeof(cl_mem), &job->d_pixels));
    OCL_CHECK(clSetKernelArg(launch.count, 2, sizeof job->n, &job->n));
    OCL_CHECK(clSetKernelArg(launch.merge, 0, sizeof(cl_mem), &launch.d_histograms));
    OCL_CHECK(clSetKernelArg(launch.merge, 1, sizeof(cl_mem), &launch.d_between));
    OCL_CHECK(clSetKernelArg(launch.merge, 2, sizeof between, &between));
    return launch;
}

histogram_launch histogram_prepare(const histogram_job *job, const char *variant)
{
    if (strcmp(variant, "per_item") == 0) return prepare_per_item(job);
    if (strcmp(variant, "merged_atomic") == 0) return prepare_merged_atomic(job);
    return prepare_merged_private(job);
}

void histogram_enqueue(const histogram_launch *launch, cl_command_queue queue, cl_event *first,
                       cl_event *last)
{
    OCL_CHECK(clEnqueueNDRangeKernel(queue, launch->count, 1, NULL, &launch->global, &launch->local,
                                     0, NULL, first));
    if (launch->merge) {
        const size_t bins = HISTOGRAM_BINS;    // every power of two up to 256 divides it
        OCL_CHECK(clEnqueueNDRangeKernel(queue, launch->merge, 1, NULL, &bins, &launch->merge_local,
                                         0, NULL, last));
    } else {
        *last = *first;
        OCL_CHECK(clRetainEvent(*last));
    }
}

void histogram_read(const histogram_launch *launch, cl_command_queue queue,
                    uint32_t counts[HISTOGRAM_BINS])
{
    size_t bytes = launch->histograms * HISTOGRAM_BYTES;
    uint32_t *histograms = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(queue, launch->d_histograms, CL_TRUE, 0, bytes, histograms, 0,
                                  NULL, NULL));
    memset(counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < launch->histograms * HISTOGRAM_BINS; i++)
        counts[i % HISTOGRAM_BINS] += histograms[i];
    free(histograms);
}

void histogram_release(histogram_launch *launch)
{
    if (launch->d_between) OCL_CHECK(clReleaseMemObject(launch->d_between));
    OCL_CHECK(clReleaseMemObject(launch->d_histograms));
    if (launch->merge) OCL_CHECK(clReleaseKernel(launch->merge));
    OCL_CHECK(clReleaseKernel(launch->count));
}
