// SPDX-License-Identifier: MIT

#include "uuid.h"

#include "gl.h"

// Of newer headers than those of Debian 12.
enum { DEVICE_UUID = 0x106A };    // CL_DEVICE_UUID_KHR

uuid_text uuid_of_bytes(const cl_uchar bytes[UUID_BYTES])
{
    uuid_text uuid;
    for (int i = 0; i < UUID_BYTES; i++)
        snprintf(uuid.text + 2 * i, 3, "%02x", bytes[i]);
    return uuid;
}

// Without its extension the query may succeed and give zeros (PoCL 7.1).
uuid_text uuid_of_device(cl_device_id device)
{
    cl_uchar bytes[UUID_BYTES];
    if (!ocl_has_extension(device, "cl_khr_device_uuid")) return (uuid_text){ "" };
    OCL_CHECK(clGetDeviceInfo(device, DEVICE_UUID, sizeof bytes, bytes, NULL));
    return uuid_of_bytes(bytes);
}

uuid_text uuid_of_graphics(void)
{
    GLint count = 0;
    cl_uchar bytes[UUID_BYTES];
    const PFNGLGETUNSIGNEDBYTEI_VEXTPROC get_bytes =
        (PFNGLGETUNSIGNEDBYTEI_VEXTPROC)eglGetProcAddress("glGetUnsignedBytei_vEXT");
    if (!gl_has_extension("GL_EXT_memory_object") || !get_bytes) return (uuid_text){ "" };
    GL_CHECK(glGetIntegerv(GL_NUM_DEVICE_UUIDS_EXT, &count));
    if (count == 0) return (uuid_text){ "" };
    GL_CHECK(get_bytes(GL_DEVICE_UUID_EXT, 0, bytes));
    return uuid_of_bytes(bytes);
}
