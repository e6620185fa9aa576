// SPDX-License-Identifier: MIT

#include "devices.h"

#include "shared/opengl/uuid.h"
#include "vulkan/functions.h"

// OpenGL can compute.
static const EGLint VERSION[] = { 4, 3 };

static bool has_uuid_of(const vulkan_device *v)
{
    return v->device && strcmp(uuid_of_graphics().text, uuid_of_bytes(v->uuid).text) == 0;
}

static gl_context open_graphics(const vulkan_device *v)
{
    gl_context gl;
    for (size_t device = 0; device < gl_count_devices(); device++) {
        if (!gl_open_version_on(&gl, device, VERSION)) continue;
        if (has_uuid_of(v)) return gl;
        gl_close(&gl);
    }
    for (size_t device = 0; device < gl_count_devices(); device++)
        if (gl_open_version_on(&gl, device, VERSION)) return gl;
    ocl_exit(OCL_EXIT_SKIP, "no graphics device with OpenGL 4.3 was found through EGL: install "
                            "libegl-mesa0 and libgl1-mesa-dri, or the driver of the GPU");
}

other_devices devices_open(cl_device_id opencl)
{
    other_devices d;
    d.no_vulkan = vulkan_try_device(&d.vulkan, opencl, VK_QUEUE_COMPUTE_BIT, false);
    d.opengl = open_graphics(&d.vulkan);
    gl_require_one_llvm(opencl);
    gl_load_external();
    return d;
}

void devices_close(other_devices *d)
{
    gl_close(&d->opengl);
    vulkan_close_device(&d->vulkan);
}

static void show(ocl_table *table, const char *library, uuid_text uuid, const char *name)
{
    ocl_table_row(table, "%-7s  %-32s  %s", library, *uuid.text ? uuid.text : NULL, name);
}

void devices_show(const other_devices *d, ocl_report *report, cl_device_id opencl)
{
    ocl_table table = ocl_table_open(report, "devices", "library, uuid, device");
    char *name = ocl_device_text(opencl, CL_DEVICE_NAME);
    show(&table, "OpenCL", uuid_of_device(opencl), name);
    if (!d->no_vulkan)
        show(&table, "Vulkan", uuid_of_bytes(d->vulkan.uuid), d->vulkan.properties.deviceName);
    show(&table, "OpenGL", uuid_of_graphics(), (const char *)glGetString(GL_RENDERER));
    free(name);
}

const char *opengl_lacks(const other_devices *d)
{
    if (d->no_vulkan) return d->no_vulkan;
    const char *lacks = vulkan_export_lacks(&d->vulkan);
    if (lacks) return lacks;
    if (!gl_has_extension("GL_EXT_memory_object_fd"))
        return "OpenGL has no GL_EXT_memory_object_fd";
    if (!has_uuid_of(&d->vulkan)) return "OpenGL and Vulkan have different devices";
    return NULL;
}

const char *devices_lack(const other_devices *d, const ocl_env *env, int way)
{
    if (way == COPIES) return NULL;
    if (d->no_vulkan) return d->no_vulkan;
    const char *lacks = way_lacks(env, &d->vulkan, way);
    if (lacks) return lacks;
    if (way == SEMAPHORES && !gl_has_extension("GL_EXT_semaphore_fd"))
        return "OpenGL has no GL_EXT_semaphore_fd";
    return opengl_lacks(d);
}

// Each import takes a file descriptor of its own, and closes it.
shared_semaphore shared_semaphore_open(const vulkan_device *v, const ocl_env *env,
                                       const external_api *api)
{
    shared_semaphore s = { .vulkan = vulkan_semaphore_to_export(v) };
    const int for_opengl = vulkan_export_semaphore(v, s.vulkan);
    const int for_opencl = vulkan_export_semaphore(v, s.vulkan);
    GL_CHECK(glGenSemaphoresEXT(1, &s.opengl));
    GL_CHECK(glImportSemaphoreFdEXT(s.opengl, GL_HANDLE_TYPE_OPAQUE_FD_EXT, for_opengl));
    s.opencl = import_semaphore(env, api, for_opencl);
    return s;
}

void shared_semaphore_close(const vulkan_device *v, const external_api *api,
                            const shared_semaphore *s)
{
    OCL_CHECK(api->clReleaseSemaphoreKHR(s->opencl));
    GL_CHECK(glDeleteSemaphoresEXT(1, &s->opengl));
    vkDestroySemaphore(v->device, s->vulkan, NULL);
}
