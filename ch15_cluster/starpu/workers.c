// SPDX-License-Identifier: MIT

#include "workers.h"

#include "base/cache.h"
#include "base/system/paths.h"
#include "system/process.h"

enum { MAX_PLATFORMS = 4 };    // that StarPU looks at

void workers_prefer(const char *variable, const char *value)
{
    if (!getenv(variable) && !ocl_set_variable(variable, value))
        ocl_exit(OCL_EXIT_USAGE, "no memory for $%s", variable);
}

// StarPU measures the bus and remembers what it found: where the suite keeps such things.
static void choose_folder(void)
{
    char *entry = ocl_cache_path("starpu", 6);
    if (!entry) return;
    char *folder = ocl_folder_of(entry);
    workers_prefer("STARPU_HOME", folder);
    free(folder);
    free(entry);
}

void workers_choose(struct starpu_conf *conf, const ocl_env *env, size_t cores, bool alone)
{
    const bool is_cpu = ocl_is_cpu(env->device);
    choose_folder();
    workers_prefer("STARPU_SILENT", "1");    // no advice on standard error
    if (is_cpu) {
        workers_prefer("STARPU_OPENCL_ON_CPUS", "1");
        workers_prefer("STARPU_OPENCL_ONLY_ON_CPUS", "1");
        workers_prefer("STARPU_WORKERS_NOBIND", "1");    // the driver's threads need all cores
        workers_prefer("STARPU_MPI_NOBIND", "1");
    }
    conf->ncpus = (int)cores;
    conf->ncuda = 0;
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

ocl_env workers_env(int number, const ocl_env *env)
{
    ocl_env e = { .options = env->options, .platform = env->platform };
    starpu_opencl_get_device(number, &e.device);
    e.driver = ocl_known_platform(e.device);
    starpu_opencl_get_context(number, &e.context);
    starpu_opencl_get_queue(number, &e.queue);
    return e;
}
