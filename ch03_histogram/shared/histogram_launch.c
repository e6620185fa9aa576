// SPDX-License-Identifier: MIT

#include "histogram_launch.h"

// per_item: bytes of a work-item's counters, work-groups a compute unit, pixels between two drains.
enum { ITEM_BYTES = HISTOGRAM_BINS, ITEM_GROUPS = 8, ITEM_BATCH = CL_UCHAR_MAX };

// merged_atomic: 16 copies of the counters, one large work-group a compute unit; pixels a load.
enum { LOCAL_MEMORY = 16 * HISTOGRAM_BYTES, LOCAL_SIZE = 1024 };
enum { GROUPS = 1, LOADS = 4, LOAD_PIXELS = 4 };

// merged_private: work-items a compute unit, copies of their counters, the least pixels worth an item.
// A CPU's work-item has a core to itself; a GPU needs many, and has little room for each.
enum { CPU_ITEMS = 4, CPU_COPIES = 4, GPU_ITEMS = 64, GPU_COPIES = 1, LEAST_PIXELS = 4096 };

// histogram_merge: divides the number of bins.
enum { MERGE_SIZE = 256 };

const char *const HISTOGRAM_VARIANTS[] = { "per_item", "merged_atomic", "merged_private", NULL };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
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

// The largest power of two of whole histograms that local memory holds, at least 1.
static size_t local_copies(const histogram_job *job)
{
    size_t copies = 1;
    while (copies <= local_memory(job) / HISTOGRAM_BYTES / 2)
        copies *= 2;
    return copies;
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

histogram_job histogram_defaults(void)
{
    return (histogram_job){
        .local_memory = LOCAL_MEMORY, .local_size = LOCAL_SIZE, .groups = GROUPS, .loads = LOADS
    };
}

size_t histogram_group_size(const histogram_job *job)
{
    const cl_ulong most = ocl_device_number(job->env->device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    return most < job->local_size ? (size_t)most : job->local_size;
}

cl_program histogram_build(const histogram_job *job, const char *file)
{
    return ocl_build(job->env, file,
                     "-DLOCAL_COPIES=%zu -DLOADS=%zu -DGROUP_SIZE=%zu -DPRIVATE_COPIES=%d",
                     local_copies(job), job->loads, histogram_group_size(job),
                     ocl_is_cpu(job->env->device) ? CPU_COPIES : GPU_COPIES);
}

cl_kernel histogram_kernel(const histogram_job *job, const char *name)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(job->program, name, &err));
    return kernel;
}

cl_mem histogram_buffer(const histogram_job *job, size_t bytes)
{
    void *poison = ocl_alloc(bytes);
    cl_mem buffer = ocl_buffer(job->env, CL_MEM_READ_WRITE, bytes, poison);
    free(poison);
    return buffer;
}

cl_mem histogram_zeros(const histogram_job *job)
{
    static const cl_uint zeros[HISTOGRAM_BINS + 1];
    return ocl_buffer(job->env, CL_MEM_READ_WRITE, sizeof zeros, zeros);
}

size_t histogram_local_size(const histogram_job *job, cl_kernel kernel, size_t wanted)
{
    const size_t most = smaller(wanted, job->local_size);
    return smaller(most, ocl_local_size(kernel, job->env->device, 2 * most - 1));
}

size_t histogram_groups(const histogram_job *job, size_t a_unit, size_t pixels)
{
    const size_t units = compute_units(job), most = ocl_divide_up(job->n, pixels);
    return a_unit < ocl_divide_up(most, units) ? a_unit * units : most;
}

void histogram_require_local(const histogram_job *job, const char *variant, size_t bytes)
{
    require_local(variant, bytes, local_memory(job));
}

