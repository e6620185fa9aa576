// SPDX-License-Identifier: MIT

#include "remembered_limits.h"

#include "attributes.h"
#include "cache.h"
#include "system/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The driver belongs to the key: a new one may be faster.
static char *limits_key(const ocl_env *env)
{
    char *platform = ocl_platform_text(ocl_device_platform(env->device), CL_PLATFORM_VERSION);
    char *device = ocl_device_text(env->device, CL_DEVICE_NAME);
    char *driver = ocl_device_text(env->device, CL_DRIVER_VERSION);
    size_t bytes = strlen(platform) + strlen(device) + strlen(driver) + 32;
    char *key = ocl_alloc(bytes);
    snprintf(key, bytes, "limits 6\n%s\n%s\n%s\n", platform, device, driver);
    free(driver);
    free(device);
    free(platform);
    return key;
}

void ocl_print_limits(char text[OCL_LIMITS_TEXT], const ocl_remembered_limits *r)
{
    snprintf(text, OCL_LIMITS_TEXT, "%a %a %a %a %llu %lld", r->best.copy_gbs, r->best.read_gbs,
             r->best.fma_gflops, r->best.launch_us, (unsigned long long)r->measured,
             (long long)r->last_s);
}

bool ocl_parse_limits(const char *text, ocl_remembered_limits *r)
{
    ocl_limits best;
    unsigned long long measured;
    long long last_s;
    const int found = sscanf(text, "%lf %lf %lf %lf %llu %lld", &best.copy_gbs, &best.read_gbs,
                             &best.fma_gflops, &best.launch_us, &measured, &last_s);
    if (found != 6) return false;
    *r = (ocl_remembered_limits){ .best = best, .measured = measured, .last_s = last_s };
    return true;
}

ocl_remembered_limits ocl_recall_limits(const ocl_env *env)
{
    ocl_remembered_limits remembered = { .measured = 0 };
    if (env->options->no_cache) return remembered;
    char *key = limits_key(env);
    void *stored;
    size_t bytes;
    if (ocl_cache_read(key, strlen(key), &stored, &bytes)) {
        char text[OCL_LIMITS_TEXT] = "";
        if (bytes < sizeof text) memcpy(text, stored, bytes);
        (void)ocl_parse_limits(text, &remembered);    // else they are measured anew
        free(stored);
    }
    free(key);
    return remembered;
}

// A clock that was set back makes "not long ago" wrong, never the limits.
bool ocl_are_limits_settled(const ocl_remembered_limits *remembered, time_t now)
{
    const cl_long passed_s = (cl_long)now - remembered->last_s;
    if (remembered->measured == 0) return false;
    return remembered->measured >= OCL_LIMITS_ENOUGH ||
           (passed_s >= 0 && passed_s < OCL_LIMITS_APART_S);
}

void ocl_add_limits(ocl_remembered_limits *remembered, const ocl_limits *limits, time_t now)
{
    ocl_limits *best = &remembered->best;
    if (remembered->measured == 0) {
        *best = *limits;
    } else {
        best->copy_gbs = fmax(best->copy_gbs, limits->copy_gbs);
        best->read_gbs = fmax(best->read_gbs, limits->read_gbs);
        best->fma_gflops = fmax(best->fma_gflops, limits->fma_gflops);
        best->launch_us = fmin(best->launch_us, limits->launch_us);
    }
    remembered->measured++;
    remembered->last_s = (cl_long)now;
}

void ocl_remember_limits(const ocl_env *env, const ocl_remembered_limits *remembered)
{
    if (env->options->no_cache) return;
    char *key = limits_key(env), text[OCL_LIMITS_TEXT];
    ocl_print_limits(text, remembered);
    ocl_cache_write(key, strlen(key), text, strlen(text));
    free(key);
}
