// SPDX-License-Identifier: MIT

#include "workers.h"

#include "base/cache.h"
#include "base/system/paths.h"
#include "shared/product.h"
#include "system/process.h"

enum { MAX_PLATFORMS = 4 };    // that StarPU looks at

static void prefer(const char *variable, const char *value)
{
    if (!getenv(variable) && !ocl_set_variable(variable, value))
        ocl_exit(OCL_EXIT_USAGE, "no memory for $%s", variable);
}

void workers_share_cores(void)
{
    prefer("OMPI_MCA_mpi_yield_when_idle", "1");
}

// StarPU measures the bus and remembers what it found: where the suite keeps such things.
static void choose_folder(void)
{
    char *entry = ocl_cache_path("starpu", 6);
    if (!entry) return;
    char *folder = ocl_folder_of(entry);
    prefer("STARPU_HOME", folder);
    free(folder);
    free(entry);
}

void workers_choose(struct starpu_conf *conf, const ocl_env *env, size_t cores, bool alone)
{
    const bool is_cpu = ocl_is_cpu(env->device);
    choose_folder();
    prefer("STARPU_SILENT", "1");    // no advice on standard error
    if (is_cpu) {
        prefer("STARPU_OPENCL_ON_CPUS", "1");
        prefer("STARPU_OPENCL_ONLY_ON_CPUS", "1");
        prefer("STARPU_WORKERS_NOBIND", "1");    // the driver's threads need all cores
        prefer("STARPU_MPI_NOBIND", "1");
    }
    conf->ncpus = (int)cores;
    conf->use_explicit_workers_opencl_gpuid = 1;
    conf->nopencl = 0;

    // StarPU's own numbers: all devices of the type, platform after platform.
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint count = 0, number = 0;
    OCL_CHECK(clGetPlatformIDs(MAX_PLATFORMS, platforms, &count));
    for (cl_uint p = 0; p < count && p < MAX_PLATFORMS; p++) {
        cl_device_id devices[STARPU_MAXOPENCLDEVS];
        cl_uint found = 0;
        const cl_device_type type =
            is_cpu ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;
        if (clGetDeviceIDs(platforms[p], type, STARPU_MAXOPENCLDEVS - number, devices, &found) !=
            CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < found && number < STARPU_MAXOPENCLDEVS; d++, number++)
            if (alone ? devices[d] == env->device : platforms[p] == env->platform)
                conf->workers_opencl_gpuid[conf->nopencl++] = number;
    }
}

void workers_require(int result, const ocl_env *env)
{
    const char *none = getenv("STARPU_NOPENCL");
    if (result == 0 && starpu_opencl_worker_get_count() > 0) return;
    if (result == 0) starpu_shutdown();
    if (none) ocl_exit(OCL_EXIT_SKIP, "StarPU uses no OpenCL device: $STARPU_NOPENCL is %s", none);
    ocl_exit(OCL_EXIT_SKIP, "StarPU sees no OpenCL device%s",
             ocl_is_cpu(env->device) ? ": $STARPU_OPENCL_ON_CPUS and $STARPU_OPENCL_ONLY_ON_CPUS "
                                       "must be 1"
                                     : "");
}

static ocl_env env_of(int number, const ocl_env *env)
{
    ocl_env e = { .options = env->options, .platform = env->platform };
    starpu_opencl_get_device(number, &e.device);
    e.driver = ocl_known_platform(e.device);
    starpu_opencl_get_context(number, &e.context);
    starpu_opencl_get_queue(number, &e.queue);
    return e;
}

ocl_env workers_first(const ocl_env *env)
{
    int first;
    starpu_worker_get_ids_by_type(STARPU_OPENCL_WORKER, &first, 1);
    return env_of(starpu_worker_get_devid(first), env);
}

void workers_build(device_kernel kernels[STARPU_MAXOPENCLDEVS], const task_settings *settings,
                   const ocl_env *env)
{
    cl_int err;
    for (unsigned w = 0; w < starpu_worker_get_count(); w++) {
        if (starpu_worker_get_type((int)w) != STARPU_OPENCL_WORKER) continue;
        const int number = starpu_worker_get_devid((int)w);
        device_kernel *k = &kernels[number];
        const ocl_env of_starpu = env_of(number, env);
        cl_program program = product_build(
            &of_starpu, settings->layout,
            (const size_t[]){ settings->height, settings->width, settings->depth }, &k->range);
        k->kernel = OCL_CREATE(clCreateKernel(program, "mpi_matmul", &err));
        OCL_CHECK(clReleaseProgram(program));
    }
}

void workers_release(device_kernel kernels[STARPU_MAXOPENCLDEVS])
{
    for (int d = STARPU_MAXOPENCLDEVS - 1; d >= 0; d--)
        if (kernels[d].kernel) OCL_CHECK(clReleaseKernel(kernels[d].kernel));
}
