// SPDX-License-Identifier: MIT

#include "open.h"

#include "attributes.h"
#include "choice.h"
#include "device_limits.h"
#include "list.h"
#include "system/clock.h"

#include <stdlib.h>

ocl_env ocl_open_device(const ocl_options *options, cl_device_id device)
{
    ocl_env env = { .options = options,
                    .platform = ocl_device_platform(device),
                    .device = device,
                    .driver = ocl_known_platform(device) };
    cl_int err;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)env.platform, 0 };
    env.context = OCL_CREATE(clCreateContext(properties, 1, &env.device, NULL, NULL, &err));
    env.queue =
        OCL_CREATE(clCreateCommandQueue(env.context, env.device, CL_QUEUE_PROFILING_ENABLE, &err));
    env.opened_ns = ocl_wall_ns();
    return env;
}

ocl_env ocl_open(const ocl_options *options)
{
    if (!options || !options->about.accepts)
        ocl_exit(OCL_EXIT_USAGE, "ocl_open needs the options that ocl_parse returns");
    cl_device_id *devices;
    cl_uint count = ocl_all_devices(&devices);
    cl_device_id device = ocl_choose_device(devices, count, options->device);
    free(devices);
    ocl_env env = ocl_open_device(options, device);
    ocl_get_limits(&env);
    return env;
}

void ocl_close(ocl_env *env)
{
    OCL_CHECK(clReleaseCommandQueue(env->queue));
    OCL_CHECK(clReleaseContext(env->context));
}