// As many work-items as local memory has counters for; a histogram a work-group is left to the host.
static histogram_launch prepare_per_item(const histogram_job *job)
{
    histogram_launch launch = { .count = histogram_kernel(job, "histogram_per_item"),
                                .pixels_at = 2 };
    const size_t room = free_local_memory(job, launch.count);
    require_local("per_item", ITEM_BYTES, room);
    launch.local = histogram_local_size(job, launch.count, room / ITEM_BYTES);
    launch.histograms = histogram_groups(job, ITEM_GROUPS, ITEM_BATCH * launch.local);
    launch.global = launch.histograms * launch.local;
    launch.d_histograms = histogram_buffer(job, launch.histograms * HISTOGRAM_BYTES);

    OCL_CHECK(clSetKernelArg(launch.count, 0, sizeof(cl_mem), &launch.d_histograms));
    OCL_CHECK(clSetKernelArg(launch.count, 1, launch.local * ITEM_BYTES, NULL));    // local memory
    histogram_set_pixels(&launch, job->d_pixels);
    OCL_CHECK(clSetKernelArg(launch.count, 3, sizeof job->n, &job->n));
    return launch;
}

// The first run finds zeros in d_between, as the later ones do.
static histogram_launch prepare_merged_atomic(const histogram_job *job)
{
    histogram_require_local(job, "merged_atomic", HISTOGRAM_BYTES);
    histogram_launch launch = { .count = histogram_kernel(job, "histogram_merged_atomic"),
                                .histograms = 1,
                                .d_histograms = histogram_buffer(job, HISTOGRAM_BYTES),
                                .d_between = histogram_zeros(job),
                                .relay = true,
                                .pixels_at = 2 };
    launch.local = histogram_group_size(job);
    launch.global = launch.local * histogram_groups(job, job->groups, LOAD_PIXELS * launch.local);

    histogram_set_pixels(&launch, job->d_pixels);
    OCL_CHECK(clSetKernelArg(launch.count, 3, sizeof job->n, &job->n));
    return launch;
}

// A histogram a work-item lies between the two kernels.
static histogram_launch prepare_merged_private(const histogram_job *job)
{
    bool cpu = ocl_is_cpu(job->env->device);
    histogram_launch launch = { .count = histogram_kernel(job, "histogram_merged_private"),
                                .merge = histogram_kernel(job, "histogram_merge"),
                                .histograms = 1,
                                .pixels_at = 1 };
    launch.local = cpu ? 1 : histogram_local_size(job, launch.count, GPU_ITEMS);
    launch.global = ocl_round_up(histogram_groups(job, cpu ? CPU_ITEMS : GPU_ITEMS, LEAST_PIXELS),
                                 launch.local);
    launch.merge_local =
        ocl_local_size(launch.merge, job->env->device, smaller(MERGE_SIZE, job->local_size));
    launch.d_histograms = histogram_buffer(job, HISTOGRAM_BYTES);
    launch.d_between = histogram_buffer(job, launch.global * HISTOGRAM_BYTES);

    const cl_uint between = (cl_uint)launch.global;
    OCL_CHECK(clSetKernelArg(launch.count, 0, sizeof(cl_mem), &launch.d_between));
    histogram_set_pixels(&launch, job->d_pixels);
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

void histogram_set_pixels(const histogram_launch *launch, cl_mem d_pixels)
{
    OCL_CHECK(clSetKernelArg(launch->count, launch->pixels_at, sizeof(cl_mem), &d_pixels));
}

// The buffer of zeros that the last run left becomes the result, and the last result is to be cleared.
static void pass_on(histogram_launch *launch)
{
    const cl_mem counted = launch->d_histograms;
    launch->d_histograms = launch->d_between;
    launch->d_between = counted;
    OCL_CHECK(clSetKernelArg(launch->count, 0, sizeof(cl_mem), &launch->d_histograms));
    OCL_CHECK(clSetKernelArg(launch->count, 1, sizeof(cl_mem), &launch->d_between));
}

void histogram_enqueue(histogram_launch *launch, cl_command_queue queue, cl_event *first,
                       cl_event *last)
{
    if (launch->relay) pass_on(launch);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, launch->count, 1, NULL, &launch->global, &launch->local,
                                     0, NULL, first));
    if (launch->merge) {
        const size_t bins = HISTOGRAM_BINS;    // every power of two up to 256 divides it
        OCL_CHECK(clEnqueueNDRangeKernel(queue, launch->merge, 1, NULL, &bins, &launch->merge_local,
                                         0, NULL, last));
    } else if (last) {
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
